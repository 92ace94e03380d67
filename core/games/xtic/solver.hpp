// Exact values of xtic positions, both goals, all three types.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "games/xtic/board.hpp"
#include "games/xtic/ending.hpp"
#include "games/xtic/last.hpp"
#include "games/xtic/table.hpp"
#include "search/search.hpp"

namespace quincunx {

// Searches boards on which a piece is to be given, by yes-or-no questions:
//
//   wins(board, seen)    the giver can force a win with the next `seen` placements, whatever the other seat does
//   holds(board, seen)   the giver cannot be forced to lose with the next `seen` placements
//
// A gift is good when no reply to it is good for the other seat, who gives next: wins asks whether all replies fail to hold,
// holds whether all fail to win. With seen = board.left the whole game is seen, and the answers are the truth; a win or loss
// that is seen is the truth anyway. Where completing a line loses, a giver wins with the 1st, 3rd, 5th … placement and loses
// with the 2nd, 4th …; where it wins, the other way round. So each question has its parity of `seen`, and the two alternate.
//
// Each thread has its own solver, which keeps what it knows from call to call. Its table, which solvers may share, is all the
// memory it needs.
class XticSolver {
public:
    using Board = xtic::Board;

    static constexpr std::uint64_t MEMORY = std::uint64_t{64} << 20;
    enum Value : int { UNKNOWN = -1, LOSS = 0, DRAW = 1, WIN = 2 };

    struct Stopped {};  // thrown by every question once the control stops

    explicit XticSolver(const Xtic& game, std::uint64_t memory = 0)
        : XticSolver(game, std::make_shared<xtic::Table>(memory ? memory : MEMORY)) {}
    XticSolver(const Xtic& game, std::shared_ptr<xtic::Table> table)
        : loses_(game.completing_loses),
          soonest_(soonest(game)),
          lines_(game.lines()),
          danger_(game.type),
          keys_(keys_of(game)),
          table_(std::move(table)) {}

    // The value of a position that is not over, for the seat that is to act; UNKNOWN if the control stopped the search.
    Value value(const Xtic::Position& position, Control& control) {
        const Board board = xtic::board_of(position);
        try {
            if (position.hand == Xtic::NONE)
                return wins(board, 16, control) ? WIN : holds(board, 16, control) ? DRAW : LOSS;
            Value best = LOSS;
            for (xtic::Mask empty = board.empty; empty && best != WIN; empty = xtic::rest(empty)) {
                const int square = std::countr_zero(empty);
                if (completes(board, position.hand, square)) {
                    if (!loses_) return WIN;
                    continue;
                }
                const Board next = board.with(position.hand, square);
                if (wins(next, 16, control))
                    best = WIN;
                else if (best == LOSS && holds(next, 16, control))
                    best = DRAW;
            }
            return best;
        } catch (Stopped) {
            return UNKNOWN;
        }
    }

    bool completes(const Board& board, int piece, int square) const {
        return danger_(board.traits)[square] & xtic::traits_of(piece);
    }

    bool wins(const Board& board, int seen, Control& control) { return question(board, true, seen, control); }
    bool holds(const Board& board, int seen, Control& control) { return question(board, false, seen, control); }

private:
    // Made once for each type: that takes longer than a short look ahead.
    static const xtic::Keys& keys_of(const Xtic& game) {
        static std::mutex mutex;
        static std::map<Xtic::Type, xtic::Keys> made;
        const std::lock_guard lock(mutex);
        return made.try_emplace(game.type, game.lines()).first->second;
    }

    using Mask = xtic::Mask;
    static constexpr int ENDING = 6;     // empty squares from which on the search leaves the board for an Ending
    static constexpr int BREATH = 1024;  // nodes between two looks at the control; a node is a question

    // The pieces that are safe, that is complete nothing: at each place, somewhere, at two places or more, everywhere.
    template <int PLACES>
    struct Sight {
        std::array<Mask, PLACES> at{};
        Mask somewhere = 0, twice = 0, everywhere = 0xFFFF;

        void see(int place, std::uint8_t danger, Mask free) {
            const Mask safe = xtic::PIECES_WITHOUT[danger] & free;
            at[place] = safe;
            twice |= somewhere & safe;
            somewhere |= safe;
            everywhere &= safe;
        }
    };

    Sight<16> look(const Board& board) const {
        Sight<16> sight;
        const auto danger = danger_(board.traits);
        std::array<std::uint8_t, 16> bytes;
        std::memcpy(bytes.data(), &danger, 16);
        for (Mask empty = board.empty; empty; empty = xtic::rest(empty)) {
            const int square = std::countr_zero(empty);
            sight.see(square, bytes[square], board.free);
        }
        return sight;
    }
    template <int N>
    Sight<N> look(const xtic::Ending<N>& ending) const {
        Sight<N> sight;
        for (int place = 0; place < N; ++place) sight.see(place, ending.forbidden(1 << place), ending.free);
        return sight;
    }

    // The candidates, in ascending `order`.
    template <class Thing, int MOST>
    struct Sorted {
        std::array<Thing, MOST> things;
        std::array<int, MOST> orders;
        std::array<std::uint8_t, MOST> places;
        int size = 0;

        void add(const Thing& thing, int order) {
            things[size] = thing;
            int i = size;
            for (; i > 0 && orders[i - 1] > order; --i) orders[i] = orders[i - 1], places[i] = places[i - 1];
            orders[i] = order;
            places[i] = static_cast<std::uint8_t>(size++);
        }
        const Thing& operator[](int i) const { return things[places[i]]; }
    };
    template <class Node>
    using Replies = Sorted<decltype(std::declval<Node>().with(0, 0)), Node::PLACES>;

    bool question(const Board& board, bool win, int seen, Control& control) {
        seen = std::min(seen, board.left);
        if ((seen % 2 == loses_) != win) --seen;
        if (seen <= 0) return !win;
        const auto sight = look(board);
        if (loses_ && sight.somewhere != board.free) return true;
        if (!loses_ && !sight.everywhere) return false;
        control_ = &control;
        const bool yes = ask(board, win, seen);
        breathe();
        return yes;
    }

    void breathe() {
        const std::uint64_t news = nodes_ - std::exchange(told_, nodes_);
        if (control_->spend(news)) throw Stopped{};
    }

    // The questions from here on, `win` or hold, have `seen` of the right parity, and the next placement has been looked at:
    // where completing loses, every gift is safe somewhere; where it wins, some gift is safe everywhere.
    bool ask(const Board& board, bool win, int seen) {
        if (++nodes_ - told_ >= BREATH) breathe();
        if (16 - board.left + seen <= soonest_) return !win;
        switch (board.left) {
            case 1:
                return answer(xtic::ending<1>(board, lines_), win, seen);
            case 2:
                return answer(xtic::ending<2>(board, lines_), win, seen);
            case 3:
                return answer(xtic::ending<3>(board, lines_), win, seen);
            case 4:
                return answer(xtic::ending<4>(board, lines_), win, seen);
            case 5:
                return answer(xtic::ending<5>(board, lines_), win, seen);
            default:
                break;
        }
        const std::uint64_t key = keys_(board) << 3 | static_cast<unsigned>(board.left - seen) >> 1;
        const unsigned known = table_->get(key);
        if (known & (win ? xtic::WINS : xtic::WINS | xtic::HOLDS)) return true;
        if (known & (win ? xtic::NO_WIN | xtic::NO_HOLD : xtic::NO_HOLD)) return false;
        const std::uint64_t before = nodes_;
        const bool yes =
            board.left > ENDING ? answer(board, win, seen) : answer(xtic::ending<ENDING>(board, lines_), win, seen);
        table_->put(key, win ? (yes ? xtic::WINS : xtic::NO_WIN) : (yes ? xtic::HOLDS : xtic::NO_HOLD),
                    nodes_ - before);
        return yes;
    }
    template <int N>
    bool ask(const xtic::Ending<N>& ending, bool win, int seen) {
        ++nodes_;
        return answer(ending, win, seen);
    }

    template <class Node>
    bool answer(const Node& node, bool win, int seen) {
        if constexpr (Node::PLACES == 4)
            if (loses_) return answer_avoiding_four(node, win, seen);
        if constexpr (Node::PLACES > 1)
            return loses_ ? answer_avoiding(node, win, seen) : answer_completing(node, win, seen);
        else
            return !win;
    }

    // Completing a line loses. Gives first what is safe at the fewest places.
    template <class Node>
    bool answer_avoiding(const Node& node, bool win, int seen) {
        if (win && seen == 1) return false;
        const auto sight = look(node);
        Sorted<int, 16> gifts;
        for (Mask free = node.free & static_cast<Mask>(~refuted(sight)); free; free = xtic::rest(free)) {
            const int piece = std::countr_zero(free);
            int places = 0;
            for (const Mask safe : sight.at) places += safe >> piece & 1;
            gifts.add(piece, places);
        }
        for (int i = 0; i < gifts.size; ++i) {
            Replies<Node> replies;
            if (!refuted(node, sight, gifts[i], replies) && ((!win && seen == 2) || all_fail(replies, !win, seen - 1)))
                return true;
        }
        return false;
    }

    // The gifts that lose at once because another piece has a single safe place, and the gift is safe there too: put there, it
    // leaves the other piece none.
    template <int PLACES>
    static Mask refuted(const Sight<PLACES>& sight) {
        const Mask once = sight.somewhere & static_cast<Mask>(~sight.twice);
        unsigned gifts = 0;
        if (once)
            for (const Mask safe : sight.at)
                if (const Mask only = once & safe) gifts |= xtic::rest(only) ? safe : safe & ~only;
        return static_cast<Mask>(gifts);
    }

    // Whether a reply to the gift leaves some piece without a safe place. If not, collects the replies: first those that leave
    // some piece the fewest safe places, then those that leave all pieces the fewest.
    template <class Node>
    bool refuted(const Node& node, const Sight<Node::PLACES>& sight, int gift, Replies<Node>& replies) const {
        for (int place = 0; place < Node::PLACES; ++place) {
            if (!(sight.at[place] >> gift & 1)) continue;
            const auto reply = node.with(gift, place);
            const auto next = look(reply);
            if (next.somewhere != reply.free) return true;
            Mask once = 0, twice = 0, thrice = 0;
            int pairs = 0;
            if constexpr (Node::PLACES > 5)  // below, it costs more than it saves
                for (const Mask safe : next.at) {
                    thrice |= twice & safe;
                    twice |= once & safe;
                    once |= safe;
                    pairs += xtic::count(safe);
                }
            const int least = next.twice != reply.free ? 1 : thrice != reply.free ? 2 : 3;
            replies.add(reply, 256 * least + pairs);
        }
        return false;
    }

    // The same with four squares left, where a table answers for the replies.
    bool answer_avoiding_four(const xtic::Ending<4>& ending, bool win, int seen) {
        if (win && seen == 1) return false;
        const auto sight = look(ending);
        for (Mask free = ending.free & static_cast<Mask>(~refuted(sight)); free; free = xtic::rest(free)) {
            const int gift = std::countr_zero(free);
            const auto refutes = [&](int place) {
                if (!(sight.at[place] >> gift & 1)) return false;
                ++nodes_;
                const auto reply = ending.with(gift, place);
                if (!win && seen == 2) return look(reply).somewhere != reply.free;
                const unsigned facts = xtic::LastThree::facts(reply);
                return win ? last_.holds(facts) : last_.wins(facts);
            };
            if (!refutes(0) && !refutes(1) && !refutes(2) && !refutes(3)) return true;
        }
        return false;
    }

    // Completing a line wins. Replies first with what leaves the fewest safe gifts.
    template <class Node>
    bool answer_completing(const Node& node, bool win, int seen) {
        if (!win && seen == 1) return true;
        const auto sight = look(node);
        for (Mask gifts = sight.everywhere; gifts; gifts = xtic::rest(gifts)) {
            const int gift = std::countr_zero(gifts);
            Replies<Node> replies;
            for (int place = 0; place < Node::PLACES; ++place) {
                if (!(sight.at[place] >> gift & 1)) continue;
                const auto reply = node.with(gift, place);
                if (const Mask safe = look(reply).everywhere) replies.add(reply, xtic::count(safe));
            }
            if (win && seen == 2 ? replies.size == 0 : all_fail(replies, !win, seen - 1)) return true;
        }
        return false;
    }

    template <class Replies>
    bool all_fail(const Replies& replies, bool win, int seen) {
        for (int i = 0; i < replies.size; ++i)
            if (ask(replies[i], win, seen)) return false;
        return true;
    }

    // The fewest pieces on a board where the gift can decide the game. Where completing loses, every empty square must be the
    // only gap of some line; where it wins, every piece left must be alike to three in a line. Found by trying all boards.
    static int soonest(const Xtic& game) {
        if (!game.completing_loses) return 6;
        return game.type == Xtic::Type::nodiags ? 10 : 9;
    }

    const bool loses_;  // completing a line loses
    const int soonest_;
    const std::vector<Xtic::Line> lines_;
    const xtic::Danger danger_;
    const xtic::Keys& keys_;
    const xtic::LastThree& last_ = xtic::LastThree::table();
    const std::shared_ptr<xtic::Table> table_;
    Control* control_ = nullptr;
    std::uint64_t nodes_ = 0, told_ = 0;  // of all calls; those the control knows of
};

}  // namespace quincunx
