// Whole xtic games: the top of the tree, above the boards that the solver answers by itself.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "games/xtic/solver.hpp"
#include "threads.hpp"

namespace quincunx {

// Answers the solver's questions, with all placements seen, also for boards with few pieces. What it finds about boards with
// at most LEAF pieces it keeps for good, under keys that all symmetries share; that part can be saved and loaded again.
//
// It tries first what needs the fewest solver's questions if all goes as hoped: the gift whose replies all have to fail, the reply
// that has to be good. Threads all walk the same tree in the same order; but a reply that another thread is at is left for later.
class XticProof {
public:
    using Board = xtic::Board;
    static constexpr int LEAF = 5;  // pieces on a board that a solver gets

    XticProof(const Xtic& game, std::uint64_t memory, int threads)
        : game_(game), keys_(game.lines()), table_(std::make_shared<xtic::Table>(memory, threads > 1)) {
        for (int i = 0; i < std::max(threads, 1); ++i) solvers_.emplace_back(game, table_);
    }

    const Xtic& game() const { return game_; }
    const xtic::Keys& keys() const { return keys_; }
    double fill() const { return table_->fill(); }

    // The giver's question about a board without a complete line. This and the next two: empty if the control stopped it.
    std::optional<bool> ask(const Board& board, bool win, Control& control) {
        for (const bool yes : {true, false}) cost(board, yes);  // so that threads need not work it out
        {
            std::vector<Thread> others;
            for (std::size_t i = 1; i < solvers_.size() && down(board) < LEAF; ++i)
                others.emplace_back([&, i] { walk({solvers_[i], control, false}, board, win); });
            if (const auto yes = walk({solvers_[0], control, true}, board, win)) return yes;
        }
        const std::lock_guard lock(mutex_);
        return known(keys_.turned(board), win);
    }

    // Where the answer is yes: the piece by which the giver gets it.
    std::optional<int> gift(const Board& board, bool win, Control& control) {
        try {
            return good_gift({solvers_[0], control, false}, board, nowhere(win));
        } catch (XticSolver::Stopped) {
            return std::nullopt;
        }
    }

    // Where the answer is no: the square on which the other seat puts this gift.
    std::optional<int> reply(const Board& board, int piece, bool win, Control& control) {
        if (const auto gift = follow(board, piece); gift.ending)
            return gift.ending;
        else
            try {
                const Board* good = good_reply({solvers_[0], control, false}, gift, nowhere(win));
                if (good) return std::countr_zero(static_cast<xtic::Mask>(board.empty & ~good->empty));
            } catch (XticSolver::Stopped) {}
        return std::nullopt;
    }

    // What is known of boards with at most LEAF pieces: their keys, and xtic::Known.
    using Findings = std::vector<std::pair<std::uint64_t, unsigned>>;
    Findings findings() const {
        const std::lock_guard lock(mutex_);
        return {found_.begin(), found_.end()};
    }
    void learn(const Findings& findings) {
        const std::lock_guard lock(mutex_);
        for (const auto& [key, known] : findings) found_[key] |= known;
    }

private:
    struct Walker {
        XticSolver& solver;
        Control& control;
        bool tells;  // whether it reports the progress of all
    };
    // A question on the path from the root, and its share of the whole work.
    struct Step {
        std::uint64_t key;
        bool win;
        const Step* above;
        double from, share;
    };
    struct Settled {};  // thrown when another thread has answered a question on the path

    struct Gift {
        int piece;
        std::map<std::uint64_t, Board> replies;  // that complete no line, one for each key
        std::optional<int> ending;               // a square where the one who replies wins at once
    };

    static int down(const Board& board) { return 16 - board.left; }
    Step root(const Board& board, bool win) const { return {keys_.turned(board), win, nullptr, 0, 1}; }
    // Above moves that are looked for though their question is answered.
    static Step nowhere(bool win) { return {~std::uint64_t{0}, win, nullptr, 0, 1}; }

    std::optional<bool> walk(const Walker& walker, const Board& board, bool win) {
        try {
            return answer(walker, board, root(board, win));
        } catch (XticSolver::Stopped) {
            return std::nullopt;
        }
    }

    std::optional<bool> known(std::uint64_t key, bool win) const {
        const auto found = found_.find(key);
        const unsigned known = found == found_.end() ? xtic::NOTHING : found->second;
        if (known & (win ? xtic::WINS : xtic::WINS | xtic::HOLDS)) return true;
        if (known & (win ? xtic::NO_WIN | xtic::NO_HOLD : xtic::NO_HOLD)) return false;
        return std::nullopt;
    }

    // Whether the question is answered; throws Settled if one above it is.
    std::optional<bool> look(const Step& step) const {
        const std::lock_guard lock(mutex_);
        for (auto* above = step.above; above; above = above->above)
            if (known(above->key, above->win)) throw Settled{};
        return known(step.key, step.win);
    }

    bool answer(const Walker& walker, const Board& board, const Step& step) {
        if (const auto answer = look(step)) return *answer;
        bool yes = false;
        try {
            if (down(board) < LEAF)
                yes = good_gift(walker, board, step).has_value();
            else
                yes = step.win ? walker.solver.wins(board, 16, walker.control)
                               : walker.solver.holds(board, 16, walker.control);
        } catch (Settled) {
            const auto answer = look(step);
            if (!answer) throw;
            return *answer;
        }
        if (down(board) <= LEAF) {
            const std::lock_guard lock(mutex_);
            found_[step.key] |= step.win ? (yes ? xtic::WINS : xtic::NO_WIN) : (yes ? xtic::HOLDS : xtic::NO_HOLD);
        }
        return yes;
    }

    // A gift to which no reply is good for the other seat; one that is known to be such, if there is.
    std::optional<int> good_gift(const Walker& walker, const Board& board, const Step& step) {
        std::vector<std::pair<double, Gift>> gifts;
        for (auto& gift : this->gifts(board)) {
            double needed = 0;
            bool all = true;
            const std::lock_guard lock(mutex_);
            for (const auto& [key, reply] : gift.replies)
                if (known(key, !step.win) != false) needed += cost(reply, false), all = false;
            if (all) return gift.piece;
            gifts.emplace_back(needed, std::move(gift));
        }
        std::stable_sort(gifts.begin(), gifts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        const double share = step.share / static_cast<double>(std::max<std::size_t>(gifts.size(), 1));
        double from = step.from;
        for (const auto& [needed, gift] : gifts) {
            if (!good_reply(walker, gift, {step.key, step.win, step.above, from, share})) return gift.piece;
            from += share;
        }
        return std::nullopt;
    }

    // A reply that is good for the one who makes it, and gives next; one that is known to be, if there is.
    const Board* good_reply(const Walker& walker, const Gift& gift, const Step& above) {
        {
            const std::lock_guard lock(mutex_);
            for (const auto& [key, reply] : gift.replies)
                if (known(key, !above.win) == true) return &reply;
        }
        std::vector<std::pair<double, const Board*>> replies;
        for (const auto& [key, reply] : gift.replies)
            replies.emplace_back(down(reply) == LEAF ? successors(reply) : cost(reply, true), &reply);
        std::stable_sort(replies.begin(), replies.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        const double share = above.share / static_cast<double>(std::max<std::size_t>(replies.size(), 1));
        double from = above.from;
        std::vector<std::pair<const Board*, Step>> later;
        for (const auto& [order, reply] : replies) {
            const Step step{keys_.turned(*reply), !above.win, &above, from, share};
            if (walker.tells) walker.control.set_progress(from);
            from += share;
            if (!enter(step, false))
                later.emplace_back(reply, step);
            else if (inside(walker, *reply, step))
                return reply;
        }
        for (const auto& [reply, step] : later) {
            enter(step, true);
            if (inside(walker, *reply, step)) return reply;
        }
        return nullptr;
    }

    // Notes that a thread is at a question; unless it is `welcome`, not when another one is. In a solver's question two are always
    // one too many: there it waits.
    bool enter(const Step& step, bool welcome) {
        std::unique_lock lock(mutex_);
        int& busy = busy_[{step.key, step.win}];
        if (busy && !known(step.key, step.win)) {
            if (!welcome) return false;
            if (16 - std::popcount(step.key & 0xFFFF) >= LEAF) left_.wait(lock, [&] { return !busy; });
        }
        ++busy;
        return true;
    }
    bool inside(const Walker& walker, const Board& board, const Step& step) {
        struct Leave {
            XticProof& proof;
            const Step& step;
            ~Leave() {
                const std::lock_guard lock(proof.mutex_);
                --proof.busy_[{step.key, step.win}];
                proof.left_.notify_all();
            }
        } leave{*this, step};
        return answer(walker, board, step);
    }

    // The gifts that differ by more than symmetry and do not lose at once.
    std::vector<Gift> gifts(const Board& board) const {
        std::vector<Gift> gifts;
        for (xtic::Mask free = board.free; free; free = xtic::rest(free)) {
            auto gift = follow(board, std::countr_zero(free));
            const auto same = [&](const Gift& other) {
                return std::equal(gift.replies.begin(), gift.replies.end(), other.replies.begin(), other.replies.end(),
                                  [](const auto& a, const auto& b) { return a.first == b.first; });
            };
            if (!gift.ending && std::none_of(gifts.begin(), gifts.end(), same)) gifts.push_back(std::move(gift));
        }
        return gifts;
    }

    // What can follow a gift.
    Gift follow(const Board& board, int piece) const {
        Gift gift{piece, {}, {}};
        for (xtic::Mask empty = board.empty; empty; empty = xtic::rest(empty)) {
            const int square = std::countr_zero(empty);
            if (!solvers_[0].completes(board, piece, square)) {
                const Board reply = board.with(piece, square);
                gift.replies.emplace(keys_.turned(reply), reply);
            } else if (!game_.completing_loses) {
                gift.ending = square;
            }
        }
        return gift;
    }

    // How many questions a solver will get to answer the one about this board with yes, or with no, if all answers are as hoped.
    double cost(const Board& board, bool yes) {
        if (down(board) >= LEAF) return 1;
        const std::uint64_t key = keys_.turned(board) << 1 | yes;
        if (const auto found = costs_.find(key); found != costs_.end()) return found->second;
        constexpr double never = std::numeric_limits<double>::max();
        double cost = yes ? never : 0;
        for (const auto& gift : gifts(board)) {
            double one = yes ? 0 : never;
            for (const auto& [key, reply] : gift.replies)
                one = yes ? one + this->cost(reply, false) : std::min(one, this->cost(reply, true));
            cost = yes ? std::min(cost, one) : cost + one;
        }
        return costs_[key] = cost;
    }

    // How many boards that differ by more than symmetry can follow.
    int successors(const Board& board) const {
        std::set<std::uint64_t> found;
        for (xtic::Mask free = board.free; free; free = xtic::rest(free))
            for (xtic::Mask empty = board.empty; empty; empty = xtic::rest(empty))
                found.insert(keys_.turned(board.with(std::countr_zero(free), std::countr_zero(empty))));
        return static_cast<int>(found.size());
    }

    const Xtic game_;
    const xtic::Keys keys_;
    const std::shared_ptr<xtic::Table> table_;
    std::vector<XticSolver> solvers_;                  // one a thread
    std::unordered_map<std::uint64_t, double> costs_;  // under twice the key, or one more for yes
    mutable std::mutex mutex_;                         // of the three below
    std::unordered_map<std::uint64_t, unsigned> found_;
    std::map<std::pair<std::uint64_t, bool>, int> busy_;
    std::condition_variable left_;
};

}  // namespace quincunx
