// A checker for positions of xtic: proves that a seat wins, or does not lose, by trying everything.
//
// It shares no code with the core, whose claims it checks, nor its representation of a board. The law tells it which
// lines count and what completing one means; the tests compare its answers with the law's.
//
// THE GAME. Sixteen pieces are the numbers 0 to 15; bit i of a piece is its value of property i. A seat gives a piece, the other
// puts it on a free square and gives the next. A line is complete when its four pieces share a value of a property.
//
// THE BOARD. For each of the eight values (property i, bit b) we keep the *set* of squares whose pieces have it: 16 bits. Placing
// a piece adds its square to four of these sets. A line is completed with this value exactly when the set comes to contain the
// line; so one table of 2^16 entries, which says for a set which further squares complete a line, is all that needs to be known
// about lines. A piece is *safe* on the empty squares that complete nothing for any of its four values.
//
// THE QUESTIONS. A board asks about the seat that is to give: can it force a win (`win`), or can it at least not be forced to
// lose? It can, if it has a gift after which, wherever the other seat puts the piece, that seat in its turn does not get the
// opposite: to win, leave a seat that cannot hold; to hold, leave one that cannot win. So
//
//     gets(board, win)  =  some gift p:  every square s:  not gets(board with p on s, not win)
//
// Where completing a line loses, the other seat uses safe squares only, and has lost if there is none. Where it wins, only a
// piece that is safe everywhere may be given. A full board is a draw: the giver "holds" and does not "win".
//
// SPEED. Three observations, each of them also a proof: a piece that is safe nowhere wins for the one who gives it (completing
// loses); so nobody may give a piece that the other can put on the only safe square of a third piece; and boards that differ
// by exchanging the values of a property, or two properties, are equivalent and share an entry in the table. Gifts with few safe
// squares come first, and replies that leave some piece few safe squares.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "table.hpp"

namespace {

using Set = std::uint16_t;  // of squares, or of pieces
constexpr Set ALL = 0xFFFF;

int first(Set set) { return std::countr_zero(set); }
int size(Set set) { return std::popcount(set); }
Set rest(Set set) { return static_cast<Set>(set & (set - 1)); }

struct Board {
    std::array<Set, 8> having;      // squares whose piece has the value b of property i: entry 2i + b
    std::array<Set, 8> completing;  // squares that complete a line for one that has this value, taken or not
    Set empty, free;                // squares; pieces

    // What follows from these for each free piece:
    std::array<Set, 16> safe;
    int least;  // safe squares of the piece that has the fewest
    int pairs;  // of a piece and a safe square
};

class Xtic {
public:
    using Line = std::array<int, 4>;
    using Squares = std::array<int, 16>;  // the piece on each, or -1

    Xtic(const std::vector<Line>& lines, bool completing_loses, std::uint64_t memory)
        : loses_(completing_loses), completes_(1 << 16), table_(memory) {
        for (const Line& line : lines) {
            unsigned squares = 0;
            for (const int square : line) {
                if (square < 0 || square > 15) throw std::invalid_argument("squares are 0 to 15");
                squares |= 1u << square;
            }
            for (unsigned set = 0; set < completes_.size(); ++set)
                if (std::has_single_bit(squares & ~set)) completes_[set] |= squares & ~set;
        }
    }

    // Empty if it was stopped. The board has no complete line.
    std::optional<bool> gets(const Squares& squares, bool win) {
        Board board{};
        board.empty = board.free = ALL;
        for (int square = 0; square < 16; ++square) {
            const int piece = squares[square];
            if (piece == -1) continue;
            if (piece < 0 || piece > 15 || !(board.free >> piece & 1))
                throw std::invalid_argument("a board has each of the pieces 0 to 15 at most once");
            put(board, piece, square);
        }
        look(board);
        try {
            return gets(board, win);
        } catch (checkers::Counter::Stopped) {
            return std::nullopt;
        }
    }

    std::uint64_t nodes() const { return counter_.nodes(); }
    void stop() { counter_.stop(); }

private:
    void put(Board& board, int piece, int square) const {
        for (int i = 0; i < 4; ++i) {
            const int value = 2 * i + (piece >> i & 1);
            board.having[value] |= static_cast<Set>(1u << square);
            board.completing[value] = completes_[board.having[value]];
        }
        board.empty &= static_cast<Set>(~(1u << square));
        board.free &= static_cast<Set>(~(1u << piece));
    }

    // Finds the safe squares of all pieces.
    static void look(Board& board) {
        std::array<Set, 4> low, high;  // what completes a line for the values of properties 0 and 1, of 2 and 3
        const auto& completing = board.completing;
        for (int values = 0; values < 4; ++values) {
            low[values] = completing[values & 1] | completing[2 + (values >> 1)];
            high[values] = completing[4 + (values & 1)] | completing[6 + (values >> 1)];
        }
        board.least = 16;
        board.pairs = 0;
        for (Set free = board.free; free; free = rest(free)) {
            const int piece = first(free);
            board.safe[piece] = static_cast<Set>(board.empty & ~(low[piece & 3] | high[piece >> 2]));
            board.least = std::min(board.least, size(board.safe[piece]));
            board.pairs += size(board.safe[piece]);
        }
    }

    // A table entry: the known answer to each question, if any.
    enum : std::uint32_t { WINS = 1, NO_WIN = 2, HOLDS = 4, NO_HOLD = 8 };
    static constexpr int UNTABLED = 5;  // with this few empty squares a search is faster than a lookup

    bool gets(const Board& board, bool win) {
        if (!board.empty) return !win;
        if (loses_ && board.least == 0) return true;
        const int left = size(board.empty);
        if (left == 1) return board.least ? !win : false;
        if (left == 2) return last_two(board, win);
        if (left <= UNTABLED) return search(board, win, left);
        const auto key = this->key(board);
        const auto known = table_.find(key);
        if (known & (win ? WINS : WINS | HOLDS)) return true;
        if (known & (win ? NO_WIN | NO_HOLD : NO_HOLD)) return false;
        const bool yes = search(board, win, left);
        table_.keep(key, table_.find(key) | (win ? (yes ? WINS : NO_WIN) : (yes ? HOLDS : NO_HOLD)));
        return yes;
    }

    // Two squares and two pieces: a gift is good if wherever it may be put, the other piece ends the game as wanted on the square
    // that is left. Whoever gets this piece loses by it, or wins where completing wins, or the game is drawn.
    bool last_two(const Board& board, bool win) const {
        const int pieces[2] = {first(board.free), first(rest(board.free))};
        for (int i = 0; i < 2; ++i) {
            const int gift = pieces[i], other = pieces[1 - i];
            if (!loses_ && board.safe[gift] != board.empty) continue;
            bool good = true;
            for (Set squares = board.safe[gift]; squares && good; squares = rest(squares)) {
                const int square = first(squares);
                const Set left = static_cast<Set>(board.empty & ~(1u << square));
                const bool completes = (completing(board, other, gift, square) & left) != 0;
                good = completes ? !loses_ : !win;
            }
            if (good) return true;
        }
        return false;
    }
    // The squares on which a piece completes a line when the gift is on this square.
    Set completing(const Board& board, int piece, int gift, int square) const {
        Set found = 0;
        for (int i = 0; i < 4; ++i) {
            const int value = 2 * i + (piece >> i & 1);
            const bool shared = !((piece ^ gift) >> i & 1);
            found |= completes_[board.having[value] | static_cast<Set>(unsigned{shared} << square)];
        }
        return found;
    }

    // For a property the set of squares whose pieces differ in it from the piece on the first taken square; the four sets in order
    // of size. Neither depends on which value is called 1, nor on which property comes first.
    static checkers::Key key(const Board& board) {
        const Set taken = static_cast<Set>(~board.empty);
        std::array<Set, 4> unlike;
        for (int i = 0; i < 4; ++i) {
            const bool one = taken && board.having[2 * i + 1] >> first(taken) & 1;
            unlike[i] = board.having[2 * i + !one];
        }
        for (const auto& [i, j] : {std::pair{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}})
            if (unlike[i] > unlike[j]) std::swap(unlike[i], unlike[j]);
        return {unlike[0] | std::uint64_t{unlike[1]} << 16 | std::uint64_t{unlike[2]} << 32 |
                    std::uint64_t{unlike[3]} << 48,
                taken};
    }

    bool search(const Board& board, bool win, int left) {
        counter_.count();
        std::array<std::uint8_t, 16> gifts;  // those with the fewest safe squares first
        int count = 0;
        Set last = 0, last_of_two = 0;  // squares that are the only safe one of a piece, of two pieces
        for (Set free = board.free; free; free = rest(free)) {
            const int piece = first(free), safe = size(board.safe[piece]);
            if (safe == 1) {
                last_of_two |= last & board.safe[piece];
                last |= board.safe[piece];
            }
            if (!loses_ && safe < left) continue;  // the other seat completes a line with it
            int at = count++;
            for (; at > 0 && size(board.safe[gifts[at - 1]]) > safe; --at) gifts[at] = gifts[at - 1];
            gifts[at] = static_cast<std::uint8_t>(piece);
        }
        for (int i = 0; i < count; ++i) {
            const Set safe = board.safe[gifts[i]];
            if (loses_ && (safe & (size(safe) > 1 ? last : last_of_two)))
                continue;  // takes a third piece's last square
            if (!refuted(board, gifts[i], win)) return true;
        }
        return false;
    }

    // Whether the other seat can place this piece so that the giver does not get what it wants.
    bool refuted(const Board& board, int piece, bool win) {
        std::array<Board, 16> replies;
        std::array<std::uint8_t, 16> order;
        int count = 0;
        const auto worth = [](const Board& reply) { return 256 * reply.least + reply.pairs; };
        for (Set squares = board.safe[piece]; squares; squares = rest(squares)) {
            Board& reply = replies[count];
            reply.having = board.having;
            reply.completing = board.completing;
            reply.empty = board.empty;
            reply.free = board.free;
            put(reply, piece, first(squares));
            look(reply);
            if (loses_ && reply.free && reply.least == 0) return true;
            int at = count;
            for (; at > 0 && worth(replies[order[at - 1]]) > worth(reply); --at) order[at] = order[at - 1];
            order[at] = static_cast<std::uint8_t>(count++);
        }
        return std::any_of(order.begin(), order.begin() + count, [&](int reply) { return gets(replies[reply], !win); });
    }

    bool loses_;
    std::vector<Set> completes_;  // for each set of squares, the further squares that make it contain a line
    checkers::Table table_;
    checkers::Counter counter_;
};

}  // namespace

namespace nb = nanobind;

NB_MODULE(_checker_xtic, module) {
    nb::class_<Xtic>(module, "Xtic")
        .def(nb::init<const std::vector<Xtic::Line>&, bool, std::uint64_t>(), nb::arg("lines"),
             nb::arg("completing_loses"), nb::arg("memory"))
        .def("gets", nb::overload_cast<const Xtic::Squares&, bool>(&Xtic::gets), nb::arg("board"), nb::arg("win"),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Xtic::nodes)
        .def("stop", &Xtic::stop);
}
