// A file is embedded by the compiler, which takes no time; SwiftPM's `.embedInCode` makes an array
// literal of it, which takes 70 ms for each kilobyte.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CResources.h"

static const unsigned char seed[] = {
#embed "../../Resources/seed.json"
};

static const unsigned char zh_Hans[] = {
#embed "../../Resources/Strings/zh-Hans.json"
};

static const unsigned char ru[] = {
#embed "../../Resources/Strings/ru.json"
};

static const struct EmbeddedFile translations[] = {
  {"zh-Hans", zh_Hans, sizeof zh_Hans},
  {"ru", ru, sizeof ru},
};

struct EmbeddedFile embedded_seed(void) {
  return (struct EmbeddedFile){"seed", seed, sizeof seed};
}

size_t embedded_translation_count(void) { return sizeof translations / sizeof *translations; }

struct EmbeddedFile embedded_translation(size_t index) { return translations[index]; }
