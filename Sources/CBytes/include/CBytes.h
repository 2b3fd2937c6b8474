#ifndef CBYTES_H
#define CBYTES_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The number of bytes, of 16, before the first quote, backslash, control character or byte that is
/// not ASCII.
static inline long cbytes_plain(const uint8_t *bytes) {
#if defined(__SSE2__)
  __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  __m128i quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  __m128i slashes = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  // As signed numbers the bytes that are not ASCII are below the blank, too.
  __m128i others = _mm_cmplt_epi8(block, _mm_set1_epi8(' '));
  __m128i stops = _mm_or_si128(_mm_or_si128(quotes, slashes), others);
  return __builtin_ctz((unsigned)_mm_movemask_epi8(stops) | 0x10000u);
#else
  long count = 0;
  while (count < 16 && bytes[count] >= ' ' && bytes[count] < 0x80 && bytes[count] != '"' &&
         bytes[count] != '\\')
    count++;
  return count;
#endif
}

/// Fetches the cache line at `bytes`, which need not be readable.
static inline void cbytes_prefetch(const uint8_t *bytes) { __builtin_prefetch(bytes); }

/// Counts the line feeds and the UTF-8 continuation bytes in `blocks` times 16 bytes; at most 255
/// blocks.
static inline void cbytes_count(const uint8_t *bytes, long blocks, long *newlines, long *trails) {
#if defined(__SSE2__)
  __m128i lines = _mm_setzero_si128(), others = _mm_setzero_si128();
  for (long block = 0; block < blocks; block++) {
    __m128i part = _mm_loadu_si128((const __m128i *)(bytes + 16 * block));
    lines = _mm_sub_epi8(lines, _mm_cmpeq_epi8(part, _mm_set1_epi8('\n')));
    // 0x80 to 0xBF are the lowest signed numbers.
    others = _mm_sub_epi8(others, _mm_cmplt_epi8(part, _mm_set1_epi8(-64)));
  }
  __m128i sums = _mm_sad_epu8(lines, _mm_setzero_si128());
  *newlines = _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
  sums = _mm_sad_epu8(others, _mm_setzero_si128());
  *trails = _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
#else
  *newlines = 0;
  *trails = 0;
  for (long index = 0; index < 16 * blocks; index++) {
    *newlines += bytes[index] == '\n';
    *trails += (bytes[index] & 0xC0) == 0x80;
  }
#endif
}

#endif
