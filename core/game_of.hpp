// Any game behind AnyGame. A game's game.cpp includes this after its methods and planes, and registers itself.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/batch_of.hpp"
#include "core.hpp"
#include "levels/choice.hpp"
#include "levels/guard.hpp"
#include "search/montecarlo.hpp"

namespace quincunx {

template <Game G>
class GameOf final : public AnyGame {
public:
    explicit GameOf(std::string_view options) : game_(options) {
        for (std::size_t i = 0; i < game_.actions().size(); ++i)
            numbers_.emplace(game_.actions()[i], static_cast<Move>(i));
    }

    std::string_view name() const override { return G::name; }
    const std::string& spec() const override { return game_.spec(); }
    int seats() const override { return game_.seats(); }
    const std::vector<std::string>& actions() const override { return game_.actions(); }
    std::string canonical(std::string_view body) const override { return game_.write(game_.read(body)); }
    int turn(std::string_view body) const override { return game_.turn(game_.read(body)); }
    int actor(std::string_view body) const override { return game_.actor(game_.read(body)); }
    Result result(std::string_view body) const override { return game_.result(game_.read(body)); }

    std::vector<std::string> moves(std::string_view body) const override {
        MoveList list;
        game_.moves(game_.read(body), list);
        return tokens(list);
    }

    std::vector<int> weights(std::string_view body) const override {
        const auto position = game_.read(body);
        std::vector<int> found;
        if (game_.actor(position) != CHANCE) return found;
        MoveList list;
        game_.moves(position, list);
        for (const Move move : list) found.push_back(game_.weight(position, move));
        return found;
    }

    std::string play(std::string_view body, std::string_view move) const override {
        auto position = game_.read(body);
        game_.play(position, legal(position, move));
        return game_.write(position);
    }

    std::vector<std::string> steps(std::string_view body, std::string_view move) const override {
        const auto position = game_.read(body);
        return game_.steps(position, legal(position, move));
    }

    std::vector<std::string> winning(std::string_view body) const override {
        return tokens(winning_moves(game_, game_.read(body)));
    }

    int danger(std::string_view body, std::string_view move) const override {
        const auto position = game_.read(body);
        return static_cast<int>(quincunx::danger(game_, position, legal(position, move)));
    }

    std::optional<std::uint64_t> perft(std::string_view body, int depth, Control& control) const override {
        if (depth < 0 || depth > MAX_DEPTH)
            throw Refusal("perft: the depth must be from 0 to " + std::to_string(MAX_DEPTH));
        const auto count = sequences(game_.read(body), depth, control);
        if (control.stopped()) return std::nullopt;
        return count;
    }

    Tally random_games(std::string_view body, std::uint64_t count, std::uint64_t seed,
                       Control& control) const override {
        const auto start = game_.read(body);
        Random random(seed);
        Tally tally;
        MoveList rolls;
        std::uint64_t unspent = 0;
        for (; tally.games < count; ++tally.games) {
            auto position = start;
            for (int actor = game_.actor(position); actor != NOBODY; actor = game_.actor(position)) {
                if (actor == CHANCE) game_.moves(position, rolls);
                game_.play(position, actor == CHANCE ? montecarlo::roll_dice(game_, position, rolls, random)
                                                     : montecarlo::any_move(game_, position, random));
                ++tally.moves;
                if (++unspent < SPEND) continue;
                if (control.spend(std::exchange(unspent, 0))) return tally;
            }
        }
        control.spend(unspent);
        return tally;
    }

    Report analyse(std::string_view body, std::string_view method, const Limits& limits,
                   Control& control) const override {
        const auto position = game_.read(body);
        const Analysis analysis = quincunx::analyse(game_, position, method, limits, control);
        Report report{{}, analysis.basis, analysis.nodes, analysis.seconds};
        for (const auto& [move, score, line] : analysis.moves) {
            const auto values = score.values.begin();
            Report::Finding finding{game_.actions()[move], score.exact, {values, values + seats()}, score.distance, {}};
            if (line.empty()) finding.line.push_back(game_.actions()[move]);
            for (const Move next : line) finding.line.push_back(game_.actions()[next]);
            report.moves.push_back(std::move(finding));
        }
        return report;
    }

    std::unique_ptr<AnyBatch> batch(const std::vector<std::string_view>& starts, const Terms& terms) const override {
#ifdef __EMSCRIPTEN__  // batches are for Python, and a tenth of the module
        (void)starts, (void)terms;
        throw Refusal("there are no batches in a browser");
#else
        return std::make_unique<BatchOf<G>>(game_, starts, terms);
#endif
    }

private:
    static constexpr std::uint64_t SPEND = 4096;  // moves between two looks at the control

    std::vector<std::string> tokens(const auto& list) const {
        std::vector<std::string> found;
        for (const Move move : list) found.push_back(game_.actions()[move]);
        return found;
    }

    Move legal(const typename G::Position& position, std::string_view token) const {
        const auto number = numbers_.find(token);
        if (number == numbers_.end()) throw Refusal(quoted(token) + " is not a move of " + game_.spec());
        MoveList list;
        game_.moves(position, list);
        if (!std::binary_search(list.begin(), list.end(), number->second))
            throw Refusal(number->first + " is not legal here");
        return number->second;
    }

    std::uint64_t sequences(const typename G::Position& position, int depth, Control& control) const {
        if (depth == 0) return 1;
        MoveList list;
        game_.moves(position, list);
        if (depth == 1) return list.size();
        std::uint64_t count = 0;
        for (const Move move : list) {
            if (control.stopped()) break;
            auto next = position;
            game_.play(next, move);
            count += sequences(next, depth - 1, control);
        }
        control.spend(list.size());
        return count;
    }

    G game_;
    std::map<std::string, Move, std::less<>> numbers_;
};

template <Game G>
std::shared_ptr<const AnyGame> make(std::string_view options) {
    return std::make_shared<GameOf<G>>(options);
}

}  // namespace quincunx
