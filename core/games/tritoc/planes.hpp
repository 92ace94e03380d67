// The observation planes of tritoc.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "batch/planes.hpp"
#include "games/tritoc/rules.hpp"

namespace quincunx {

namespace tritoc {

// A band is three rows of the whole board, 27 holes, so three fields side by side. `holes` of a field are its nine as they lie in a
// band whose first field it is.
constexpr std::uint32_t holes(std::uint32_t nine) { return (nine & 0007) | (nine & 0070) << 6 | (nine & 0700) << 12; }
// All holes of the fields of a band, by a bit for each field.
inline constexpr std::array<std::uint32_t, 8> BANDS = [] {
    std::array<std::uint32_t, 8> bands{};
    for (std::uint32_t fields = 0; fields < 8; ++fields)
        for (int field = 0; field < 3; ++field)
            if (fields >> field & 1) bands[fields] |= holes(0777) << 3 * field;
    return bands;
}();

}  // namespace tritoc

// The pieces of the seat and of the other, on the whole board; the fields each has won, the closed ones; the roll to use,
// 2 to 12; at least 1 or 2 useless rolls; at least 1, 2 or 3 forfeits.
inline Shape shape(const Tritoc&) { return {22, 9, 9}; }
inline void observe(const Tritoc&, const Tritoc::Position& position, int seat, std::uint8_t* seen) {
    constexpr int SQUARES = 81;
    const int own = seat - 1, other = 2 - seat;
    for (const int whose : {own, other})
        for (int field = 0; field < 9; field += 3, seen += 27)
            spread_all(tritoc::holes(position.fields[field][whose]) |
                           tritoc::holes(position.fields[field + 1][whose]) << 3 |
                           tritoc::holes(position.fields[field + 2][whose]) << 6,
                       seen);
    for (const auto nine : {position.won[own], position.won[other], position.closed})
        for (int field = 0; field < 9; field += 3, seen += 27) spread_all(tritoc::BANDS[nine >> field & 7], seen);
    fill(seen, 0, 16 * SQUARES);
    if (position.rolled) std::memset(seen + (position.rolled - 2) * SQUARES, 1, SQUARES);
    std::memset(seen + 11 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.tries, 2) * SQUARES));
    std::memset(seen + 13 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.forfeits, 3) * SQUARES));
}

inline void mark(const Tritoc& game, const Tritoc::Position& position, std::uint8_t* legal) {
    std::memset(legal, 0, Tritoc::LEAVE + 1);
    if (const auto fields = Tritoc::places(position)) return spread_all(fields, legal + Tritoc::PLACE);
    MoveList list;
    game.moves(position, list);
    for (const Move move : list) legal[move] = 1;
}

}  // namespace quincunx
