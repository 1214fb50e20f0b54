// Inner products of vectors: by hand, against a plain sum, and the same bits by every
// instruction set.
#include <cmath>
#include <vector>

#include "check.h"
#include "core/model/vector_table.h"
#include "core/rng.h"

using namespace shapecrp;

namespace {

VectorTable random_table(std::size_t count, std::size_t length, bool use_avx2) {
  Rng rng(7, 0);
  VectorTable table(count, length, use_avx2);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t q = 0; q < length; ++q) table[k][q] = rng.uniform() - 0.5;
  }
  return table;
}

void test_by_hand() {
  VectorTable table(2, 3);
  CHECK(table.length() == 8 && table.size() == 2);
  const double first[] = {1.0, 2.0, 3.0}, second[] = {-4.0, 0.5, 2.0};
  for (std::size_t q = 0; q < 3; ++q) {
    table[0][q] = first[q];
    table[1][q] = second[q];
  }
  CHECK(table.dot(table[0], table[1]) == 3.0);
  std::vector<double> all(2);
  table.dots(table[0], 2, all.data());
  CHECK(all[0] == 14.0 && all[1] == 3.0);
  table.add(0, table[1], -1.0);
  CHECK(table[0][0] == 5.0 && table[0][1] == 1.5 && table[0][2] == 1.0 &&
        table[0][3] == 0.0);
  table.resize(3);
  CHECK(table.size() == 3 && table[2][0] == 0.0 && table[0][0] == 5.0);
}

void test_against_plain_sums() {
  for (std::size_t length : {1, 7, 8, 9, 31, 150}) {
    const VectorTable table = random_table(5, length, machine_has_avx2());
    const VectorTable portable = random_table(5, length, false);
    std::vector<double> out(6, 99.0), same(6, 99.0);
    table.dots(table[1], 5, out.data());
    portable.dots(portable[1], 5, same.data());
    for (std::size_t k = 0; k < 5; ++k) {
      double sum = 0.0;
      for (std::size_t q = 0; q < length; ++q) sum += table[1][q] * table[k][q];
      CHECK_NEAR(out[k], sum, 1e-13 * static_cast<double>(length));
      CHECK(out[k] == table.dot(table[k], table[1]));
      CHECK(out[k] == same[k]);
    }
    CHECK(out[5] == 99.0);
  }
}

// Where there is no dimension, products are 0.
void test_no_dimension() {
  const VectorTable table(3, 0);
  double out[] = {1.0, 1.0, 1.0};
  table.dots(table[0], 3, out);
  CHECK(out[0] == 0.0 && out[2] == 0.0);
}

}  // namespace

int main() {
  test_by_hand();
  test_against_plain_sums();
  test_no_dimension();
  return check::report();
}
