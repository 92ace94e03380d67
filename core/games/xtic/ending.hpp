// The end of an xtic game, when few squares are empty: what the board still forbids, and nothing else.
#pragma once

#include <type_traits>

#include "games/xtic/board.hpp"

namespace quincunx::xtic {

// A game with N empty squares, numbered 0 to N-1 in reading order. For each set of them, as bits of a number, one byte holds
// the traits that pieces on exactly these squares must not all have: what the pieces already on a line with these gaps have in
// common, over all such lines. With three squares:
//
//   byte      7    6    5    4    3    2    1    0
//   squares  012  .12  0.2  ..2  01.  .1.  0..  ...
//
// Bytes 1, 2, 4 … are thus the danger on single squares. A piece placed on square i with traits t leaves, for every set
// without i, byte[set] | (byte[set with i] & t): half as many bytes, no line ever looked at again.
template <int N>
struct Ending {
    static constexpr int PLACES = N;
    using Store = std::conditional_t<(N > 3), std::array<Bytes, (N > 4 ? 1 << (N - 4) : 1)>, std::uint64_t>;

    Store bytes;
    Mask free;

    // Byte `set`.
    std::uint8_t forbidden(int set) const {
        if constexpr (N > 3)
            return bytes[set / 16][set % 16];
        else
            return static_cast<std::uint8_t>(bytes >> 8 * set);
    }

    Ending<N - 1> with(int piece, int place) const {
        Ending<N - 1> next;
        next.free = without(free, piece);
        const std::uint8_t traits = traits_of(piece);
        if constexpr (N > 3) {
            const Bytes mask = Bytes{} + traits;
            switch (place) {
                case 0:
                    fold<0>(next, mask);
                    break;
                case 1:
                    fold<1>(next, mask);
                    break;
                case 2:
                    fold<2>(next, mask);
                    break;
                case 3:
                    fold<3>(next, mask);
                    break;
                case 4:
                    fold<4>(next, mask);
                    break;
                default:
                    fold<5>(next, mask);
                    break;
            }
        } else {
            std::uint64_t kept = bytes | (bytes >> (8 << place) & 0x0101010101010101u * traits);
            if (place < 1) kept = pack(kept & 0x00FF00FF00FF00FFu, 8);
            if (place < 2) kept = pack(kept & 0x0000FFFF0000FFFFu, 16);
            next.bytes = kept & (~std::uint64_t{0} >> (64 - (8 << (N - 1))));
        }
        return next;
    }

private:
    typedef std::uint16_t Pairs __attribute__((vector_size(16)));
    typedef std::uint64_t Halves __attribute__((vector_size(16)));

    static std::uint64_t pack(std::uint64_t bytes, int gap) { return bytes | bytes >> gap; }

    template <int i>
    void fold(Ending<N - 1>& next, Bytes mask) const {
        if constexpr (i >= N) {
            __builtin_unreachable();
        } else if constexpr (i > 3) {  // whole vectors
            constexpr int step = 1 << (i - 4);
            for (int from = 0, to = 0; from < 1 << (N - 4); ++from)
                if (!(from & step)) next.bytes[to++] = bytes[from] | (bytes[from + step] & mask);
        } else if constexpr (N > 4) {
            for (int to = 0; to < 1 << (N - 5); ++to)
                next.bytes[to] = every<i, 0>(bytes[2 * to], bytes[2 * to + 1]) |
                                 (every<i, 1>(bytes[2 * to], bytes[2 * to + 1]) & mask);
        } else {
            const Bytes kept = every<i, 0>(bytes[0], bytes[0]) | (every<i, 1>(bytes[0], bytes[0]) & mask);
            next.bytes = reinterpret_cast<Halves>(kept)[0];
        }
    }

    // Of the 32 bytes of a and b those whose number has the value b in bit i.
    template <int i, int b>
    static Bytes every(Bytes x, Bytes y) {
        if constexpr (i == 0)
            return __builtin_shufflevector(x, y, b, 2 + b, 4 + b, 6 + b, 8 + b, 10 + b, 12 + b, 14 + b, 16 + b, 18 + b,
                                           20 + b, 22 + b, 24 + b, 26 + b, 28 + b, 30 + b);
        else if constexpr (i == 1)
            return reinterpret_cast<Bytes>(__builtin_shufflevector(reinterpret_cast<Pairs>(x),
                                                                   reinterpret_cast<Pairs>(y), b, 2 + b, 4 + b, 6 + b,
                                                                   8 + b, 10 + b, 12 + b, 14 + b));
        else if constexpr (i == 2)
            return reinterpret_cast<Bytes>(
                __builtin_shufflevector(reinterpret_cast<Rows>(x), reinterpret_cast<Rows>(y), b, 2 + b, 4 + b, 6 + b));
        else
            return reinterpret_cast<Bytes>(
                __builtin_shufflevector(reinterpret_cast<Halves>(x), reinterpret_cast<Halves>(y), b, 2 + b));
    }
};

// What is left of a board with N empty squares.
template <int N>
Ending<N> ending(const Board& board, const std::vector<Xtic::Line>& lines) {
    std::array<std::uint8_t, 16> traits, gap{};
    std::memcpy(traits.data(), &board.traits, 16);
    int place = 0;
    for (Mask empty = board.empty; empty; empty = rest(empty)) {
        const int square = std::countr_zero(empty);
        traits[square] = 0xFF;
        gap[square] = static_cast<std::uint8_t>(1 << place++);
    }
    alignas(16) std::array<std::uint8_t, (N > 4 ? 1 << N : 16)> bytes{};
    for (const auto& [a, b, c, d] : lines)
        bytes[gap[a] | gap[b] | gap[c] | gap[d]] |= traits[a] & traits[b] & traits[c] & traits[d];
    Ending<N> end;
    end.free = board.free;
    std::memcpy(&end.bytes, bytes.data(), sizeof end.bytes);
    return end;
}

}  // namespace quincunx::xtic
