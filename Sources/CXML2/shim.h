/* libxml2's declarations for Swift. It is not linked: it is loaded when the first HTML body is shown (it pulls in
   ICU, which would cost every start), so only its types and prototypes are used. */
#ifndef HUB_CXML2_SHIM_H
#define HUB_CXML2_SHIM_H
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#endif
