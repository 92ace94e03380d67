// What a learning machine sees of tritoc.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "games/tritoc/rules.hpp"
#include "planes.hpp"

namespace quincunx {

// The pieces of the seat and of the other, on the whole board; the fields each has won, the closed ones; the roll to use,
// 2 to 12; at least 1 or 2 useless rolls; at least 1, 2 or 3 forfeits.
inline Shape shape(const Tritoc&) { return {22, 9, 9}; }
inline void observe(const Tritoc&, const Tritoc::Position& position, int seat, std::uint8_t* seen) {
    constexpr int SQUARES = 81;
    const int own = seat - 1, other = 2 - seat;
    std::memset(seen, 0, 21 * SQUARES);
    const auto corner = [](int field) { return 27 * (field / 3) + 3 * (field % 3); };
    for (int y = 0; y < 9; ++y) {
        std::array<unsigned, 2> row{};  // nine holes of three fields, by seat - 1
        for (int x = 0; x < 3; ++x)
            for (const int whose : {0, 1})
                row[whose] |= (position.fields[y / 3 * 3 + x][whose] >> y % 3 * 3 & 7u) << 3 * x;
        spread(row[own], 9, seen + 9 * y);
        spread(row[other], 9, seen + SQUARES + 9 * y);
    }
    const Tritoc::Nine whole[] = {position.won[own], position.won[other], position.closed};
    for (int plane = 0; plane < 3; ++plane)
        for (unsigned left = whole[plane]; left; left &= left - 1)
            for (int row = 0; row < 3; ++row)
                std::memset(seen + (2 + plane) * SQUARES + corner(std::countr_zero(left)) + 9 * row, 1, 3);
    if (position.rolled) std::memset(seen + (3 + position.rolled) * SQUARES, 1, SQUARES);
    std::memset(seen + 16 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.tries, 2) * SQUARES));
    std::memset(seen + 18 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.forfeits, 3) * SQUARES));
}

}  // namespace quincunx
