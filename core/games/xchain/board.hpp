// The board that the xchain searches use: a few words of bits, and a whole wave of explosions in some forty operations.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace quincunx::xchain {

// A set of squares, one bit each in reading order: one word up to 64 squares, three for the largest boards.
template <int N>
struct Bits {
    std::array<std::uint64_t, N> word{};

    static constexpr Bits square(int s) {
        Bits bits;
        bits.word[s / 64] = 1ull << s % 64;
        return bits;
    }
    constexpr bool has(int s) const { return word[s / 64] >> s % 64 & 1; }
    constexpr bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < N; ++i) all |= word[i];
        return all != 0;
    }
    constexpr int count() const {
        int n = 0;
        for (int i = 0; i < N; ++i) n += std::popcount(word[i]);
        return n;
    }
    // Takes out the lowest square; there must be one.
    constexpr int pop() {
        int i = 0;
        while (N > 1 && !word[i]) ++i;
        const int s = std::countr_zero(word[i]);
        word[i] &= word[i] - 1;
        return 64 * i + s;
    }
    // Every square n places later or earlier in reading order, 0 < n < 64; what leaves the last word is lost.
    constexpr Bits later(int n) const {
        Bits bits;
        for (int i = N - 1; i >= 0; --i) bits.word[i] = word[i] << n | (i > 0 ? word[i - 1] >> (64 - n) : 0);
        return bits;
    }
    constexpr Bits earlier(int n) const {
        Bits bits;
        for (int i = 0; i < N; ++i) bits.word[i] = word[i] >> n | (i + 1 < N ? word[i + 1] << (64 - n) : 0);
        return bits;
    }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator~(Bits a) {
        for (auto& w : a.word) w = ~w;
        return a;
    }
    constexpr Bits& operator&=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] &= b.word[i];
        return *this;
    }
    constexpr Bits& operator|=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] |= b.word[i];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] ^= b.word[i];
        return *this;
    }
};

// What never changes on a board of one size.
template <int N>
struct Grid {
    int width;
    Bits<N> all, corner, edge, inside;  // edge: without the corners
    Bits<N> left, right;                // all but the last column, all but the first: from where one can go right, left

    Grid(int width, int height) : width(width) {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const auto here = Bits<N>::square(y * width + x);
                const int sides = (x == 0 || x == width - 1) + (y == 0 || y == height - 1);
                all |= here;
                (sides == 2 ? corner : sides == 1 ? edge : inside) |= here;
                if (x < width - 1) left |= here;
                if (x > 0) right |= here;
            }
    }
    // The neighbours of a set, one set for each direction.
    std::array<Bits<N>, 4> around(const Bits<N>& of) const {
        return {(of & left).later(1), (of & right).earlier(1), of.later(width) & all, of.earlier(width)};
    }
    Bits<N> beside(const Bits<N>& of) const {
        const auto [a, b, c, d] = around(of);
        return a | b | c | d;
    }
};

// A settled position. The planes hold each square's *fill*: its value, plus 1 on an edge and 2 in a corner, so that every
// square is full at 3 and explodes at 4, whatever its maximum:
//
//     fill        0 1 2 3 | 4 .. 7 only while a chain runs (`top` in play)
//     low         0 1 0 1
//     high        0 0 1 1
//
// An empty square is therefore 0 inside, 1 on an edge, 2 in a corner. `own` holds the squares of each side; a square with a
// value and no side belongs to a seat that left the table: nobody grows it, anybody captures it.
// Sides are the living seats, numbered from 0 in seat order; S is how many there is room for.
template <int N, int S>
struct Board {
    Bits<N> low, high;
    std::array<Bits<N>, S> own;
    std::uint8_t living = 0;  // a bit for each side
    std::uint8_t next = 0;    // the side to move

    Bits<N> filled(const Grid<N>& grid) const { return (low ^ grid.edge) | (high ^ grid.corner); }
    Bits<N> full() const { return low & high; }
    Bits<N> legal(const Grid<N>& grid) const { return (grid.all & ~filled(grid)) | own[next]; }

    bool lives(int side) const { return living >> side & 1; }
    bool over() const { return (living & (living - 1)) == 0; }
    // The squares of all sides that `side` plays against.
    Bits<N> opponents(int side) const {
        Bits<N> squares;
        for (int other = 0; other < S; ++other)
            if (other != side) squares |= own[other];
        return squares;
    }

    // Makes a legal move and passes the turn. True when the mover is left alone: only `living` is then of any use.
    bool play(const Grid<N>& grid, int square) {
        const auto here = Bits<N>::square(square);
        const int mover = next;
        own[mover] |= here;
        if ((low & high & here).any()) {
            low &= ~here;
            high &= ~here;
            if (chain(grid, here, mover)) {
                living = static_cast<std::uint8_t>(1 << mover);
                return true;
            }
        } else {
            high ^= low & here;
            low ^= here;
        }
        do next = static_cast<std::uint8_t>(next + 1 == S ? 0 : next + 1);
        while (!lives(next));
        return false;
    }

    std::uint64_t key() const {
        std::uint64_t hash = next * 0x9E3779B97F4A7C15ull;  // else it could pass for the first squares of `low`
        const auto mix = [&hash](const Bits<N>& bits) {
            for (const auto word : bits.word) {
                hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
                hash ^= hash >> 32;
            }
        };
        mix(low);
        mix(high);
        for (const auto& squares : own) mix(squares);
        return hash;
    }

private:
    // Lets `top`, whose fill is 4 and more (low and high hold the rest), explode wave after wave. True when the mover is alone;
    // a chain that never settles reaches every square, so it ends that way.
    bool chain(const Grid<N>& grid, Bits<N> top, int mover) {
        auto ones = low, twos = high;  // copies stay in registers
        auto mine = own[mover], others = opponents(mover);
        do {
            // What each square gets, in binary: from its neighbours, and back from its own explosion on an edge and in a corner.
            const auto [a, b, c, d] = grid.around(top);
            const auto ring = top & grid.edge, corner = top & grid.corner;
            const auto ab = a ^ b, cd = c ^ d, two = (a & b) ^ (c & d) ^ (ab & cd), four = a & b & c & d;
            const auto one = ab ^ cd, carry = (ones & ring) | (one & (ones ^ ring));
            const auto reached = a | b | c | d;
            ones ^= one ^ ring;
            top = four | (twos & two) | (corner & carry) | ((twos | two) & (corner | carry));
            twos ^= two ^ corner ^ carry;
            mine |= reached;
            others &= ~reached;
            if (!others.any()) return true;
        } while (top.any());
        low = ones;
        high = twos;
        for (auto& squares : own) squares &= ~mine;
        own[mover] = mine & filled(grid);
        for (int side = 0; side < S; ++side)
            if (!own[side].any()) living &= static_cast<std::uint8_t>(~(1 << side));
        return false;
    }
};

}  // namespace quincunx::xchain
