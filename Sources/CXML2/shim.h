/* libxml2's declarations for Swift. It is not linked: it is loaded when the first HTML body is shown (it pulls in
   ICU, which would cost every start), so only its types and prototypes are used. */
#ifndef HUB_CXML2_SHIM_H
#define HUB_CXML2_SHIM_H
/* The C library's types must look as they do in CLinux, beside which this is imported. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#endif
