// Expectimax for two seats and dice: each seat chooses what is best for itself, rolls are averaged by their weights. One thread,
// and hardly any memory.
#pragma once

#include <algorithm>
#include <concepts>
#include <utility>
#include <vector>

#include "search/montecarlo.hpp"
#include "search/progress.hpp"

namespace quincunx::expectimax {

// The value of a position for seat 1: an integer from 0, a loss, to ONE, a win, so that averages are the same on every machine.
using Share = std::int64_t;
inline constexpr Share ONE = Share{1} << 40;

// The rules, and whose turn it is while dice are rolled.
template <class G>
concept Rules = montecarlo::Rules<G> && requires(const G game, const typename G::Position& view) {
    { game.turn(view) } -> std::same_as<int>;
};

// Evaluates for seat 1 a position in which dice are to be rolled, or a roll is to be used.
template <class E, class G>
concept Evaluator = requires(const E evaluator, const typename G::Position& position) {
    { evaluator(position) } -> std::same_as<Share>;
};

template <Rules G, Evaluator<G> E>
class Search {
public:
    Search(const G& game, const typename G::Position& root, const E& evaluator, const Limits& limits, Control& control)
        : game_(game),
          root_(root),
          evaluator_(evaluator),
          limits_(limits),
          control_(control),
          most_(limits.depth > 0 ? limits.depth : DEEPEST),
          chunk_(limits.nodes ? std::clamp<std::uint64_t>(limits.nodes / 64, 1, 1024) : 1024) {
        MoveList list;
        game_.moves(root_, list);
        for (const Move move : list) found_.push_back({move, {}, false});
    }

    // Searches one turn deeper each time, the most promising move first, until the limits are spent or everything is searched.
    // The first turn is always searched, whatever the limits. A move that is not reached any more stands to the first as it did
    // before.
    Analysis run() {
        iterate(1);
        int depth = 1;
        while (depth < most_ && !control_.spend(std::exchange(pending_, 0)) && !all_sure()) {
            hurried_ = true;
            iterate(++depth);
        }
        Analysis analysis;
        std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.move < b.move; });
        for (const auto& [move, seen, last] : found_) {
            const double one = static_cast<double>(seen.share) / static_cast<double>(ONE);
            analysis.moves.push_back({move, {seen.sure, {one, 1 - one}, last ? 1 : -1}, {}});
        }
        const int whole = halted_ ? depth - 1 : depth;
        analysis.basis = "engine.basis.turns " + std::to_string(whole);
        analysis.nodes = control_.nodes();
        analysis.seconds = control_.seconds();
        return analysis;
    }

private:
    static constexpr int DEEPEST = 100;

    struct Seen {
        Share share;
        bool sure;  // does not rest on an evaluation
    };
    struct Found {
        Move move;
        Seen seen;
        bool last;  // ends the game
    };

    bool all_sure() const {
        return std::all_of(found_.begin(), found_.end(), [](const Found& found) { return found.seen.sure; });
    }

    void iterate(int depth) {
        auto next = found_;
        std::size_t searched = 0;
        for (auto& [move, seen, last] : next) {
            auto position = root_;
            game_.play(position, move);
            const auto now = look(position, game_.turn(position) == game_.turn(root_) ? depth : depth - 1);
            if (halted_) break;
            seen = now;
            last = game_.actor(position) == NOBODY;
            ++searched;
        }
        if (searched == 0) return;
        const Share shift = next[0].seen.share - found_[0].seen.share;
        for (auto i = searched; i < next.size(); ++i)
            if (auto& seen = next[i].seen; !seen.sure) seen.share = std::clamp<Share>(seen.share + shift, 0, ONE);
        found_ = std::move(next);
        const bool first = game_.turn(root_) == 1;
        std::stable_sort(found_.begin(), found_.end(), [=](const Found& a, const Found& b) {
            return first ? a.seen.share > b.seen.share : a.seen.share < b.seen.share;
        });
        control_.prefer(found_[0].move);
    }

    // The value of a position, `depth` turns ahead. Worthless once halted.
    Seen look(const typename G::Position& position, int depth) {
        if (++pending_ >= chunk_ && hurried_) {
            halted_ = control_.spend(std::exchange(pending_, 0)) || halted_;
            control_.set_progress(share_spent(limits_, control_));
        }
        if (halted_) return {};
        const int actor = game_.actor(position);
        if (actor == NOBODY) {
            const auto winner = game_.result(position).winner;
            return {winner == 0 ? ONE / 2 : winner == 1 ? ONE : 0, true};
        }
        if (depth == 0) return {evaluator_(position), false};
        MoveList list;
        game_.moves(position, list);
        return actor == CHANCE ? average(position, list, depth) : best(position, list, depth);
    }

    Seen best(const typename G::Position& position, const MoveList& list, int depth) {
        const bool first = game_.actor(position) == 1;
        Seen best{first ? 0 : ONE, true};
        for (const Move move : list) {
            auto next = position;
            game_.play(next, move);
            const auto seen = look(next, depth - 1);
            if (seen.sure && seen.share == (first ? ONE : 0)) return seen;
            best = {first ? std::max(best.share, seen.share) : std::min(best.share, seen.share),
                    best.sure && seen.sure};
        }
        return best;
    }

    // Rolls that nothing can be done with all lead to one position: it is looked at once.
    Seen average(const typename G::Position& position, const MoveList& list, int depth) {
        Share sum = 0;
        bool sure = true;
        int weights = 0, useless = 0;
        typename G::Position idle;
        const auto add = [&](const Seen& seen, int weight) {
            sum += weight * seen.share;
            sure = sure && seen.sure;
        };
        for (const Move move : list) {
            const int weight = game_.weight(position, move);
            weights += weight;
            auto next = position;
            game_.play(next, move);
            if (game_.actor(next) == CHANCE) {
                useless += weight;
                idle = next;
            } else {
                add(look(next, depth), weight);
            }
        }
        if (useless) add(look(idle, game_.turn(idle) == game_.turn(position) ? depth : depth - 1), useless);
        return {sum / weights, sure};
    }

    const G& game_;
    const typename G::Position root_;
    const E& evaluator_;
    const Limits limits_;
    Control& control_;
    const int most_;
    const std::uint64_t chunk_;
    std::uint64_t pending_ = 0;
    bool hurried_ = false, halted_ = false;
    std::vector<Found> found_;
};

}  // namespace quincunx::expectimax
