// The core's interface: any game behind one class that takes and returns strings, for Python and for the engine process.
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

#include "batch/batch.hpp"
#include "game.hpp"
#include "search/search.hpp"
#include "text.hpp"

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

// Totals of random games. Rolls count as moves.
struct Tally {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
};

// A game with its options. Positions are passed as text without the game's name (`body`), moves as tokens. Every function throws
// Refusal for a string that is not a position or move, and for an illegal move. Immutable, so threads can share it.
class AnyGame {
public:
    static constexpr int MAX_DEPTH = 256;  // of perft, which recurses

    virtual ~AnyGame() = default;
    virtual std::string_view name() const = 0;
    virtual const std::string& spec() const = 0;
    virtual int seats() const = 0;
    virtual const std::vector<std::string>& actions() const = 0;
    virtual std::string canonical(std::string_view body) const = 0;
    virtual int turn(std::string_view body) const = 0;
    virtual int actor(std::string_view body) const = 0;
    virtual std::vector<std::string> moves(std::string_view body) const = 0;
    virtual std::vector<int> weights(std::string_view body) const = 0;  // of the rolls, where chance acts; else empty
    virtual std::string play(std::string_view body, std::string_view move) const = 0;
    virtual std::vector<std::string> steps(std::string_view body, std::string_view move) const = 0;
    virtual Result result(std::string_view body) const = 0;
    // From levels/guard.hpp: the moves that win at once, and the danger of a move as a number.
    virtual std::vector<std::string> winning(std::string_view body) const = 0;
    virtual int danger(std::string_view body, std::string_view move) const = 0;
    // How many sequences of `depth` moves there are; empty if it was stopped.
    virtual std::optional<std::uint64_t> perft(std::string_view body, int depth, Control& control) const = 0;
    // Plays this many games to the end with random moves; fewer if it is stopped.
    virtual Tally random_games(std::string_view body, std::uint64_t count, std::uint64_t seed,
                               Control& control) const = 0;
    virtual Report analyse(std::string_view body, std::string_view method, const Limits& limits,
                           Control& control) const = 0;
    // Many matches at once, each beginning in one of these positions.
    virtual std::unique_ptr<AnyBatch> batch(const std::vector<std::string_view>& starts, const Terms& terms) const = 0;
};

// The registry. Each game's game.cpp holds one of these as a static object, so that a game is registered when it is linked.
class Registration {
public:
    using Make = std::shared_ptr<const AnyGame> (*)(std::string_view options);

    Registration(std::string_view name, Make make) { all().emplace(name, make); }
    static std::map<std::string_view, Make>& all() {
        static std::map<std::string_view, Make> games;
        return games;
    }
};

// The game written `name` or `name:key=value,key=value`.
inline std::shared_ptr<const AnyGame> make_game(std::string_view spec) {
    const auto colon = spec.find(':');
    if (colon != spec.npos && colon + 1 == spec.size()) throw Refusal("nothing follows the colon");
    const auto options = colon == spec.npos ? std::string_view{} : spec.substr(colon + 1);
    const auto found = Registration::all().find(spec.substr(0, colon));
    if (found == Registration::all().end()) throw Refusal("there is no game " + quoted(spec.substr(0, colon)));
    return found->second(options);
}

// The same, but cached: building the tables of a game takes longer than answering most questions about a position.
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

// The options in `name` or `name:key=value`, a text known to be valid.
inline std::string_view options_of(std::string_view game, std::string_view name) {
    if (const auto colon = game.find(':'); known_game(game)->name() != name)
        throw Refusal(quoted(game.substr(0, colon)) + " is not " + std::string(name));
    return game.substr(std::min(game.size(), name.size() + 1));
}

// A whole position, `game:options body`, split. The body is a view into the text.
struct Line {
    explicit Line(std::string_view text) : game(known_game(text.substr(0, text.find(' ')))) {
        if (const auto space = text.find(' '); space != text.npos) body = text.substr(space + 1);
    }
    std::string whole(const std::string& other) const { return game->spec() + ' ' + other; }

    std::shared_ptr<const AnyGame> game;
    std::string_view body;
};

}  // namespace quincunx
