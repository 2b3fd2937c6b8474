#ifndef CResources_h
#define CResources_h

#include <stddef.h>

/// A file of `Resources`, embedded in the binary.
struct EmbeddedFile {
  /// The file's name without its extension.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
};

/// The bundled venues, `seed.json`.
struct EmbeddedFile embedded_seed(void);

/// The number of files in `Strings`.
size_t embedded_translation_count(void);

/// A file in `Strings`; `index` is less than the count.
struct EmbeddedFile embedded_translation(size_t index);

#endif
