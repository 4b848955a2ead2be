/* zlib for Swift. */
#ifndef HUB_CZLIB_SHIM_H
#define HUB_CZLIB_SHIM_H
#include <string.h>
#include <zlib.h>

/* The most bytes that a gzip member of that many needs: its header and trailer are 12 bytes larger than zlib's. */
static inline unsigned long hub_gzip_bound(unsigned long count) { return compressBound(count) + 12; }

/* deflateInit2 is a macro. 31: the largest window, and gzip's frame. Gives 0 if there is no memory or no room. */
static inline unsigned long hub_gzip(const unsigned char *input, unsigned long count,
                                     unsigned char *output, unsigned long capacity) {
  z_stream stream;
  unsigned long written;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (unsigned)count;
  stream.next_out = output;
  stream.avail_out = (unsigned)capacity;
  written = deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
  deflateEnd(&stream);
  return written;
}
#endif
