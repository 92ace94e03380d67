// A checker for positions of xchain for two: proves who wins by trying everything.
//
// It shares no code with the core, whose claims it checks. The law tells it which squares touch each other; the tests compare its
// answers with the law's.
//
// THE BOARD. Up to 32 squares, four bits each in one word: how many pieces are on it. A square with d neighbours explodes
// when it holds d or more, and hands one piece to each neighbour. As a number, the word then grows by a constant that
// depends on the square only: 1 at the place of each neighbour, minus d at its own. So a whole wave of explosions is a sum
// of such constants. No square ever holds more than 7: after a wave it keeps at most what it can hold, 3, and gets 4.
// Adding 8 - d to every place sets the highest bit of those that are over-full.
//
// THE GAME. A move adds a piece to an empty square or one's own, then wave after wave explodes. All squares that a wave reaches
// become the mover's. After a wave that leaves the other seat no square the mover has won. Positions in which a seat has not
// moved yet, and so has no squares either, are not for this checker.
//
// THE SEARCH. A seat wins if some move wins at once, or leaves a position in which the other does not win. Each move adds a piece,
// so no position comes again. A table of exact keys keeps what is known. Moves that leave the other seat few squares come
// first, those that lead to a position known as lost before all.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "table.hpp"

namespace {

__extension__ using Cells = unsigned __int128;  // four bits for each square
using Set = std::uint32_t;                      // of squares
constexpr int MOST = 32;                        // squares

struct Position {
    Cells cells;
    Set own, other;  // of the seat to move; of the other
};

class Xchain {
public:
    Xchain(const std::vector<std::vector<int>>& neighbours, std::uint64_t memory)
        : squares_(static_cast<int>(neighbours.size())), table_(memory) {
        if (squares_ < 1 || squares_ > MOST) throw std::invalid_argument("boards have 1 to 32 squares");
        for (int square = 0; square < squares_; ++square) {
            const auto& near = neighbours[square];
            if (near.size() < 2 || near.size() > 4) throw std::invalid_argument("squares have 2 to 4 neighbours");
            for (const int other : near) {
                if (other < 0 || other >= squares_) throw std::invalid_argument("a neighbour is not on the board");
                explosion_[square] += one(other);
                near_[square] |= 1u << other;
            }
            explosion_[square] -= near.size() * one(square);
            spare_ += (8 - near.size()) * one(square);
        }
    }

    // Whether the seat to move loses. `owners` is 1 for its squares, 2 for those of the other, 0 for empty ones. Nothing if it was
    // stopped.
    std::optional<bool> lost(const std::vector<int>& owners, const std::vector<int>& values) {
        if (static_cast<int>(owners.size()) != squares_ || owners.size() != values.size())
            throw std::invalid_argument("a board has an owner and a value for each square");
        Position position{};
        for (int square = 0; square < squares_; ++square) {
            const int owner = owners[square], value = values[square];
            if (owner < 0 || owner > 2 || (owner == 0) != (value == 0) || value < 0 || value >= degree(square))
                throw std::invalid_argument("a square is empty, or holds no more pieces than it can");
            position.cells += static_cast<Cells>(value) * one(square);
            if (owner == 1) position.own |= 1u << square;
            if (owner == 2) position.other |= 1u << square;
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
    static Cells one(int square) { return Cells{1} << 4 * square; }
    int degree(int square) const { return std::popcount(near_[square]); }
    static constexpr Cells TOPS = static_cast<Cells>(0x8888888888888888) << 64 | 0x8888888888888888;

    // The lowest square with a bit in `tops`, which has one.
    static int lowest(Cells tops) {
        const auto low = static_cast<std::uint64_t>(tops), high = static_cast<std::uint64_t>(tops >> 64);
        return (low ? std::countr_zero(low) : 64 + std::countr_zero(high)) / 4;
    }

    // Makes a move, and passes the turn. True if it wins.
    bool play(Position& position, int square) const {
        Set own = position.own | 1u << square, other = position.other;
        Cells cells = position.cells + one(square);
        while (Cells over = (cells + spare_) & TOPS) {
            Set exploding = 0;
            for (; over; over &= over - 1) {
                const int at = lowest(over);
                exploding |= 1u << at;
                cells += explosion_[at];
                own |= near_[at];
            }
            other &= ~own;
            if (!other) return true;
            for (; exploding; exploding &= exploding - 1) {
                const int at = std::countr_zero(exploding);
                if (!(cells >> 4 * at & 15)) own &= ~(1u << at);
            }
        }
        position = {cells, other, own};
        return false;
    }

    enum : std::uint32_t { WON = 1, LOST = 2 };
    // Squares hold 3 pieces at most between two moves, so two bits of each are enough.
    static checkers::Key key(const Position& position) {
        const auto low = static_cast<std::uint64_t>(position.cells),
                   high = static_cast<std::uint64_t>(position.cells >> 64);
        return {halved(low) | halved(high) << 32, position.own};
    }
    // The lower two bits of each four, side by side.
    static std::uint64_t halved(std::uint64_t word) {
        word = (word | word >> 2) & 0x0F0F0F0F0F0F0F0F;
        word = (word | word >> 4) & 0x00FF00FF00FF00FF;
        word = (word | word >> 8) & 0x0000FFFF0000FFFF;
        return (word | word >> 16) & 0x00000000FFFFFFFF;
    }

    bool wins(const Position& position) {
        counter_.count();
        std::array<Position, MOST> after;
        std::array<int, MOST> order, worth;
        int count = 0;
        for (int square = 0; square < squares_; ++square) {
            if (position.other >> square & 1) continue;
            Position next = position;
            if (play(next, square)) return true;
            const auto known = table_.find(key(next));
            if (known == LOST) return true;
            if (known == WON) continue;
            const int value = std::popcount(next.own) * 2 - std::popcount(next.other);
            int at = count;
            for (; at > 0 && worth[at - 1] > value; --at) {
                order[at] = order[at - 1];
                worth[at] = worth[at - 1];
            }
            order[at] = count;
            worth[at] = value;
            after[count++] = next;
        }
        for (int i = 0; i < count; ++i) {
            const bool lost = !wins(after[order[i]]);
            table_.keep(key(after[order[i]]), lost ? LOST : WON);
            if (lost) return true;
        }
        return false;
    }

    int squares_;
    std::array<Cells, MOST> explosion_{};  // what an explosion adds to the word
    std::array<Set, MOST> near_{};
    Cells spare_ = 0;
    checkers::Table table_;
    checkers::Counter counter_;
};

}  // namespace

namespace nb = nanobind;

NB_MODULE(_checker_xchain, module) {
    nb::class_<Xchain>(module, "Xchain")
        .def(nb::init<const std::vector<std::vector<int>>&, std::uint64_t>(), nb::arg("neighbours"), nb::arg("memory"))
        .def("lost", &Xchain::lost, nb::arg("owners"), nb::arg("values"), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Xchain::nodes)
        .def("stop", &Xchain::stop);
}
