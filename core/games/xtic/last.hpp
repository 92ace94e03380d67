// The last three pieces of an xtic game where completing a line loses, from a table.
#pragma once

#include "games/xtic/ending.hpp"

namespace quincunx::xtic {

// With three squares and three pieces left, nineteen facts determine all that can still happen:
//
//   bits 0-5     of piece 0: fatal on square 0 and 1; pieces 1 and 2 fatal together on squares 0 and 1; piece 0 fatal on
//                square 2; pieces 1 and 2 fatal together on squares 0 and 2, and on 1 and 2
//   bits 6-11    the same of piece 1 and of pieces 0 and 2;  bits 12-17  of piece 2 and of pieces 0 and 1
//   bit  18      all three fatal together
//
// That is the order in which an Ending has its bytes, so that the facts are found without a branch.
class LastThree {
public:
    // Made once, in some twenty milliseconds, for everybody.
    static const LastThree& table() {
        static const LastThree made;
        return made;
    }

    static unsigned facts(const Ending<3>& ending) {
        constexpr std::uint64_t single = 0x000000FF00FFFF00, pair = 0x00FFFF00FF000000;
        const Mask two = rest(ending.free), one = rest(two);
        const std::uint64_t a = met(ending, ending.free), b = met(ending, two), c = met(ending, one);
        return not_zero((a & single) | (b & c & pair)) | not_zero((b & single) | (a & c & pair)) << 6 |
               not_zero((c & single) | (a & b & pair)) << 12 | static_cast<unsigned>((a & b & c) >> 56 != 0) << 18;
    }

    // The giver's questions, with all placements seen, and with two; yes also where a piece is safe nowhere.
    bool wins(unsigned facts) const { return wins_[facts / 64] >> facts % 64 & 1; }
    bool holds(unsigned facts) const { return holds_[facts / 64] >> facts % 64 & 1; }

private:
    static constexpr unsigned FACTS = 1u << 19;

    LastThree() {
        for (unsigned facts = 0; facts < FACTS; ++facts) {
            wins_[facts / 64] |= std::uint64_t{answer(facts, true)} << facts % 64;
            holds_[facts / 64] |= std::uint64_t{answer(facts, false)} << facts % 64;
        }
    }

    // What the lowest of the pieces has of each byte.
    static std::uint64_t met(const Ending<3>& ending, Mask pieces) {
        return ending.bytes & 0x0101010101010101u * traits_of(std::countr_zero(pieces));
    }
    // A bit for each of the bytes 1 to 6 that is not 0.
    static unsigned not_zero(std::uint64_t bytes) {
        const std::uint64_t ones =
            (((bytes & 0x7F7F7F7F7F7F7F7F) + 0x7F7F7F7F7F7F7F7F) | bytes) >> 7 & 0x0101010101010101;
        return static_cast<unsigned>(ones * 0x0102040810204080 >> 57) & 63;
    }

    static bool answer(unsigned facts, bool win) {
        constexpr int single[] = {0, 1, 3}, pair[][3] = {{-1, 2, 4}, {2, -1, 5}, {4, 5, -1}};
        const auto fact = [&](int piece, int i) { return (facts >> (6 * piece + i) & 1) != 0; };
        for (int i = 0; i < 3; ++i)
            if (fact(i, single[0]) && fact(i, single[1]) && fact(i, single[2])) return true;
        for (int gift = 0; gift < 3; ++gift) {
            bool good = true;
            for (int square = 0; square < 3 && good; ++square) {
                if (fact(gift, single[square])) continue;
                // The gift lies there; p and q are left, for x and y.
                const int p = gift == 0, q = gift == 2 ? 1 : 2, x = square == 0, y = square == 2 ? 1 : 2;
                const bool px = fact(p, single[x]) || fact(q, pair[square][x]),
                           py = fact(p, single[y]) || fact(q, pair[square][y]);
                const bool qx = fact(q, single[x]) || fact(p, pair[square][x]),
                           qy = fact(q, single[y]) || fact(p, pair[square][y]);
                const bool both = fact(gift, pair[x][y]) || facts >> 18;
                const bool lost = (px && py) || (qx && qy);  // for the one who gave, who must place next
                const bool held = !both && (((px || !qy) && (py || !qx)) || ((qx || !py) && (qy || !px)));
                good = !lost && !(win && held);
            }
            if (good) return true;
        }
        return false;
    }

    std::array<std::uint64_t, FACTS / 64> wins_{}, holds_{};
};

}  // namespace quincunx::xtic
