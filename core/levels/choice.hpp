// The move of a level, for batches: src/quincunx/engine/levels.py without books, with the same answers. A test compares the two.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "game.hpp"
#include "levels/draws.hpp"
#include "levels/guard.hpp"
#include "search/playouts.hpp"
#include "search/search.hpp"

namespace quincunx {

// What `Level` of src/quincunx/engine/player.py has, where each field is explained.
struct Level {
    std::string method;
    Limits limits;
    double margin = 0;
    std::string glance;
    int overlooks = 0;
    double desperate = 0;
    bool guarded = false;
    bool keen = false;
    bool patient = false;
    std::uint64_t hope = 0;
};

// By method, `playouts` included.
template <Game G>
Analysis analyse(const G& game, const typename G::Position& position, std::string_view method, const Limits& limits,
                 Control& control) {
    return method == "playouts" ? playouts(game, position, limits, control)
                                : think(game, position, method, limits, control);
}

inline constexpr double UNKNOWN_LOSS = 2.5;  // as in src/quincunx/engine/analysis.py

// How good a move is for a seat; smaller is better: `Analysis._rank` there.
using Rank = std::tuple<double, double, bool>;
inline Rank rank(const MoveScore& said, int seat) {
    constexpr double FOREVER = std::numeric_limits<double>::infinity();
    const auto& [exact, values, distance] = said.score;
    const double value = values[static_cast<std::size_t>(seat - 1)];
    double length = distance < 0 ? 0.0 : -double(distance);
    if (value > 0.5)
        length = distance < 0 ? FOREVER : double(distance);
    else if (value == 0)
        length = !exact ? -FOREVER : distance < 0 ? -UNKNOWN_LOSS : -double(distance);
    return {-value, exact || value == 0 ? length : 0.0, !exact};
}

using Scores = std::vector<const MoveScore*>;  // pointers into a list that outlives them

// The best move for a seat, and all others that are equally good.
inline Scores best_moves(const Scores& scores, int seat) {
    Scores kept;
    Rank top;
    for (const auto each : scores) {
        const auto own = rank(*each, seat);
        if (kept.empty() || own < top) kept.clear(), top = own;
        if (own == top) kept.push_back(each);
    }
    return kept;
}
inline Scores pointers(const std::vector<MoveScore>& scores) {
    Scores all;
    all.reserve(scores.size());
    for (const auto& each : scores) all.push_back(&each);
    return all;
}

// Of moves that a search proved to lose, without saying how soon, those that hold out longest: `Player.longest`. A game that knows
// more has an overload.
template <Game G>
std::vector<Move> longest(const G&, const typename G::Position&, std::vector<Move> moves) {
    return moves;
}

template <Game G>
class Choice {
public:
    using Position = typename G::Position;

    Choice(const G& game, const Position& position, const Level& level, const Seed& seed)
        : game_(game),
          position_(position),
          level_(level),
          draws_(seed, {"choice:", game.spec(), " ", game.write(position)}),
          limits_(level.limits),
          actor_(game.actor(position)) {
        limits_.seed = draws_.below(std::uint64_t{1} << 32);
        limits_.lines = false;
    }

    Move make() {
        Control control;
        found_ = analyse(game_, position_, level_.method, limits_, control).moves;
        const auto top = best_moves(pointers(found_), actor_);
        const bool at_once = top[0]->score.exact && top[0]->score.distance == 1 && mine(*top[0]) == 1;
        auto moves = at_once ? tokens(top) : level_.guarded ? winning_moves(game_, position_) : std::vector<Move>{};
        if (!moves.empty()) return draw(moves);
        const bool lost = std::all_of(found_.begin(), found_.end(), [&](const auto& each) { return mine(each) == 0; });
        moves = lost ? stubborn() : candidates(top);
        return level_.guarded ? prudent(moves) : draw(moves);
    }

private:
    double mine(const MoveScore& said) const { return said.score.values[actor_ - 1]; }
    Scores ranked(const std::vector<MoveScore>& scores) const {
        auto all = pointers(scores);
        std::stable_sort(all.begin(), all.end(), [&](auto a, auto b) { return rank(*a, actor_) < rank(*b, actor_); });
        return all;
    }
    static std::vector<Move> tokens(const Scores& scores) {
        std::vector<Move> moves;
        moves.reserve(scores.size());
        for (const auto each : scores) moves.push_back(each->move);
        return moves;
    }

    // The moves of a lost position that hold out longest: src/quincunx/engine/stubborn.py. With hope, the one of them that a
    // small search likes best.
    std::vector<Move> stubborn() {
        std::vector<Move> moves, open_ended;
        int known = 0;
        for (const auto& each : found_) {
            if (each.score.distance < 0) open_ended.push_back(each.move);
            if (each.score.exact) known = std::max(known, each.score.distance);
        }
        if (open_ended.empty() || known > UNKNOWN_LOSS) {
            for (const auto& each : found_)
                if (each.score.exact && each.score.distance == known) moves.push_back(each.move);
        } else {
            moves = open_ended.size() > 1 ? longest(game_, position_, open_ended) : open_ended;
        }
        if (!level_.hope) return moves;
        auto limits = limits_;
        limits.nodes = level_.hope;
        Control control;
        const auto glance = analyse(game_, position_, level_.method, limits, control);
        for (const auto each : ranked(glance.moves))
            if (has(moves, each->move)) return {each->move};
        return moves;
    }

    std::vector<Move> candidates(const Scores& top) {
        const double worth = mine(*top[0]);
        if (worth <= level_.desperate || (level_.keen && top[0]->score.exact && worth == 1)) return tokens(top);
        if (level_.overlooks) return tokens(best_moves(noticed(), actor_));
        if (!(level_.margin > 0) && !level_.patient) return tokens(top);
        std::vector<Move> moves;
        for (const auto& each : found_)
            if (mine(each) >= worth - level_.margin && mine(each) != 0) moves.push_back(each.move);
        return moves;
    }

    Scores noticed() {
        const auto looks = at_a_glance();
        const auto scale = 100 * std::max<std::uint64_t>(looks.size() - 1, 1);
        std::vector<Move> seen;
        for (std::size_t place = 0; place < looks.size(); ++place)
            if (draws_.below(scale) >= static_cast<std::uint64_t>(level_.overlooks) * place)
                seen.push_back(looks[place]);
        Scores kept;
        for (const auto& each : found_)
            if (has(seen, each.move)) kept.push_back(&each);
        return kept;
    }

    // All moves, the most promising first; equal ones in any order.
    std::vector<Move> at_a_glance() {
        if (!level_.glance.empty()) {
            Control control;
            const auto seen = analyse(game_, position_, level_.glance, {.seed = limits_.seed, .lines = false}, control);
            return tokens(ranked(seen.moves));
        }
        std::vector<Move> order;
        for (auto left = tokens(pointers(found_)); !left.empty();) {
            const auto place = left.begin() + static_cast<std::ptrdiff_t>(draws_.below(left.size()));
            order.push_back(*place);
            left.erase(place);
        }
        return order;
    }

    static bool has(const std::vector<Move>& moves, Move move) {
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }
    Move draw(const std::vector<Move>& moves) { return moves[draws_.below(moves.size())]; }

    // One drawn from these, or else the best of the others, that is in no danger; where every move is, one in the least danger.
    Move prudent(const std::vector<Move>& moves) {
        Move safest = moves[0];
        auto least = std::optional<Danger>();
        const auto is_safe = [&](Move move) {
            const auto found = danger(game_, position_, move);
            if (!least || found < *least) safest = move, least = found;
            return found == Danger::NONE;
        };
        for (auto left = moves; !left.empty();) {
            const Move move = draw(left);
            if (is_safe(move)) return move;
            left.erase(std::find(left.begin(), left.end(), move));
        }
        for (const auto each : ranked(found_))
            if (!has(moves, each->move) && is_safe(each->move)) break;
        return safest;
    }

    const G& game_;
    const Position& position_;
    const Level& level_;
    Draws draws_;
    Limits limits_;
    const int actor_;
    std::vector<MoveScore> found_;
};

}  // namespace quincunx
