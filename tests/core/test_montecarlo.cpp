// The searches that reckon with dice, and with any number of seats, against values worked out by hand or by brute force.
#include <bit>
#include <cmath>

#include "games/tactix/rules.hpp"
#include "games/tesseract/rules.hpp"
#include "games/tritoc/methods.hpp"
#include "search/playouts.hpp"

void check(bool ok, const char* what);

namespace {

using namespace quincunx;

// A race to 6 for two or three seats. In turn, a seat walks 2 steps for certain (move 2), or throws a coin (move 3) that is worth
// 3 steps (throw 0, weight 2) or 1 (throw 1, weight 3).
struct Race {
    struct Position {
        std::array<int, 3> at{};
        int next = 1;
        bool coin = false;
    };
    int runners;

    int seats() const { return runners; }
    int actor(const Position& p) const { return result(p).over ? NOBODY : p.coin ? CHANCE : p.next; }
    void moves(const Position& p, MoveList& list) const {
        list.clear();
        for (int i = 0; i < 2; ++i) list.push(static_cast<Move>(i + (p.coin ? 0 : 2)));
    }
    void play(Position& p, Move move) const {
        if (move == 3) {
            p.coin = true;
            return;
        }
        p.at[p.next - 1] += move == 0 ? 3 : move == 1 ? 1 : 2;
        p.coin = false;
        p.next = p.next % runners + 1;
    }
    Result result(const Position& p) const {
        for (int seat = 1; seat <= runners; ++seat)
            if (p.at[seat - 1] >= 6) return {true, seat, "home"};
        return {};
    }
    int weight(const Position&, Move move) const { return move == 0 ? 2 : 3; }

    // The chance of seat 1 of two, by brute force.
    double truth(const Position& p) const {
        if (result(p).over) return result(p).winner == 1;
        std::array<double, 2> values;
        MoveList list;
        moves(p, list);
        for (int i = 0; i < 2; ++i) {
            auto next = p;
            play(next, list[i]);
            values[i] = truth(next);
        }
        if (p.coin) return (2 * values[0] + 3 * values[1]) / 5;
        return p.next == 1 ? std::max(values[0], values[1]) : std::min(values[0], values[1]);
    }
};

void race() {
    const Race game{2};
    const Race::Position late{{0, 1, 0}, 1, false};
    const auto grow = [](const Race& rules, const Race::Position& from, const Limits& limits) {
        Control control;
        control.begin(limits);
        return montecarlo::search(rules, from, montecarlo::Playout{}, {}, limits, control);
    };
    const auto analysis = grow(game, late, {.nodes = 100000});
    for (const auto& [move, score, line] : analysis.moves) {
        auto next = late;
        game.play(next, move);
        check(score.exact && std::abs(score.values[0] - game.truth(next)) < 1e-12,
              "a tree that is done knows the expectation");
        check(std::abs(score.values[0] + score.values[1] - 1) < 1e-12, "two seats share one win");
    }
    check(analysis.nodes < 100000, "a tree that is done stops growing");

    const Race three{3};
    const Race::Position early{{-9, -9, -9}, 1, false};
    const Limits limits{.nodes = 3000, .seed = 7};
    const auto one = grow(three, early, limits), two = grow(three, early, limits);
    check(one.moves[0].score.values == two.moves[0].score.values && one.moves[1].line == two.moves[1].line,
          "a seed repeats");
    double sum = 0;
    for (const double value : one.moves[0].score.values) sum += value;
    check(std::abs(sum - 1) < 1e-9 && one.moves[0].score.values[3] == 0, "three seats share one win");

    check(grow(three, early, {.nodes = 3000, .threads = 2}).moves.size() == 2, "two threads answer too");
    const auto small = grow(three, early, {.nodes = 5000, .memory = 1});
    check(small.moves.size() == 2 && small.nodes == 5000, "a search short of memory goes on with the tree it has");
}

// After move 0 one of many replies wins, the last that is tried now and then; after move 1 a long game is open.
struct Trap {
    static constexpr Move REPLIES = 30, REFUTATION = 17;
    struct Position {
        int first = -1, reply = -1, length = 0;
        std::uint32_t path = 0;
    };
    int seats() const { return 2; }
    int actor(const Position& p) const { return result(p).over ? NOBODY : 1 + p.length % 2; }
    void moves(const Position& p, MoveList& list) const {
        list.clear();
        for (Move move = 0; move < (p.first == 0 ? REPLIES : 2); ++move) list.push(move);
    }
    void play(Position& p, Move move) const {
        if (p.length == 0) p.first = move;
        if (p.length == 1) p.reply = move;
        ++p.length;
        p.path = 2 * p.path + (move & 1u);
    }
    Result result(const Position& p) const {
        if (p.first == 0 && p.reply >= 0) return {true, p.reply == REFUTATION ? 2 : 1, "end"};
        return {p.length == 20, 1 + std::popcount(p.path) % 2, "end"};
    }
    int weight(const Position&, Move) const { return 1; }
};

// A move that was looked at most, and then turns out to lose, is neither expected nor a measure for the others.
void late_loss() {
    const Trap game;
    const montecarlo::Playout playout;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        montecarlo::Tree tree(game, Trap::Position{}, playout, 0.5, 1u << 20, seed);
        while (!tree.begin(tree.root())[0].sure || !tree.begin(tree.root())[1].sure) {
            const auto &one = tree.begin(tree.root())[0], &other = tree.begin(tree.root())[1];
            const auto& trap = one.move == 0 ? one : other;
            const auto& open = one.move == 0 ? other : one;
            if (trap.sure) {
                check(trap.sum[0] == 0 && trap.visits > open.visits, "the favourite turns out to lose");
                check(tree.favourite(tree.root()) == &open, "then it is not expected to be played");
                break;
            }
            tree.grow();
        }
        Control control;
        const Limits limits{.nodes = 100, .seed = seed};
        control.begin(limits);
        const auto found = montecarlo::search(game, Trap::Position{}, playout, {}, limits, control).moves;
        check(found[0].score.exact && found[0].score.values[0] == 0 && !found[1].score.exact, "one move is proved");
        check(found[1].score.values[0] > 0.2, "and the other is not worth less for it");
    }
}

void known_games() {
    const Tactix tactix("size=3");
    Control control;
    const auto analysis = playouts(tactix, tactix.read("ooo/ooo/ooo 1"), {.nodes = 100000}, control);
    const auto wins = [&](const MoveScore& said) { return said.score.exact && said.score.values[0] == 1; };
    check(std::any_of(analysis.moves.begin(), analysis.moves.end(), wins),
          "the tree proves that the first player wins 3x3");
    for (const auto& said : analysis.moves)
        if (tactix.actions()[said.move] == "a1-c1") check(!wins(said), "and not with a losing move");

    Control stopped;
    stopped.stop();
    const Tesseract tesseract("");
    const std::string empty = [] {
        std::string rows;
        for (int row = 0; row < 16; ++row) rows += (row ? "/" : "") + std::string(16, '.');
        return rows;
    }();
    check(playouts(tesseract, tesseract.read(empty), {}, stopped).moves.size() == 256, "every move is tried once");

    bool refused = false;
    try {
        think<Tactix>(tactix, tactix.read("ooo/ooo/ooo 1"), "guess", {}, control);
    } catch (const Refusal& refusal) {
        refused = std::string(refusal.what()).find("it has playouts") != std::string::npos;
    }
    check(refused, "an unknown method is refused, naming the method");
}

const MoveScore& best_of(const Analysis& analysis, int seat) {
    return *std::max_element(analysis.moves.begin(), analysis.moves.end(), [=](const MoveScore& a, const MoveScore& b) {
        return a.score.values[seat - 1] < b.score.values[seat - 1];
    });
}

std::string best_token(const Tritoc& game, const char* body, const char* method, const Limits& limits) {
    Control control;
    const auto position = game.read(body);
    return game.actions()[best_of(think(game, position, method, limits, control), position.next).move];
}

void dice() {
    const Tritoc game(""), equal("dice=equal");
    const Limits two{.depth = 2};
    // Yellow has a1 and b1 and needs hole 5 of c1.
    const auto* twelve =
        "yyy....../yyy....../yy......./r......../........./........./........./........./......... 1 12 0 0";
    const auto* two_thrown =
        "yyy....../yyy....../yyr....../........./........./........./........./........./....r.... 1 2 0 0";
    const auto* five =
        "yyy....../yyy....../yy......./rr......./rr......./........./........./........./......... 1 5 0 0";
    const auto* win =
        "rrr....../rrr....../rr......./yy......./........./........./........./........./......... 1 5 0 0";
    for (const auto* tritoc : {&game, &equal}) {
        const auto taken = best_token(*tritoc, twelve, "expectimax", two);
        check(taken == "xc1.3" || taken == "xc1.4", "a 12 breaks the row that would lose the game");
        check(best_token(*tritoc, two_thrown, "expectimax", two) == "xc3.7",
              "a 2 spares the piece that holds the game");
        check(best_token(*tritoc, five, "expectimax", two) == "c1", "the hole that would lose the game is taken");
    }
    const auto greedy = best_token(game, five, "greedy", {});
    check(greedy == "a2" || greedy == "b2", "the greedy wins a field first");
    for (const auto* method : {"expectimax", "greedy"}) {
        Control control;
        const auto analysis = think(game, game.read(win), method, {.nodes = 5000, .depth = 2}, control);
        const auto& best = best_of(analysis, 1);
        check(game.actions()[best.move] == "c1" && best.score.exact && best.score.distance == 1, "a won game is seen");
    }

    // Of a position in which dice are to be thrown, every throw gets its value, and together they are what the position is worth.
    Control control;
    const auto* yellow =
        "yyy....../yyy....../yy......./rr......./........./........./........./........./......... 2 - 0 0";
    const auto open = game.read(yellow);
    const auto throws = think(game, open, "expectimax", {.depth = 1}, control);
    check(throws.moves.size() == 11, "every throw has a value");
    check(throws.moves[3].score.values[1] == 1 && throws.moves[3].score.exact, "the throw that wins is exact");
    check(throws.moves[0].score.values[1] < throws.moves[10].score.values[1], "a 2 hurts and a 12 helps");

    Control stopped;
    stopped.stop();
    check(think(game, game.read(five), "expectimax", {}, stopped).moves.size() == 7, "a stopped search still answers");
    bool refused = false;
    try {
        think(game, open, "alphabeta", {}, control);
    } catch (const Refusal& refusal) {
        refused = std::string(refusal.what()).find("expectimax and greedy") != std::string::npos;
    }
    check(refused, "an unknown method is refused, naming the methods");
}

// Expectimax without a horizon, on a race that it can finish.
struct Never {
    expectimax::Share operator()(const Race::Position&) const { return 0; }
};
struct Circuit : Race {
    int turn(const Position& p) const { return p.next; }
};

void expectation() {
    const Circuit game{{2}};
    const Circuit::Position late{{-2, -1, 0}, 2, false};
    Control control;
    const Never never;
    const auto analysis = expectimax::Search(game, late, never, {.depth = 40}, control).run();
    for (const auto& [move, score, line] : analysis.moves) {
        auto next = late;
        game.play(next, move);
        check(score.exact && std::abs(score.values[0] - game.truth(next)) < 1e-9, "expectimax gets the expectation");
    }
}

}  // namespace

void test_montecarlo() {
    race();
    late_loss();
    known_games();
    dice();
    expectation();
}
