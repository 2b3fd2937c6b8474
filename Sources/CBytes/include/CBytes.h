#ifndef CBYTES_H
#define CBYTES_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// How many of the 16 bytes at a place come before the first that is a quote, a backslash, a control
/// character or not ASCII; 16 when there is none.
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

/// Which of the 32 bytes at two places are the same: a bit each, that of the first byte lowest.
static inline uint32_t cbytes_same(const uint8_t *left, const uint8_t *right) {
#if defined(__SSE2__)
  const __m128i *first = (const __m128i *)left, *second = (const __m128i *)right;
  __m128i low = _mm_cmpeq_epi8(_mm_loadu_si128(first), _mm_loadu_si128(second));
  __m128i high = _mm_cmpeq_epi8(_mm_loadu_si128(first + 1), _mm_loadu_si128(second + 1));
  return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
#else
  uint32_t same = 0;
  for (int index = 0; index < 32; index++) same |= (uint32_t)(left[index] == right[index]) << index;
  return same;
#endif
}

/// Counts, in `blocks` times 16 bytes, the line feeds and the bytes that go on with a character of
/// UTF-8; at most 255 blocks.
static inline void cbytes_tally(const uint8_t *bytes, long blocks, long *newlines, long *trails) {
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
