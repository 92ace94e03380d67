// xtic for the solver: a board as sixteen bytes, and the danger on all its squares at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "games/xtic/rules.hpp"

namespace quincunx::xtic {

// Sixteen bytes processed together, and the same as four rows of four. The compiler turns the operators into SIMD instructions.
typedef std::uint8_t Bytes __attribute__((vector_size(16)));
typedef std::uint32_t Rows __attribute__((vector_size(16)));

// The sixteen squares as bits, or the sixteen pieces.
using Mask = std::uint16_t;

inline constexpr Mask bit(int i) { return static_cast<Mask>(1u << i); }
inline constexpr Mask without(Mask mask, int i) { return static_cast<Mask>(mask & ~(1u << i)); }
inline constexpr Mask rest(Mask mask) { return static_cast<Mask>(mask & (mask - 1u)); }  // all but the lowest bit

// std::popcount is a call where the compiler may not use the machine's instruction; this is not.
inline constexpr int count(Mask mask) {
    unsigned m = mask;
    m -= m >> 1 & 0x5555;
    m = (m & 0x3333) + (m >> 2 & 0x3333);
    m = (m + (m >> 4)) & 0x0F0F;
    return static_cast<int>((m + (m >> 8)) & 31);
}

// What a piece has: bits 0-3 the properties whose bit is set in it, bits 4-7 those whose bit is not. Pieces are alike when the
// AND of their traits is not 0.
inline constexpr std::uint8_t traits_of(int piece) { return static_cast<std::uint8_t>(piece | (~piece & 15) << 4); }

// For each set of traits the pieces that have none of them.
inline constexpr auto PIECES_WITHOUT = [] {
    std::array<Mask, 256> pieces{};
    for (int traits = 0; traits < 256; ++traits)
        for (int piece = 0; piece < 16; ++piece)
            if (!(traits & traits_of(piece))) pieces[traits] |= bit(piece);
    return pieces;
}();

// A board while a piece is to be given.
//
//   traits   byte 4 * row + column holds the traits of the piece there, 0 on an empty square: so an AND over three squares
//            is 0 unless all three are taken.
//   pieces   the pieces in the order of their squares, four bits each, the first in the lowest bits:
//            square 0: 7, square 5: A, square 9: 1, others empty  ->  0x1A7
//   empty    the squares without a piece.
//   free     the pieces not on the board.
//   left     how many of either.
struct Board {
    static constexpr int PLACES = 16;

    Bytes traits;
    std::uint64_t pieces;
    Mask empty;
    Mask free;
    int left;

    Board with(int piece, int square) const {
        Board next = *this;
        next.traits[square] = traits_of(piece);
        const std::uint64_t one = std::uint64_t{1} << 4 * count(static_cast<Mask>(~empty & (bit(square) - 1u)));
        next.pieces = (pieces & (one - 1)) | one * static_cast<unsigned>(piece) | (pieces & ~(one - 1)) << 4;
        next.empty = without(empty, square);
        next.free = without(free, piece);
        next.left = left - 1;
        return next;
    }
};

// The board of a position, whatever is in hand.
inline Board board_of(const Xtic::Position& position) {
    Board board{{}, 0, 0xFFFF, 0xFFFF, 16};
    for (int square = 0; square < 16; ++square)
        if (position.board[square] != Xtic::NONE) board = board.with(position.board[square], square);
    return board;
}

// The position of a board without a complete line, nothing in hand.
inline Xtic::Position position_of(const Board& board) {
    Xtic::Position position{
        {}, Xtic::NONE, false, static_cast<std::uint16_t>(~board.empty), static_cast<std::uint16_t>(~board.free)};
    position.board.fill(Xtic::NONE);
    int i = 0;
    for (Mask taken = static_cast<Mask>(~board.empty); taken; taken = rest(taken), ++i)
        position.board[std::countr_zero(taken)] = board.pieces >> 4 * i & 15;
    return position;
}

// For each square the traits that complete a line there: those that the pieces on the three other squares of a line
// have in common. What it says of taken squares means nothing.
class Danger {
public:
    explicit Danger(Xtic::Type type) {
        for (int i = 0; i < 16; ++i) {
            const bool all = type == Xtic::Type::torus, main = type == Xtic::Type::normal;
            falling_[i] = all || (main && i % 5 == 0) ? 0xFF : 0;
            rising_[i] = all || (main && i % 3 == 0 && i % 15) ? 0xFF : 0;
        }
    }

    Bytes operator()(Bytes traits) const {
        const Bytes one = along<1>(traits), two = along<2>(traits), three = along<3>(traits);
        const Bytes rows = one & two & three;
        const Bytes columns = down<1>(traits) & down<2>(traits) & down<3>(traits);
        const Bytes opposite = down<2>(two);
        const Bytes falling = down<1>(one) & opposite & down<3>(three);
        const Bytes rising = down<1>(three) & opposite & down<3>(one);
        return rows | columns | (falling & falling_) | (rising & rising_);
    }

private:
    // Every square moved by i to the right, or by i down, around the edge.
    template <int i>
    static Bytes along(Bytes bytes) {
        static_assert(std::endian::native == std::endian::little);
        const Rows rows = reinterpret_cast<Rows>(bytes);
        return reinterpret_cast<Bytes>(rows << 8 * i | rows >> (32 - 8 * i));
    }
    template <int i>
    static Bytes down(Bytes bytes) {
        const Rows rows = reinterpret_cast<Rows>(bytes);
        return reinterpret_cast<Bytes>(
            __builtin_shufflevector(rows, rows, 4 - i, (5 - i) % 4, (6 - i) % 4, (7 - i) % 4));
    }

    Bytes falling_{}, rising_{};  // the squares that lie on a line of that direction
};

}  // namespace quincunx::xtic
