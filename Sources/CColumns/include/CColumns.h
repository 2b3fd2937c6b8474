#ifndef CCOLUMNS_H
#define CCOLUMNS_H

#include <stdint.h>

/// What is known of some numbers of which none is 0: those are left out.
typedef struct {
  /// How many there are.
  int64_t count;
  uint64_t sum;
  /// 0 without any.
  uint32_t least;
  uint32_t greatest;
} ccolumns_summary;

/// How many bits are set in some words.
int64_t ccolumns_count(const uint64_t *bits, int64_t words);
/// How many bits are set in both of two sets.
int64_t ccolumns_count_common(const uint64_t *left, const uint64_t *right, int64_t words);

/// Adds up the numbers whose bits are set; there are 64 for each word.
ccolumns_summary ccolumns_sum_8(const uint8_t *numbers, const uint64_t *bits, int64_t words);
ccolumns_summary ccolumns_sum_16(const uint16_t *numbers, const uint64_t *bits, int64_t words);
ccolumns_summary ccolumns_sum_32(const uint32_t *numbers, const uint64_t *bits, int64_t words);

/// Sets the bits of the numbers from `low` to `high`, takes all others away.
void ccolumns_range_8(
    const uint8_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);
void ccolumns_range_16(
    const uint16_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);
void ccolumns_range_32(
    const uint32_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);

/// Sets the bits of the numbers for which `holds` has 1 and not 0, takes all others away.
void ccolumns_among_8(
    const uint8_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);
void ccolumns_among_16(
    const uint16_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);
void ccolumns_among_32(
    const uint32_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);

/// Counts how often each number comes among those whose bits are set.
void ccolumns_tally_8(
    const uint8_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);
void ccolumns_tally_16(
    const uint16_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);
void ccolumns_tally_32(
    const uint32_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);

/// The greatest of some numbers; 0 without any.
uint32_t ccolumns_greatest_8(const uint8_t *numbers, int64_t count);
uint32_t ccolumns_greatest_16(const uint16_t *numbers, int64_t count);
uint32_t ccolumns_greatest_32(const uint32_t *numbers, int64_t count);

/// Sets the bits of some rows, for which there has to be room.
void ccolumns_mark(const uint32_t *rows, int64_t count, uint64_t *bits);
/// Whether each number is greater than the one before it.
int ccolumns_are_ascending(const uint32_t *numbers, int64_t count);

/// Copies the rows whose bits are set to `kept`, in their order; gives how many there are.
int64_t ccolumns_keep(const uint32_t *rows, int64_t count, const uint64_t *bits, uint32_t *kept);
/// The first place of a row; -1 when it has none.
int64_t ccolumns_place(const uint32_t *rows, int64_t count, uint32_t row);

#endif
