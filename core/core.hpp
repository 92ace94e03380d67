// The core as one thing: any game behind one interface that speaks in strings, for Python and for the engine process.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "game.hpp"
#include "games/tactix.hpp"
#include "games/tesseract.hpp"
#include "games/text.hpp"
#include "games/tritoc.hpp"
#include "games/xchain.hpp"
#include "games/xtic.hpp"
#include "search/search.hpp"

// How each game is thought about, a line each: an overload in namespace quincunx
//     Analysis think(const G&, const G::Position&, std::string_view method, const Limits&, Control&);
// beside the method that every game has, playouts (any.hpp).
#include "think/any.hpp"
#include "think/tactix.hpp"
#include "think/tesseract.hpp"
#include "think/tritoc.hpp"
#include "think/xchain.hpp"
#include "think/xtic.hpp"

namespace quincunx {

// An Analysis with its moves as tokens.
struct Report {
    struct Finding {
        std::string move;
        bool exact = false;
        std::vector<double> values;  // one for each seat
        int distance = -1;
        std::vector<std::string> line;
    };
    std::vector<Finding> moves;
    std::string basis;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// What random play came to. Throws count as moves.
struct Tally {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
};

// A game with its options. Positions are given and returned as their text less the game (`body`), moves as tokens; everything
// throws Refusal for a string that is none, or a move that is not legal. Immutable, so any number of threads may use it at once.
class AnyGame {
public:
    static constexpr int MAX_DEPTH = 256;  // of perft: it recurses

    virtual ~AnyGame() = default;
    virtual const std::string& spec() const = 0;
    virtual int seats() const = 0;
    virtual const std::vector<std::string>& actions() const = 0;
    virtual std::string canonical(std::string_view body) const = 0;
    virtual int turn(std::string_view body) const = 0;
    virtual int actor(std::string_view body) const = 0;
    virtual std::vector<std::string> moves(std::string_view body) const = 0;
    virtual std::vector<int> weights(std::string_view body) const = 0;  // of the moves, where chance acts; else none
    virtual std::string play(std::string_view body, std::string_view move) const = 0;
    virtual std::vector<std::string> steps(std::string_view body, std::string_view move) const = 0;
    virtual Result result(std::string_view body) const = 0;
    // How many sequences of `depth` moves there are; nothing if it was stopped.
    virtual std::optional<std::uint64_t> perft(std::string_view body, int depth, Control& control) const = 0;
    // Plays so many games to the end with random moves; fewer if it is stopped.
    virtual Tally random_games(std::string_view body, std::uint64_t count, std::uint64_t seed,
                               Control& control) const = 0;
    virtual Report analyse(std::string_view body, std::string_view method, const Limits& limits,
                           Control& control) const = 0;
    // Many matches at once, each beginning in one of these positions.
    virtual std::unique_ptr<AnyBatch> batch(const std::vector<std::string_view>& starts, const Terms& terms) const = 0;
};

template <Game G>
class GameOf final : public AnyGame {
public:
    explicit GameOf(std::string_view options) : game_(options) {
        for (std::size_t i = 0; i < game_.actions().size(); ++i)
            numbers_.emplace(game_.actions()[i], static_cast<Move>(i));
    }

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
        MoveList throws;
        std::uint64_t unspent = 0;
        for (; tally.games < count; ++tally.games) {
            auto position = start;
            for (int actor = game_.actor(position); actor != NOBODY; actor = game_.actor(position)) {
                if (actor == CHANCE) game_.moves(position, throws);
                game_.play(position, actor == CHANCE ? montecarlo::throw_dice(game_, position, throws, random)
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
        const Analysis analysis = method == "playouts" ? playouts(game_, position, limits, control)
                                                       : think(game_, position, method, limits, control);
        Report report{{}, analysis.basis, analysis.nodes, analysis.seconds};
        for (const auto& [move, score, line] : analysis.moves) {
            const auto values = score.values.begin();
            Report::Finding finding{game_.actions()[move], score.exact, {values, values + seats()}, score.distance, {}};
            for (const Move next : line) finding.line.push_back(game_.actions()[next]);
            report.moves.push_back(std::move(finding));
        }
        return report;
    }

    std::unique_ptr<AnyBatch> batch(const std::vector<std::string_view>& starts, const Terms& terms) const override {
        return std::make_unique<BatchOf<G>>(game_, starts, terms);
    }

private:
    static constexpr std::uint64_t SPEND = 4096;  // moves between two looks at the control

    std::vector<std::string> tokens(const MoveList& list) const {
        std::vector<std::string> found;
        for (const Move move : list) found.push_back(game_.actions()[move]);
        return found;
    }

    Move legal(const typename G::Position& position, std::string_view token) const {
        const auto number = numbers_.find(token);
        if (number == numbers_.end()) throw Refusal(quoted(token) + " is no move of " + game_.spec());
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

// The registry.
template <Game G>
std::shared_ptr<const AnyGame> make(std::string_view options) {
    return std::make_shared<GameOf<G>>(options);
}
struct Registered {
    std::string_view name;
    std::shared_ptr<const AnyGame> (*make)(std::string_view options);
};
inline constexpr Registered GAMES[] = {
    {Xtic::name, make<Xtic>},           {Tactix::name, make<Tactix>}, {Tritoc::name, make<Tritoc>},
    {Tesseract::name, make<Tesseract>}, {Xchain::name, make<Xchain>},
};

// The game written `name` or `name:key=value,key=value`.
inline std::shared_ptr<const AnyGame> make_game(std::string_view spec) {
    const auto colon = spec.find(':');
    if (colon != spec.npos && colon + 1 == spec.size()) throw Refusal("nothing follows the colon");
    const auto options = colon == spec.npos ? std::string_view{} : spec.substr(colon + 1);
    for (const auto& game : GAMES)
        if (game.name == spec.substr(0, colon)) return game.make(options);
    throw Refusal("there is no game " + quoted(spec.substr(0, colon)));
}

// The same, but made once: building the tables of a game costs more than most questions about a position.
inline std::shared_ptr<const AnyGame> known_game(std::string_view spec) {
    constexpr std::size_t MOST = 64;
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const AnyGame>, std::less<>> known;
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(spec); found != known.end()) return found->second;
    auto game = make_game(spec);
    if (known.size() >= MOST) known.clear();
    return known.emplace(spec, std::move(game)).first->second;
}

// A whole position, `game:options body`, taken apart. The body lives as long as the text.
struct Line {
    explicit Line(std::string_view text) : game(known_game(text.substr(0, text.find(' ')))) {
        if (const auto space = text.find(' '); space != text.npos) body = text.substr(space + 1);
    }
    std::string whole(const std::string& other) const { return game->spec() + ' ' + other; }

    std::shared_ptr<const AnyGame> game;
    std::string_view body;
};

}  // namespace quincunx
