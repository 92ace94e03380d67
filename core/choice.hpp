// The move of a level, for batches: src/quincunx/engine/levels.py without books, with the same answers. A test compares the two.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "draws.hpp"
#include "game.hpp"
#include "guard.hpp"
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
};

// By method, `playouts` included.
template <Game G>
Analysis analyse(const G& game, const typename G::Position& position, std::string_view method, const Limits& limits,
                 Control& control) {
    return method == "playouts" ? playouts(game, position, limits, control)
                                : think(game, position, method, limits, control);
}

template <Game G>
class Choice {
public:
    using Position = typename G::Position;

    Choice(const G& game, const Position& position, const Level& level, std::string_view seed)
        : game_(game),
          position_(position),
          level_(level),
          draws_(seed, "choice:" + game.spec() + ' ' + game.write(position)),
          limits_(level.limits),
          actor_(game.actor(position)) {
        limits_.seed = draws_.below(std::uint64_t{1} << 32);
    }

    // Nothing where the search says that every move loses: what then holds out longest, each game knows in its own way, in
    // Python.
    std::optional<Move> make() {
        Control control;
        found_ = analyse(game_, position_, level_.method, limits_, control).moves;
        const auto top = best(found_);
        const bool at_once = top[0].score.exact && top[0].score.distance == 1 && mine(top[0]) == 1;
        auto moves = at_once ? tokens(top) : level_.guarded ? winning_moves(game_, position_) : std::vector<Move>{};
        const bool wins = !moves.empty();
        if (!wins) {
            if (std::all_of(found_.begin(), found_.end(), [&](const auto& each) { return mine(each) == 0; }))
                return std::nullopt;
            moves = candidates(top);
        }
        return level_.guarded && !wins ? prudent(moves) : draw(moves);
    }

private:
    using Scores = std::vector<MoveScore>;

    double mine(const MoveScore& said) const { return said.score.values[actor_ - 1]; }

    // Smaller is better: `Analysis._rank` of src/quincunx/engine/analysis.py.
    std::tuple<double, double, bool> rank(const MoveScore& said) const {
        constexpr double UNKNOWN_LOSS = 2.5, FOREVER = std::numeric_limits<double>::infinity();
        const auto& [exact, values, distance] = said.score;
        const double value = mine(said);
        double length = distance < 0 ? 0.0 : -double(distance);
        if (value > 0.5)
            length = distance < 0 ? FOREVER : double(distance);
        else if (value == 0)
            length = !exact ? -FOREVER : distance < 0 ? -UNKNOWN_LOSS : -double(distance);
        return {-value, exact || value == 0 ? length : 0.0, !exact};
    }
    Scores ranked(Scores scores) const {
        std::stable_sort(scores.begin(), scores.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        return scores;
    }
    // The best move, and all others that are equally good.
    Scores best(const Scores& scores) const {
        const auto top = rank(*std::min_element(scores.begin(), scores.end(),
                                                [&](const auto& a, const auto& b) { return rank(a) < rank(b); }));
        Scores kept;
        std::copy_if(scores.begin(), scores.end(), std::back_inserter(kept),
                     [&](const auto& each) { return rank(each) == top; });
        return kept;
    }
    static std::vector<Move> tokens(const Scores& scores) {
        std::vector<Move> moves;
        for (const auto& each : scores) moves.push_back(each.move);
        return moves;
    }

    std::vector<Move> candidates(const Scores& top) {
        const double worth = mine(top[0]);
        if (worth <= level_.desperate || (level_.keen && top[0].score.exact && worth == 1)) return tokens(top);
        if (level_.overlooks) return tokens(best(noticed()));
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
            if (has(seen, each.move)) kept.push_back(each);
        return kept;
    }

    // All moves, what looks best first; in any order where they look alike.
    std::vector<Move> at_a_glance() {
        if (!level_.glance.empty()) {
            Control control;
            return tokens(ranked(analyse(game_, position_, level_.glance, {.seed = limits_.seed}, control).moves));
        }
        std::vector<Move> order;
        for (auto left = tokens(found_); !left.empty();) {
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
        for (const auto& each : ranked(found_))
            if (!has(moves, each.move) && is_safe(each.move)) break;
        return safest;
    }

    const G& game_;
    const Position& position_;
    const Level& level_;
    Draws draws_;
    Limits limits_;
    const int actor_;
    Scores found_;
};

}  // namespace quincunx
