#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/* Prepares to unpack gzip; `inflateInit2` is a macro, which Swift does not see. */
static inline int czlib_begin(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}

#endif
