// What a learning machine sees of a position: planes of zeros and ones, as src/quincunx/adapters/planes.py makes them from the
// law. The two share no code; a test holds them together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "game.hpp"
#include "games/tactix.hpp"
#include "games/tesseract.hpp"
#include "games/tritoc.hpp"
#include "games/xchain.hpp"
#include "games/xtic.hpp"

namespace quincunx {

// Planes, with the one that every game has at its end: full of ones while it is the seat's turn.
struct Shape {
    int planes, rows, columns;
    int squares() const { return rows * columns; }
    int size() const { return planes * squares(); }
};

// The lowest bits of a word as one byte each.
inline void spread(std::uint64_t bits, int count, std::uint8_t* bytes) {
    static_assert(std::endian::native == std::endian::little);
    for (; count >= 8; count -= 8, bits >>= 8, bytes += 8) {
        // Byte j of this keeps bit j alone; what is more than nothing carries into the byte's highest bit.
        const std::uint64_t alone = (bits & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;
        const std::uint64_t eight = (alone + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
        std::memcpy(bytes, &eight, 8);
    }
    for (int i = 0; i < count; ++i) bytes[i] = bits >> i & 1;
}

// Which moves are legal, a byte for each. Some games have a quicker way than making the list.
template <Game G>
void mark(const G& game, const typename G::Position& position, std::uint8_t* legal) {
    MoveList list;
    game.moves(position, list);
    std::memset(legal, 0, game.actions().size());
    for (const Move move : list) legal[move] = 1;
}

// The shape of a game, and all its planes but the last as a seat sees them. A game that says nothing shows its legal moves.
template <Game G>
Shape shape(const G& game) {
    return {2, 1, static_cast<int>(game.actions().size())};
}
template <Game G>
void observe(const G& game, const typename G::Position& position, int, std::uint8_t* seen) {
    mark(game, position, seen);
}

// Taken squares and the four properties of what is on them; whether a piece is in hand, and its properties.
inline Shape shape(const Xtic&) { return {11, 4, 4}; }
inline void observe(const Xtic&, const Xtic::Position& position, int, std::uint8_t* seen) {
    const bool held = position.hand != Xtic::NONE;
    for (int i = 0; i < 16; ++i) seen[i] = position.board[i] != Xtic::NONE;
    for (int bit = 0; bit < 4; ++bit)
        for (int i = 0; i < 16; ++i) seen[16 + 16 * bit + i] = seen[i] & position.board[i] >> bit;
    std::memset(seen + 80, held, 16);
    for (int bit = 0; bit < 4; ++bit) std::memset(seen + 96 + 16 * bit, held && position.hand >> bit & 1, 16);
}

// The counters.
inline Shape shape(const Tactix& game) { return {2, game.size, game.size}; }
inline void observe(const Tactix& game, const Tactix::Position& position, int, std::uint8_t* seen) {
    spread(position.counters, game.size * game.size, seen);
}
inline void mark(const Tactix& game, const Tactix::Position& position, std::uint8_t* legal) {
    for (const auto span : game.spans()) *legal++ = (span & ~position.counters) == 0;
}

// The marks of the seat and of the other.
inline Shape shape(const Tesseract& game) { return {3, 16, game.squares / 16}; }
inline void observe(const Tesseract& game, const Tesseract::Position& position, int seat, std::uint8_t* seen) {
    for (const int whose : {seat - 1, 2 - seat})
        for (int i = 0; i < game.squares; i += 64, seen += 64) spread(position.marks[whose][i / 64], 64, seen);
}
inline void mark(const Tesseract& game, const Tesseract::Position& position, std::uint8_t* legal) {
    const bool over = game.turn(position) == NOBODY;
    for (int i = 0; i < game.squares; i += 64)
        spread(over ? 0 : ~(position.marks[0][i / 64] | position.marks[1][i / 64]), 64, legal + i);
}

// The pieces of the seat and of the other, on the whole board; the fields each has won, the closed ones; the throw to use,
// 2 to 12; at least 1 or 2 useless throws; at least 1, 2 or 3 forfeits.
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
    if (position.thrown) std::memset(seen + (3 + position.thrown) * SQUARES, 1, SQUARES);
    std::memset(seen + 16 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.tries, 2) * SQUARES));
    std::memset(seen + 18 * SQUARES, 1, static_cast<std::size_t>(std::min<int>(position.forfeits, 3) * SQUARES));
}

// For each seat, the viewer first: its squares of at least 1, 2 and 3. Then squares at their maximum, and who still plays.
inline Shape shape(const Xchain& game) { return {4 * game.seats() + 2, game.height(), game.width()}; }
inline void observe(const Xchain& game, const Xchain::Position& position, int seat, std::uint8_t* seen) {
    const int area = game.area(), seats = game.seats();
    const auto whose = [=](int i) { return static_cast<std::uint8_t>((seat - 1 + i) % seats + 1); };
    for (int i = 0; i < seats; ++i)
        for (std::uint8_t owner = whose(i), least = 1; least <= 3; ++least, seen += area)
            for (int k = 0; k < area; ++k) seen[k] = (position.owner[k] == owner) & (position.value[k] >= least);
    for (int k = 0; k < area; ++k) seen[k] = position.value[k] >= game.maximum(k);
    for (int i = 0; i < seats; ++i)
        std::memset(seen += area, position.standing[whose(i) - 1] <= Xchain::ALIVE, static_cast<std::size_t>(area));
}
inline void mark(const Xchain& game, const Xchain::Position& position, std::uint8_t* legal) {
    const std::uint8_t mover = position.next;
    for (int k = 0; k < game.area(); ++k)
        legal[k] = (mover != 0) & ((position.owner[k] == 0) | (position.owner[k] == mover));
}

}  // namespace quincunx
