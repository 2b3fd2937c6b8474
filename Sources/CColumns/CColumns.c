#define _GNU_SOURCE
#include "CColumns.h"

#include <string.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// Each loop is compiled twice: for any processor, and for those with AVX2. The choice is made before the
// thread sanitizer has started.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

WIDE int64_t ccolumns_count(const uint64_t *bits, int64_t words) {
  int64_t count = 0;
  for (int64_t word = 0; word < words; word++) count += __builtin_popcountll(bits[word]);
  return count;
}

WIDE int64_t ccolumns_count_common(const uint64_t *left, const uint64_t *right, int64_t words) {
  int64_t count = 0;
  for (int64_t word = 0; word < words; word++)
    count += __builtin_popcountll(left[word] & right[word]);
  return count;
}

/// For each byte of bits, eight bytes: all ones for a set bit.
#define SPREAD_1(bits)                                                                            \
  ((bits & 1 ? 0xFFULL : 0) | (bits & 2 ? 0xFFULL << 8 : 0) | (bits & 4 ? 0xFFULL << 16 : 0) |    \
   (bits & 8 ? 0xFFULL << 24 : 0) | (bits & 16 ? 0xFFULL << 32 : 0) |                             \
   (bits & 32 ? 0xFFULL << 40 : 0) | (bits & 64 ? 0xFFULL << 48 : 0) |                            \
   (bits & 128 ? 0xFFULL << 56 : 0))
#define SPREAD_4(bits)                                                                            \
  SPREAD_1(bits), SPREAD_1((bits + 1)),                                                           \
  SPREAD_1((bits + 2)), SPREAD_1((bits + 3))
#define SPREAD_16(bits)                                                                           \
  SPREAD_4(bits), SPREAD_4((bits + 4)),                                                           \
  SPREAD_4((bits + 8)), SPREAD_4((bits + 12))
#define SPREAD_64(bits)                                                                           \
  SPREAD_16(bits), SPREAD_16((bits + 16)),                                                        \
  SPREAD_16((bits + 32)), SPREAD_16((bits + 48))
static const uint64_t masks[256] = {SPREAD_64(0), SPREAD_64(64), SPREAD_64(128), SPREAD_64(192)};

/// Makes a byte of each bit: -1 for a set bit, else 0.
static inline void spread(uint64_t bits, int8_t *mask) {
  for (int part = 0; part < 8; part++)
    memcpy(mask + 8 * part, &masks[bits >> (8 * part) & 0xFF], 8);
}

/// Makes a bit of each byte, which is 0 or 1.
static inline uint64_t gather(const uint8_t *flags) {
  uint64_t bits = 0;
  for (int part = 0; part < 8; part++) {
    uint64_t bytes;
    memcpy(&bytes, flags + 8 * part, 8);
    bits |= (bytes * 0x0102040810204080 >> 56) << (8 * part);
  }
  return bits;
}

#define LOOPS(size, wide)                                                                          \
  WIDE ccolumns_summary ccolumns_sum_##size(                                                      \
      const uint##size##_t *numbers, const uint64_t *bits, int64_t words) {                       \
    ccolumns_summary all = {0, 0, 0, 0};                                                          \
    uint##size##_t lowest = (uint##size##_t)-1, highest = 0;                                      \
    for (int64_t word = 0; word < words; word++, numbers += 64) {                                 \
      if (bits[word] == 0) continue;                                                              \
      int8_t mask[64];                                                                            \
      spread(bits[word], mask);                                                                   \
      wide sum = 0;                                                                               \
      uint##size##_t count = 0;                                                                   \
      for (int index = 0; index < 64; index++) {                                                  \
        uint##size##_t number = numbers[index] & (uint##size##_t)mask[index];                     \
        uint##size##_t before = (uint##size##_t)(number - 1);                                     \
        sum += number;                                                                            \
        count += number != 0;                                                                     \
        lowest = before < lowest ? before : lowest;                                               \
        highest = number > highest ? number : highest;                                            \
      }                                                                                           \
      all.sum += sum;                                                                             \
      all.count += count;                                                                         \
    }                                                                                             \
    all.least = all.count == 0 ? 0 : (uint32_t)lowest + 1;                                        \
    all.greatest = highest;                                                                       \
    return all;                                                                                   \
  }                                                                                               \
                                                                                                  \
  WIDE void ccolumns_range_##size(                                                                \
      const uint##size##_t *numbers, uint64_t *bits, int64_t words, uint32_t low,                 \
      uint32_t high) {                                                                            \
    uint32_t length = high - low;                                                                 \
    for (int64_t word = 0; word < words; word++, numbers += 64) {                                 \
      uint8_t flags[64];                                                                          \
      for (int index = 0; index < 64; index++) flags[index] = numbers[index] - low <= length;     \
      bits[word] = gather(flags);                                                                 \
    }                                                                                             \
  }                                                                                               \
                                                                                                  \
  WIDE void ccolumns_among_##size(                                                                \
      const uint##size##_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds) {       \
    for (int64_t word = 0; word < words; word++, numbers += 64) {                                 \
      uint8_t flags[64];                                                                          \
      for (int index = 0; index < 64; index++) flags[index] = holds[numbers[index]];              \
      bits[word] = gather(flags);                                                                 \
    }                                                                                             \
  }                                                                                               \
                                                                                                  \
  WIDE uint32_t ccolumns_greatest_##size(const uint##size##_t *numbers, int64_t count) {            \
    uint##size##_t highest = 0;                                                                    \
    for (int64_t index = 0; index < count; index++)                                                \
      highest = numbers[index] > highest ? numbers[index] : highest;                               \
    return highest;                                                                                \
  }                                                                                                \
                                                                                                   \
  void ccolumns_tally_##size(                                                                     \
      const uint##size##_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts) {      \
    for (int64_t word = 0; word < words; word++, numbers += 64) {                                 \
      if (bits[word] == (uint64_t)-1) {                                                           \
        for (int index = 0; index < 64; index++) counts[numbers[index]]++;                        \
        continue;                                                                                 \
      }                                                                                           \
      for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)                               \
        counts[numbers[__builtin_ctzll(rest)]]++;                                                 \
    }                                                                                             \
  }

LOOPS(8, uint32_t)
LOOPS(16, uint32_t)
LOOPS(32, uint64_t)

WIDE int ccolumns_are_ascending(const uint32_t *numbers, int64_t count) {
  uint32_t wrong = 0;
  for (int64_t index = 1; index < count; index++) wrong |= numbers[index - 1] >= numbers[index];
  return !wrong;
}

int64_t ccolumns_keep(const uint32_t *rows, int64_t count, const uint64_t *bits, uint32_t *kept) {
  int64_t length = 0;
  for (int64_t place = 0; place < count; place++) {
    kept[length] = rows[place];
    length += bits[rows[place] >> 6] >> (rows[place] & 63) & 1;
  }
  return length;
}

#define SORT(size)                                                                                 \
  void ccolumns_sort_##size(                                                                       \
      const uint32_t *rows, int64_t count, const uint##size##_t *numbers, int64_t *starts,         \
      uint32_t *sorted) {                                                                          \
    for (int64_t place = 0; place < count; place++)                                                \
      sorted[starts[numbers[rows[place]]]++] = rows[place];                                        \
  }
SORT(8)
SORT(16)

int64_t ccolumns_find(const uint8_t *bytes, int64_t count, const uint8_t *text, int64_t length) {
  const uint8_t *found = memmem(bytes, (size_t)count, text, (size_t)length);
  return found ? found - bytes : -1;
}

#define TOTAL(size)                                                                                \
  double ccolumns_total_##size(                                                                   \
      const uint##size##_t *codes, const uint64_t *bits, int64_t words, const double *values,     \
      int compensates) {                                                                          \
    ccolumns_total total = {0, 0};                                                                \
    for (int64_t word = 0; word < words; word++, codes += 64)                                     \
      for (uint64_t rest = bits[word]; rest; rest &= rest - 1)                                    \
        ccolumns_add(&total, values[codes[__builtin_ctzll(rest)]], compensates);                  \
    return total.sum + total.error;                                                               \
  }
TOTAL(8)
TOTAL(16)
