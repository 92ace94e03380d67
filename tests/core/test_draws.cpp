// SHA-256 by both ways to mix in a block. That the draws are those of the law, the tests in Python tell.
#include "levels/draws.hpp"

void check(bool ok, const char* what);

namespace quincunx {

void test_draws() {
#ifdef QUINCUNX_SHA
    if (!Sha256::has_sha()) return;
    for (int seed = 0; seed < 100; ++seed) {
        Sha256 one;
        for (int i = 0; i < 63; ++i) one.add(std::string(1, static_cast<char>(i * seed)));
        auto other = one;
        one.mix_in_plainly();
        other.mix_in_fast();
        check(one.finish() == other.finish(), "the processor's instructions give the same digest");
    }
#endif
}

}  // namespace quincunx

void test_draws() { quincunx::test_draws(); }
