// Alpha-beta for two sides: iterative deepening, a transposition table, late moves looked at less deeply first, one move of each
// kind at the end of every line, and then the captures that are still open.
//
// It works on a board of the game's own making (`Sided`), so that a game can bring its fastest form, and so that more than
// two seats fit: one seat against all others is two sides, and a side may move twice in a row.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "search/progress.hpp"
#include "search/search.hpp"
#include "search/table.hpp"
#include "threads.hpp"

namespace quincunx::alphabeta {

// Scores are for the side to move. WIN - n is a proven win within n moves, n - WIN a loss; between -SURE and SURE lie
// estimates, and draws at 0. Proofs hold whatever the limits: no move of a lost side is ever left out.
inline constexpr int WIN = 32000, SURE = 30000;

// How a move ended the game, for the side that made it.
enum class End { OPEN, WON, DRAWN, LOST };

template <class B>
concept Sided = requires(B board, const B view, Move move, MoveList& list) {
    requires std::semiregular<B>;
    { B::MOVES } -> std::convertible_to<int>;       // every move is below it
    { view.side() } -> std::same_as<int>;           // 0 or 1, who is to move
    { view.moves(list) } -> std::same_as<void>;     // the legal moves, promising ones first
    { view.kinds(list) } -> std::same_as<void>;     // only one of moves that an evaluation can hardly distinguish
    { view.captures(list) } -> std::same_as<void>;  // moves that must be played out before an evaluation means anything
    { board.play(move) } -> std::same_as<End>;
    { view.evaluate() } -> std::same_as<int>;  // for side(), strictly between -SURE and SURE
    { view.key() } -> std::same_as<std::uint64_t>;
};

// What a search found out about one move of the root. `score` is for the side to move there. `distance` is the length of a
// proven win or loss, -1 where a shorter one could not be ruled out.
struct Verdict {
    Move move = 0;
    int score = 0;
    int distance = -1;
    std::vector<Move> line;
};

struct Settings {
    int spread = 0;      // while the search is shallow, moves within this much of the best one get exact scores
    int captures = 4;    // at most this many captures are followed beyond the end of a line
    bool reduce = true;  // look at late moves less deeply first, and at the end of a line at one move of each kind
    bool table = true;
};

// Moves in the order in which to try them. Most nodes end after a few, so they are not sorted but looked up one by one.
class Order {
public:
    // The most promising first, and among equals the one pushed first.
    void push(Move move, int promise) {
        moves_[size_] = move;
        numbers_[size_] = promise << 8 | static_cast<int>(PLACES - size_);
        ++size_;
    }
    std::size_t size() const { return size_; }
    // The best of the moves not taken yet; there must be one. `pad` rounds the loop up to whole vectors.
    [[gnu::noinline]] Move take() {
        int best = TAKEN;
        for (std::size_t i = 0; i < (size_ + LANES - 1) / LANES * LANES; ++i) best = std::max(best, numbers_[i]);
        const auto place = PLACES - static_cast<unsigned>(best) % (PLACES + 1);
        numbers_[place] = TAKEN;
        return moves_[place];
    }
    // Call it after the last push and before the first take.
    void pad() {
        for (auto i = size_; i % LANES; ++i) numbers_[i] = TAKEN;
    }

private:
    static constexpr unsigned PLACES = 255, LANES = 8;
    static constexpr int TAKEN = -1;

    std::size_t size_ = 0;
    std::array<Move, PLACES + 1> moves_;
    std::array<int, PLACES + 1> numbers_;  // the promise, and in the lowest byte where the move is
};

// The search of one thread. `enough` ends it from outside without ending the others.
template <Sided B>
class Search {
public:
    Search(const B& root, const Settings& settings, Transpositions& table, const Limits& limits, Control& control,
           const std::atomic<bool>& enough)
        : root_(root),
          settings_(settings),
          table_(table),
          limits_(limits),
          control_(control),
          enough_(enough),
          most_(limits.depth > 0 ? std::min(limits.depth, DEEPEST) : DEEPEST),
          chunk_(limits.nodes ? std::clamp<std::uint64_t>(limits.nodes / 64, 1, 1024) : 1024) {
        MoveList list;
        root_.moves(list);
        for (const Move move : list) {
            B child = root_;
            const End end = child.play(move);
            ++pending_;
            verdicts_.push_back({move, end == End::OPEN ? sign(child) * child.evaluate() : ended(end, 0), -1, {}});
        }
        sort();
        if (!verdicts_.empty()) control_.prefer(verdicts_[0].move);
    }

    // Looks one move further each time until the limits are spent, the root is decided, or nothing is left to look at.
    // Whatever the limits, every move has been tried.
    void run(int first) {
        for (int depth = first; depth <= most_ && !decided(depth - 1) && !halted_; ++depth) iterate(depth);
        control_.spend(std::exchange(pending_, 0));
    }

    // The depth reached and the verdicts, in the order of the moves.
    int depth() const { return done_; }
    std::vector<Verdict> verdicts() {
        auto verdicts = verdicts_;
        const auto last = std::min<std::uint64_t>(1000 + control_.nodes(), 50000);  // some milliseconds for distances
        for (auto& verdict : verdicts) {
            verdict.line = line(verdict.move);
            verdict.distance = distance(verdict, last);
        }
        std::sort(verdicts.begin(), verdicts.end(), [](const Verdict& a, const Verdict& b) { return a.move < b.move; });
        control_.spend(std::exchange(pending_, 0));
        return verdicts;
    }

private:
    static constexpr int DEEPEST = 100, SHALLOW = 2, INFINITE = WIN + 1;
    static constexpr int MOST_PAST = 1 << 20;

    static bool sure(int score) { return score >= SURE || score <= -SURE; }
    static int ended(End end, int ply) {
        return end == End::WON ? WIN - ply - 1 : end == End::LOST ? ply + 1 - WIN : 0;
    }
    // Wins are counted from the root while searching, from their own position in the table.
    static int lift(int score, int ply) { return score >= SURE ? score + ply : score <= -SURE ? score - ply : score; }
    int sign(const B& child) const { return child.side() == root_.side() ? 1 : -1; }

    void sort() {
        const auto better = [](const Verdict& a, const Verdict& b) { return a.score > b.score; };
        std::stable_sort(verdicts_.begin(), verdicts_.end(), better);
    }
    // Decided: the quickest win is known, or every move loses and it is known how long that takes.
    bool decided(int depth) const {
        return verdicts_.empty() || (sure(verdicts_[0].score) && WIN - std::abs(verdicts_[0].score) <= depth);
    }

    // Only the best move needs its score from the deepest search. What is shown to be worse, or not reached any more, stands
    // as far below it as it did when the search was still shallow enough to tell the moves apart.
    void iterate(int depth) {
        auto next = verdicts_;
        int best = -INFINITE;
        std::size_t searched = 0;
        const auto keep = [&](Verdict& verdict, int most) {
            if (sure(verdict.score)) return;
            const int shift = sure(best) || sure(verdicts_[0].score) ? 0 : best - verdicts_[0].score;
            verdict.score = std::clamp(std::min(verdict.score + shift, most), 1 - SURE, SURE - 1);
        };
        for (auto& verdict : next) {
            B child = root_;
            const End end = child.play(verdict.move);
            if (halt()) break;
            const int floor = sure(best) ? best : depth <= SHALLOW ? std::max(best - settings_.spread, -SURE) : best;
            int score = ended(end, 0);
            if (end == End::OPEN && best == -INFINITE) {
                score = after(root_, child, depth - 1, 1, -INFINITE, INFINITE);
            } else if (end == End::OPEN) {
                score = after(root_, child, depth - 1, 1, floor - 1, floor);
                if (score >= floor) score = after(root_, child, depth - 1, 1, floor - 1, INFINITE);
            }
            if (halted_) break;
            if (score >= floor || score <= -SURE)  // below the floor it is only a bound: at most a win is no win
                verdict.score = score;
            else
                keep(verdict, score);
            if (score > best) control_.prefer(verdict.move);
            best = std::max(best, score);
            ++searched;
        }
        if (searched == 0) return;
        for (auto i = searched; i < next.size(); ++i) keep(next[i], SURE);
        verdicts_ = std::move(next);
        sort();
        if (!halted_) done_ = depth;
    }

    bool halt() {
        if (++pending_ < chunk_) return halted_;
        if (control_.spend(std::exchange(pending_, 0)) || enough_.load(std::memory_order_relaxed)) halted_ = true;
        control_.set_progress(share_spent(limits_, control_));
        return halted_;
    }

    // The score of `child` for the side to move in `board`.
    [[gnu::noinline]] int after(const B& board, const B& child, int depth, int ply, int alpha, int beta) {
        const bool same = child.side() == board.side();
        const int low = same ? alpha : -beta, high = same ? beta : -alpha;
        const int score = depth <= -settings_.captures || ply >= DEEPEST ? child.evaluate()
                          : depth <= 0                                   ? settle(child, depth, ply, low, high)
                                                                         : search(child, depth, ply, low, high);
        return same ? score : -score;
    }

    // Fails soft: at most alpha means at most the answer, at least beta at least the answer. Worthless once halted.
    int search(const B& board, int depth, int ply, int alpha, int beta) {
        const auto key = board.key();
        const auto known = settings_.table ? table_.find(key) : Entry{};
        if (known.bound != Bound::NONE) {
            const int score = lift(known.score, -ply);
            const bool deep = known.depth >= depth;
            if (known.bound == Bound::EXACT && deep) return score;
            if (known.bound != Bound::UPPER && score >= beta && (deep || score >= SURE)) return score;
            if (known.bound != Bound::LOWER && score <= alpha && (deep || score <= -SURE)) return score;
        }
        const bool sample = settings_.reduce && depth == 1;
        Order order;
        rank(board, sample, known, ply, order);

        const int floor = alpha;
        int best = sample ? 1 - SURE : -INFINITE;  // no loss is proven while moves are left out
        Move choice = 0;
        std::array<Try, 2> tries;
        const std::size_t ahead = depth > 1;  // makes the next move early, so that its slot is there in time
        for (std::size_t i = 0, made = 0; i < order.size(); ++i) {
            for (; made <= i + ahead && made < order.size(); ++made)
                make(board, order.take(), depth - 1 - reduction(depth, made), tries[made % 2]);
            const auto& [child, move, end] = tries[i % 2];
            if (halt()) return 0;
            int score = ended(end, ply);
            if (end == End::OPEN && i == 0) {
                score = after(board, child, depth - 1, ply + 1, alpha, beta);
            } else if (end == End::OPEN) {
                const int less = reduction(depth, i);
                score = after(board, child, depth - 1 - less, ply + 1, alpha, alpha + 1);
                if (less && score > alpha) score = after(board, child, depth - 1, ply + 1, alpha, alpha + 1);
                if (score > alpha && score < beta) score = after(board, child, depth - 1, ply + 1, alpha, beta);
            }
            if (halted_) return 0;
            if (score <= best) continue;
            best = score;
            choice = move;
            alpha = std::max(alpha, score);
            if (alpha >= beta) {
                reward(board.side(), move, depth, ply);
                break;
            }
        }
        if (settings_.table) {
            const auto bound = best >= beta ? Bound::LOWER : best > floor ? Bound::EXACT : Bound::UPPER;
            table_.keep(key, {choice, lift(best, ply), depth, bound});
        }
        return best;
    }

    // Past the horizon: the side to move may make a capture, or leave it and take the evaluation.
    int settle(const B& board, int depth, int ply, int alpha, int beta) {
        int best = board.evaluate();
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
        MoveList list;
        board.captures(list);
        for (const Move move : list) {
            B child = board;
            const End end = child.play(move);
            if (halt()) return 0;
            const int score = end == End::OPEN ? after(board, child, depth - 1, ply + 1, alpha, beta) : ended(end, ply);
            if (halted_) return 0;
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    // A move on trial, made on its own board.
    struct Try {
        B board;
        Move move;
        End end;
    };
    // `depth` is how deeply it will be looked at.
    void make(const B& board, Move move, int depth, Try& one) {
        one.board = board;
        one.move = move;
        one.end = one.board.play(move);
        if (depth > 0 && settings_.table) table_.prefetch(one.board.key());
    }

    // By how much less deeply to look at the move in this place of the order first.
    int reduction(int depth, std::size_t place) const {
        if (!settings_.reduce || depth < 2 || place < 4) return 0;
        return 1 + (depth >= 3 && place >= 10) + (depth >= 5 && place >= 20);
    }

    // What to try first: the move of the table, then two that refuted a sibling, then what refuted most elsewhere.
    void rank(const B& board, bool sample, const Entry& known, int ply, Order& order) const {
        MoveList list;
        if (sample)
            board.kinds(list);
        else
            board.moves(list);
        const auto& past = history_[board.side()];
        const auto& killers = killers_[ply];
        for (const Move move : list)
            order.push(move, known.bound != Bound::NONE && move == known.move ? 4 * MOST_PAST
                             : move == killers[0] || move == killers[1]       ? 2 * MOST_PAST
                                                                              : past[move]);
        order.pad();
    }
    void reward(int side, Move move, int depth, int ply) {
        auto& killers = killers_[ply];
        if (killers[0] != move) killers = {move, killers[0]};
        auto& past = history_[side];
        past[move] += depth * depth;
        if (past[move] > MOST_PAST)
            for (auto& count : past) count /= 2;
    }

    // Best play after a move of the root, as far as the table still has it.
    std::vector<Move> line(Move move) const {
        std::vector<Move> moves;
        B board = root_;
        MoveList list;
        while (moves.size() < DEEPEST) {
            board.moves(list);
            if (std::find(list.begin(), list.end(), move) == list.end()) break;
            moves.push_back(move);
            if (board.play(move) != End::OPEN) break;
            const auto known = table_.find(board.key());
            if (known.bound == Bound::NONE || known.bound == Bound::UPPER) break;
            move = known.move;
        }
        return moves;
    }

    // A proven win or loss may be longer than it need be: a reduced search can have overlooked the quickest way.
    // What cannot be ruled out before `last` nodes are spent stays unknown.
    int distance(const Verdict& verdict, std::uint64_t last) {
        if (!sure(verdict.score)) return -1;
        B child = root_;
        if (child.play(verdict.move) != End::OPEN) return 1;
        const int winner = verdict.score > 0 ? root_.side() : 1 - root_.side();
        for (int n = 2; n < WIN - std::abs(verdict.score); ++n) {
            const bool found = forced(child, winner, n - 1, last);
            if (pending_ >= last) return -1;
            if (found) return n;
        }
        return WIN - std::abs(verdict.score);
    }
    // Whether the winner can win within n moves; worthless once `last` nodes are spent.
    bool forced(const B& board, int winner, int n, std::uint64_t last) {
        const bool his = board.side() == winner;
        if (n == 1 && !his) return false;
        MoveList list;
        board.moves(list);
        for (const Move move : list) {
            B child = board;
            const End end = child.play(move);
            if (++pending_ >= last) return false;
            const bool wins =
                end == End::OPEN ? n > 1 && forced(child, winner, n - 1, last) : end == (his ? End::WON : End::LOST);
            if (wins == his) return his;
        }
        return !his;
    }

    const B root_;
    const Settings settings_;
    Transpositions& table_;
    const Limits limits_;
    Control& control_;
    const std::atomic<bool>& enough_;
    const int most_;
    const std::uint64_t chunk_;
    std::uint64_t pending_ = 0;
    bool halted_ = false;
    int done_ = 1;
    std::vector<Verdict> verdicts_;
    std::array<std::array<Move, 2>, DEEPEST + 1> killers_{};
    std::array<std::array<int, B::MOVES>, 2> history_{};
};

struct Findings {
    std::vector<Verdict> verdicts;  // in the order of the moves
    int depth = 1;                  // moves looked ahead
};

// Searches with as many threads as the limits say; the others only fill the table for the first. The table takes what the
// limits give it, 32 MiB if they do not say, and not more than the nodes can use.
template <Sided B>
Findings search(const B& root, const Settings& settings, const Limits& limits, Control& control) {
    auto bytes = limits.memory ? limits.memory : 32u << 20;
    if (limits.nodes) bytes = std::min(bytes, 32 * limits.nodes);
    Transpositions table(bytes);
    std::atomic<bool> enough{false};
    const std::size_t threads = std::max(1, limits.threads);
    std::vector<std::unique_ptr<Search<B>>> searches;
    for (std::size_t i = 0; i < threads; ++i)
        searches.push_back(std::make_unique<Search<B>>(root, settings, table, limits, control, enough));
    {
        std::vector<Thread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back([&, i] { searches[i]->run(1 + static_cast<int>(i % 2)); });
        searches[0]->run(1);
        enough = true;
    }
    return {searches[0]->verdicts(), searches[0]->depth()};
}

}  // namespace quincunx::alphabeta
