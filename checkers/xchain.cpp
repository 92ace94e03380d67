// A checker for positions of xchain for two: proves who wins by trying everything.
//
// It shares no code with the core, whose claims it checks. The law tells it which squares touch each other, and it refuses a board
// that is not a full grid; the tests compare its answers with the law's.
//
// THE BOARD. Up to 25 squares, row by row. A set of squares is a word with one bit for each, so that a step is done for all squares
// at once. For each square two bits, in the sets `low` and `high`, hold how many pieces are on it, plus 4, minus how many neighbours
// it has. So every square explodes when its number reaches 4, and the number of an empty one is 0 inside, 1 on an edge and 2 in a
// corner. An explosion takes 4 from the number and gives back that of an empty square, and adds 1 to each neighbour. A number is at
// most 3 before a wave of explosions; a wave adds 4 at most, since a square has 2, 3 or 4 neighbours.
//
// THE GAME. A move adds a piece to an empty square or one's own, then wave after wave explodes. The mover captures every square
// that a wave reaches. After a wave that leaves the other seat no square the mover has won. Positions in which a seat has not
// moved yet, and so has no squares either, are not for this checker.
//
// THE SEARCH. A seat wins if some move wins at once, or leaves a position in which the other does not win. Each move adds a piece,
// so no position comes again. A table of exact keys keeps what is known; several checkers may share it, one on each thread. Moves
// that lead to a position known as lost come first, then those after which the other seat has few squares and threats.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "table.hpp"

namespace {

using Set = std::uint32_t;  // of squares
constexpr int MOST = 25;    // squares

struct Position {
    Set low, high;
    Set own, other;  // of the seat to move; of the other
};

// The known results. An entry is one word, read and written at once, so that threads can share the table. It is exact:
// the place in the table carries as many bits of a position as the number of places has, and the entry holds the others.
class Known {
public:
    enum : std::uint64_t { NOTHING = 0, WON = 1, LOST = 2 };
    struct Place {
        std::uint64_t index, rest;
    };

    explicit Known(std::uint64_t bytes) {
        const auto count = std::bit_floor(std::max(bytes, LEAST) / sizeof(Entry));
        bits_ = std::countr_zero(count);
        entries_.reset(static_cast<Entry*>(::operator new(count * sizeof(Entry), std::align_val_t{PAGE})));
#ifdef __linux__
        madvise(entries_.get(), count * sizeof(Entry), MADV_HUGEPAGE);  // fewer TLB misses
#endif
        std::uninitialized_value_construct_n(entries_.get(), count);
    }

    // 75 bits tell positions apart: two for each square, and its owner. Their lowest bits are the place, after a number made of
    // the others was added without carry; so the place and the others give them back.
    Place place(const Position& position) const {
        const auto numbers = position.low | static_cast<std::uint64_t>(position.high) << MOST;
        const auto rest = numbers >> bits_ | static_cast<std::uint64_t>(position.own) << (2 * MOST - bits_);
        auto mixed = rest * 0xD6E8FEB86659FD93u;
        mixed = (mixed ^ mixed >> 32) * 0x9E3779B97F4A7C15u;
        return {(numbers & ((std::uint64_t{1} << bits_) - 1)) ^ mixed >> (64 - bits_), rest << 2};
    }
    void prefetch(const Place& place) const { __builtin_prefetch(&entries_.get()[place.index]); }
    std::uint64_t find(const Place& place) const {
        const auto entry = entries_.get()[place.index].load(std::memory_order_relaxed);
        return (entry ^ place.rest) >> 2 ? NOTHING : entry & 3;
    }
    void keep(const Place& place, std::uint64_t known) {
        entries_.get()[place.index].store(place.rest | known, std::memory_order_relaxed);
    }

private:
    using Entry = std::atomic<std::uint64_t>;
    static constexpr std::size_t PAGE = 1 << 21;
    // The rest must have room in an entry: 75 bits less those of the place, and two for what is known.
    static constexpr std::uint64_t LEAST = sizeof(Entry) << 13;
    static_assert(3 * MOST - 13 + 2 <= 64);

    struct Free {
        void operator()(Entry* entries) const { ::operator delete(entries, std::align_val_t{PAGE}); }
    };
    std::unique_ptr<Entry, Free> entries_;
    int bits_;
};

class Xchain {
public:
    Xchain(const std::vector<std::vector<int>>& neighbours, std::uint64_t memory)
        : squares_(static_cast<int>(neighbours.size())) {
        if (squares_ < 4 || squares_ > MOST) throw std::invalid_argument("boards have 4 to 25 squares");
        width_ = neighbours[0].empty() ? 0 : *std::max_element(neighbours[0].begin(), neighbours[0].end());
        if (width_ < 2 || squares_ % width_ || squares_ < 2 * width_) throw std::invalid_argument(NO_GRID);
        for (int square = 0; square < squares_; ++square) {
            const Set one = Set{1} << square;
            all_ |= one;
            if (square % width_ > 0) not_first_ |= one;
            if (square % width_ < width_ - 1) not_last_ |= one;
        }
        for (int square = 0; square < squares_; ++square) {
            const Set one = Set{1} << square;
            Set near = 0;
            for (const int other : neighbours[square]) {
                if (other < 0 || other >= squares_)
                    throw std::invalid_argument("a neighbour is not a square of the board");
                near |= Set{1} << other;
            }
            if (near != beside(one)) throw std::invalid_argument(NO_GRID);
            if (std::popcount(near) == 2) corners_ |= one;
            if (std::popcount(near) == 3) edges_ |= one;
        }
        known_ = std::make_shared<Known>(memory);
    }

    // Another checker, for another thread, that shares the table.
    std::unique_ptr<Xchain> sharing() const { return std::unique_ptr<Xchain>(new Xchain(*this)); }

    // Whether the seat to move loses. `owners` is 1 for its squares, 2 for those of the other, 0 for empty ones. Empty if it was
    // stopped.
    std::optional<bool> lost(const std::vector<int>& owners, const std::vector<int>& values) {
        if (static_cast<int>(owners.size()) != squares_ || owners.size() != values.size())
            throw std::invalid_argument("a board has an owner and a value for each square");
        Position position{};
        for (int square = 0; square < squares_; ++square) {
            const Set one = Set{1} << square;
            const int owner = owners[square], value = values[square], degree = std::popcount(beside(one));
            if (owner < 0 || owner > 2 || (owner == 0) != (value == 0) || value < 0 || value >= degree)
                throw std::invalid_argument("a square is empty, or holds no more pieces than it can");
            const int number = value + 4 - degree;
            if (number & 1) position.low |= one;
            if (number & 2) position.high |= one;
            if (owner == 1) position.own |= one;
            if (owner == 2) position.other |= one;
        }
        if (!position.own || !position.other) throw std::invalid_argument("both seats own squares");
        try {
            return !wins(position);
        } catch (checkers::Counter::Stopped) {
            return std::nullopt;
        }
    }

    std::uint64_t nodes() const { return counter_.nodes(); }
    void stop() { counter_.stop(); }

private:
    static constexpr const char* NO_GRID = "the squares must be those of a full grid, row by row";

    Xchain(const Xchain& other)
        : squares_(other.squares_),
          width_(other.width_),
          all_(other.all_),
          not_first_(other.not_first_),
          not_last_(other.not_last_),
          edges_(other.edges_),
          corners_(other.corners_),
          known_(other.known_) {}

    // The neighbours on each side.
    Set right(Set squares) const { return (squares & not_last_) << 1; }
    Set left(Set squares) const { return (squares & not_first_) >> 1; }
    Set below(Set squares) const { return squares << width_ & all_; }
    Set above(Set squares) const { return squares >> width_; }
    Set beside(Set squares) const { return right(squares) | left(squares) | below(squares) | above(squares); }

    // Makes a move, and passes the turn. True if it wins.
    bool play(Position& position, Set square) const {
        auto [low, high, own, other] = position;
        own |= square;
        Set carry = low & square,
            exploding = high & carry;  // their numbers reached 4, of which `low` and `high` keep 0
        low ^= square;
        high ^= carry;
        while (exploding) {
            const Set a = right(exploding), b = left(exploding), c = below(exploding), d = above(exploding);
            const Set reached = a | b | c | d;
            other &= ~reached;
            if (!other) return true;
            own |= reached;
            // What is added to each square, as the three bits `ones`, `twos` and `fours`: 1 for each exploding neighbour, and if
            // it exploded itself the number of an empty square. That is 4 at most.
            const Set edge = exploding & edges_, corner = exploding & corners_;
            const Set ab = a ^ b, cd = c ^ d, abcd = ab ^ cd, ones = abcd ^ edge;
            const Set pairs = (a & b) ^ (c & d), more = (ab & cd) ^ (abcd & edge);
            const Set most = ((a & b) & (c & d)) | (pairs & more);
            const Set twos = pairs ^ more ^ corner, fours = most | ((pairs ^ more) & corner);
            carry = low & ones;
            low ^= ones;
            exploding = fours | (high & twos) | ((high ^ twos) & carry);
            high ^= twos ^ carry;
            const Set empty = ~(low ^ edges_) & ~(high ^ corners_) & ~exploding;
            own &= ~empty;
        }
        position = {low, high, other, own};
        return false;
    }

    // Heuristic value of a position for the seat to move: its squares, those that can explode, and those the other's could take.
    int outlook(const Position& position) const {
        const Set full = position.low & position.high;
        const auto side = [&](Set own, Set other) {
            return 4 * std::popcount(own) + 3 * std::popcount(own & full) -
                   4 * std::popcount(own & beside(other & full));
        };
        return side(position.own, position.other) - side(position.other, position.own);
    }

    bool wins(const Position& position) {
        counter_.count();
        std::array<Position, MOST> after;
        std::array<Known::Place, MOST> places;
        std::array<int, MOST> order, outlooks;
        int count = 0;
        const Set fuses = position.own & position.low & position.high;
        for (Set rest = fuses; rest; rest &= rest - 1) {
            after[count] = position;
            if (play(after[count++], rest & -rest)) return true;
        }
        for (Set rest = all_ & ~position.other & ~fuses; rest; rest &= rest - 1) {
            after[count] = position;
            play(after[count++], rest & -rest);
        }
        for (int i = 0; i < count; ++i) {
            places[i] = known_->place(after[i]);
            known_->prefetch(places[i]);
        }
        int open = 0;
        for (int i = 0; i < count; ++i) {
            const auto known = known_->find(places[i]);
            if (known == Known::LOST) return true;
            if (known == Known::WON) continue;
            const int outlook = this->outlook(after[i]);
            int at = open++;
            for (; at > 0 && outlooks[at - 1] > outlook; --at) {
                order[at] = order[at - 1];
                outlooks[at] = outlooks[at - 1];
            }
            order[at] = i;
            outlooks[at] = outlook;
        }
        for (int i = 0; i < open; ++i) {
            const bool lost = !wins(after[order[i]]);
            known_->keep(places[order[i]], lost ? Known::LOST : Known::WON);
            if (lost) return true;
        }
        return false;
    }

    int squares_, width_ = 0;
    Set all_ = 0, not_first_ = 0, not_last_ = 0;  // squares; those not in the first column; those not in the last
    Set edges_ = 0, corners_ = 0;                 // with three neighbours; with two
    std::shared_ptr<Known> known_;
    checkers::Counter counter_;
};

}  // namespace

namespace nb = nanobind;

NB_MODULE(_checker_xchain, module) {
    nb::class_<Xchain>(module, "Xchain")
        .def(nb::init<const std::vector<std::vector<int>>&, std::uint64_t>(), nb::arg("neighbours"), nb::arg("memory"))
        .def("sharing", &Xchain::sharing)
        .def("lost", &Xchain::lost, nb::arg("owners"), nb::arg("values"), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Xchain::nodes)
        .def("stop", &Xchain::stop);
}
