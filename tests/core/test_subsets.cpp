// The tables of tactix against known counts and the plain definition, and its promises about limits.
#include <unordered_map>

#include "games/tactix/methods.hpp"
#include "threads.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// Whether the seat to move wins, and in how many moves: the definition, for few counters.
class Plain {
public:
    explicit Plain(const Tactix& game) : game_(game) {}

    int lasts(std::uint64_t counters) {
        if (!counters) return 0;
        if (const auto known = known_.find(counters); known != known_.end()) return known->second;
        int soonest = 0, latest = 0;
        for (const auto span : game_.spans()) {
            if (span & ~counters) continue;
            const int moves = 1 + lasts(counters & ~span);
            if (won(moves))
                soonest = soonest ? std::min(soonest, moves) : moves;
            else
                latest = std::max(latest, moves);
        }
        return known_[counters] = soonest ? soonest : latest;
    }
    // The last move wins or loses, so its number tells.
    bool won(int moves) const { return (moves % 2 == 1) != game_.last_loses; }

private:
    const Tactix& game_;
    std::unordered_map<std::uint64_t, int> known_;
};

std::uint64_t some_counters(const Tactix& game, int count, Random& random) {
    auto counters = game.start().counters;
    while (std::popcount(counters) > count)
        counters &= ~(std::uint64_t{1} << random.below(static_cast<std::uint32_t>(game.size * game.size)));
    return counters;
}

void test_counts() {
    const struct {
        const char* options;
        std::uint64_t losses;
    } known[] = {{"size=3", 89},
                 {"size=4", 8568},
                 {"size=5", 3177421},
                 {"size=3,goal=last-wins", 88},
                 {"size=4,goal=last-wins", 8380},
                 {"size=5,goal=last-wins", 3212864}};
    for (const auto& [options, losses] : known) {
        const Tactix game(options);
        Control control;
        const auto table = tactix::Losses::make(game.start().counters, game.spans(), game.last_loses, control);
        check(table->count() == losses, "the number of lost positions is known");
    }
}

// A table can be left and gone on with, by another table as well.
void test_pauses() {
    const Tactix game("size=5");
    const auto all = game.start().counters;
    tactix::Losses table(all, game.spans(), game.last_loses);
    for (int pauses = 0; table.done() < table.words(); ++pauses) {
        check(pauses < 20, "a table grows whenever it may");
        Control control;
        control.begin({.nodes = 100000});
        table.fill(control);
        tactix::Losses other(all, game.spans(), game.last_loses);
        other.restore(table.made(), table.done() - 1);
        check(other.done() < table.done() && other.done() + 4096 >= table.done(), "whole blocks are taken over");
        if (pauses == 2) table = std::move(other);
    }
    check(table.count() == 3177421, "pauses change nothing");
    check(table.winning(all, game.spans()).size() == 5, "the winning first moves are known");
}

void test_tables() {
    Random random(1);
    for (const char* options : {"size=3", "size=4,goal=last-wins", "size=6", "size=6,goal=last-wins"}) {
        const Tactix game(options);
        Plain plain(game);
        for (const int count : {1, 5, 9, 11, 12}) {
            const auto counters = some_counters(game, std::min(count, game.size * game.size), random);
            Control control;
            const auto losses = tactix::Losses::make(counters, game.spans(), game.last_loses, control);
            const auto distances = tactix::Distances::make(counters, game.spans(), game.last_loses, control);
            for (auto subset = counters;; subset = (subset - 1) & counters) {
                check((*distances)[subset] == plain.lasts(subset), "a table knows how long the game lasts");
                check(losses->lost(subset) != plain.won(plain.lasts(subset)), "a table knows who wins");
                if (subset == 0) break;
            }
        }
    }
}

int wins(const Analysis& analysis, int seat) {
    return static_cast<int>(std::count_if(analysis.moves.begin(), analysis.moves.end(), [&](const MoveScore& said) {
        return said.score.exact && said.score.values[seat - 1] == 1;
    }));
}

void test_first_moves() {
    const struct {
        const char* options;
        int moves, winning;
    } known[] = {{"size=3", 27, 7}, {"size=4", 64, 0}, {"size=5", 125, 5}};
    for (const auto& [options, moves, winning] : known) {
        const Tactix game(options);
        Control control;
        const auto analysis = think(game, game.start(), "auto", {}, control);
        check(static_cast<int>(analysis.moves.size()) == moves && analysis.basis == "tactix.basis.positions",
              "small grids have a table");
        check(wins(analysis, 1) == winning, "the winning first moves are known");
    }
}

// Every exact value must be the table's, whichever method found it; every line must be played out as its distance says.
void test_methods() {
    Random random(2);
    for (const char* options : {"size=4", "size=4,goal=last-wins", "size=5", "size=6", "size=6,goal=last-wins"}) {
        const Tactix game(options);
        for (int times = 0; times < 4; ++times) {
            const Tactix::Position position{some_counters(game, 13 + times, random),
                                            static_cast<std::uint8_t>(1 + times % 2)};
            Control first, second;
            Limits few;
            few.nodes = 5000;
            const auto table = think(game, position, "table", {}, first);
            const auto search = think(game, position, "search", few, second);
            check(table.moves.size() == search.moves.size(), "both methods name every move");
            for (std::size_t i = 0; i < table.moves.size(); ++i) {
                const auto& [move, truth, line] = table.moves[i];
                const auto& found = search.moves[i].score;
                check(truth.exact && (!found.exact || found.values == truth.values), "what is exact is true");
                check(found.values[0] + found.values[1] == 1, "what one seat wins the other loses");
                check(static_cast<int>(line.size()) == truth.distance, "the line is as long as the distance says");
                auto end = position;
                for (const Move step : line) game.play(end, step);
                check(game.result(end).over && game.result(end).winner == (truth.values[0] == 1 ? 1 : 2),
                      "the line ends as the value says");
            }
        }
    }
}

void test_symmetry() {
    Control control;
    const Tactix normal("size=6,goal=last-wins");
    const auto start = think(normal, normal.start(), "auto", {}, control);
    check(wins(start, 2) == static_cast<int>(start.moves.size()), "who mirrors every move takes the last counter");
    const Tactix misere("size=6");
    const auto position = misere.read("oooooo/o.oooo/oooooo/oooooo/oooooo/oooooo 2");
    const auto reply = think(misere, position, "auto", {}, control);
    const auto best =
        std::max_element(reply.moves.begin(), reply.moves.end(),
                         [](const MoveScore& a, const MoveScore& b) { return a.score.values[1] < b.score.values[1]; });
    check(misere.actions()[best->move] == "e5" && !best->score.exact,
          "where nothing is known, the mirrored move is trusted, not sure");
}

bool refuses(const Tactix& game, std::string_view method, const Limits& limits) {
    Control control;
    try {
        think(game, game.start(), method, limits, control);
    } catch (const Refusal&) {
        return true;
    }
    return false;
}

void test_limits() {
    const Tactix large("size=6");
    check(refuses(large, "table", {}) && refuses(large, "guess", {}),
          "a table too large and an unknown method are refused");
    Limits few;
    few.nodes = 100;
    check(refuses(Tactix("size=4"), "table", few), "a table beyond the node limit is refused");
    Control stopped;
    stopped.stop();
    const auto analysis = think(large, large.read("oooooo/oooooo/oooooo/oooooo/oo..../...... 1"), "table", {}, stopped);
    check(analysis.moves.size() > 50 && stopped.nodes() < 20000, "a stopped search still names every move");
    Control control;
    check(think(large, large.read("....../....../....../....../....../...... 1"), "auto", {}, control).moves.empty(),
          "a finished game has no moves");
}

void test_threads() {
    const Tactix game("size=5,goal=last-wins");
    std::array<Analysis, 3> found;
    {
        std::vector<Thread> threads;
        for (auto& analysis : found)
            threads.emplace_back([&] {
                Control control;
                analysis = think(game, game.start(), "table", {}, control);
            });
    }
    for (const auto& analysis : found)
        check(wins(analysis, 1) == wins(found[0], 1) && analysis.nodes == found[0].nodes,
              "who asks first changes nothing");
}

}  // namespace

void test_subsets() {
    test_counts();
    test_pauses();
    test_tables();
    test_first_moves();
    test_methods();
    test_symmetry();
    test_limits();
    test_threads();
}
