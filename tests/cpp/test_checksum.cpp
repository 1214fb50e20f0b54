// The checksum against published values, and what it must notice.
#include <string>
#include <vector>

#include "check.h"
#include "core/checksum.h"

using namespace shapecrp;

namespace {

std::uint64_t of(const std::string& text, std::uint64_t seed = 0) {
  return Checksum::of(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                      seed);
}

void test_published() {
  CHECK(of("") == 0xEF46DB3751D8E999ULL);
  CHECK(of("a") == 0xD24EC4F1A98C6E5BULL);
  CHECK(of("abc") == 0x44BC2CF5AD770999ULL);
  // 39 bytes: four lanes, then words of 4 and single bytes.
  CHECK(of("Nobody inspects the spammish repetition") == 0xFBCEA83C8A378BF1ULL);
}

void test_every_byte_counts() {
  for (std::size_t size : {1, 3, 4, 7, 8, 15, 31, 32, 33, 63, 64, 100}) {
    const std::string text(size, 'x');
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'y';
      CHECK(of(other) != of(text));
    }
    CHECK(of(text + 'x') != of(text));
    CHECK(of(text, 1) != of(text));
  }
}

}  // namespace

int main() {
  test_published();
  test_every_byte_counts();
  return check::report();
}
