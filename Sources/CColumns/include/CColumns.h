#ifndef CCOLUMNS_H
#define CCOLUMNS_H

#include <stdint.h>

/// A summary of numbers, zeros left out.
typedef struct {
  int64_t count;
  uint64_t sum;
  /// 0 without numbers.
  uint32_t least;
  uint32_t greatest;
} ccolumns_summary;

/// Returns the number of set bits.
int64_t ccolumns_count(const uint64_t *bits, int64_t words);
/// Returns the number of bits that are set in both sets.
int64_t ccolumns_count_common(const uint64_t *left, const uint64_t *right, int64_t words);

/// Summarizes the numbers whose bits are set; there are 64 numbers for each word of bits.
ccolumns_summary ccolumns_sum_8(const uint8_t *numbers, const uint64_t *bits, int64_t words);
ccolumns_summary ccolumns_sum_16(const uint16_t *numbers, const uint64_t *bits, int64_t words);
ccolumns_summary ccolumns_sum_32(const uint32_t *numbers, const uint64_t *bits, int64_t words);

/// A sum of doubles and its rounding error.
typedef struct {
  double sum;
  double error;
} ccolumns_total;

/// Adds a number as SQLite does: since version 3.43 it compensates rounding errors, by the algorithm of Kahan, Babuska
/// and Neumaier.
static inline void ccolumns_add(ccolumns_total *total, double number, int compensates) {
  double sum = total->sum + number;
  if (compensates) {
    int isSumLarger = __builtin_fabs(total->sum) > __builtin_fabs(number);
    total->error += isSumLarger ? (total->sum - sum) + number : (number - sum) + total->sum;
  }
  total->sum = sum;
}

/// Adds the values of the codes whose bits are set, in their order.
double ccolumns_total_8(
    const uint8_t *codes, const uint64_t *bits, int64_t words, const double *values,
    int compensates);
double ccolumns_total_16(
    const uint16_t *codes, const uint64_t *bits, int64_t words, const double *values,
    int compensates);

/// Sets the bits of the numbers from `low` to `high` and clears all others.
void ccolumns_range_8(
    const uint8_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);
void ccolumns_range_16(
    const uint16_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);
void ccolumns_range_32(
    const uint32_t *numbers, uint64_t *bits, int64_t words, uint32_t low, uint32_t high);

/// Sets the bits of the numbers for which `holds` has 1 and clears those for which it has 0.
void ccolumns_among_8(
    const uint8_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);
void ccolumns_among_16(
    const uint16_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);
void ccolumns_among_32(
    const uint32_t *numbers, uint64_t *bits, int64_t words, const uint8_t *holds);

/// Counts each number among those whose bits are set.
void ccolumns_tally_8(
    const uint8_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);
void ccolumns_tally_16(
    const uint16_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);
void ccolumns_tally_32(
    const uint32_t *numbers, const uint64_t *bits, int64_t words, int64_t *counts);

/// Returns the greatest number; 0 without numbers.
uint32_t ccolumns_greatest_8(const uint8_t *numbers, int64_t count);
uint32_t ccolumns_greatest_16(const uint16_t *numbers, int64_t count);
uint32_t ccolumns_greatest_32(const uint32_t *numbers, int64_t count);

/// Returns whether each number is greater than the one before it.
int ccolumns_are_ascending(const uint32_t *numbers, int64_t count);

/// Copies the rows whose bits are set to `kept`, in their order; returns their number. `kept` needs room for one more.
int64_t ccolumns_keep(const uint32_t *rows, int64_t count, const uint64_t *bits, uint32_t *kept);

/// Copies rows to `sorted`, each to the next place of its number, which `starts` begins with.
void ccolumns_sort_8(
    const uint32_t *rows, int64_t count, const uint8_t *numbers, int64_t *starts, uint32_t *sorted);
void ccolumns_sort_16(
    const uint32_t *rows, int64_t count, const uint16_t *numbers, int64_t *starts,
    uint32_t *sorted);

/// Returns the first offset of a text in some bytes; -1 when there is none.
int64_t ccolumns_find(const uint8_t *bytes, int64_t count, const uint8_t *text, int64_t length);

#endif
