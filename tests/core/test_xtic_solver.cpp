// The xtic solver against the plain definition of its values, and its promises about limits.
#include <set>

#include "games/xtic/methods.hpp"
#include "threads.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

constexpr std::string_view GAMES[] = {
    "", "type=nodiags", "type=torus", "goal=complete", "type=nodiags,goal=complete", "type=torus,goal=complete"};

// What the seat to act is worth, 0 to 2, when it sees so many placements and counts what it does not see as even.
int plain_value(const Xtic& game, const Xtic::Position& position, int seen);

int plain_value(const Xtic& game, const Xtic::Position& position, Move move, int seen) {
    const int actor = game.actor(position);
    auto next = position;
    game.play(next, move);
    if (const Result result = game.result(next); result.over)
        return result.winner == 0 ? 1 : result.winner == actor ? 2 : 0;
    const int value = plain_value(game, next, seen - (move >= Xtic::PLACE));
    return game.actor(next) == actor ? value : 2 - value;
}

int plain_value(const Xtic& game, const Xtic::Position& position, int seen) {
    if (seen == 0) return 1;
    MoveList moves;
    game.moves(position, moves);
    int best = 0;
    for (std::size_t i = 0; i < moves.size() && best < 2; ++i)
        best = std::max(best, plain_value(game, position, moves[i], seen));
    return best;
}

// A position with so many pieces down and no line complete.
Xtic::Position random_position(const Xtic& game, int down, bool hand, Random& random) {
    MoveList moves;
    for (;;) {
        auto position = game.start();
        while (!position.complete && (position.down() < down || (hand && position.hand == Xtic::NONE))) {
            game.moves(position, moves);
            game.play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (!position.complete) return position;
    }
}

double value_for_actor(const Xtic& game, const Xtic::Position& position, const MoveScore& said) {
    return said.score.values[game.actor(position) - 1];
}

void compare(const Xtic& game, const Xtic::Position& position, int depth) {
    Control control;
    Limits limits;
    limits.depth = depth;
    limits.memory = 1 << 20;
    const auto analysis = think(game, position, depth ? "lookahead" : "solve", limits, control);
    const int left = 16 - position.down();
    const int sight = depth ? depth - (position.hand == Xtic::NONE) : left;
    for (const auto& said : analysis.moves) {
        const auto value = [&](int seen) { return plain_value(game, position, said.move, seen); };
        // Without sight a gift is even; a placement is always seen.
        const int plain = sight == 0 ? 1 : value(sight);
        check(value_for_actor(game, position, said) == 0.5 * plain, "a move has the value of the plain search");
        check(said.score.exact == (plain != 1 || sight >= left), "exact means decided in sight, or all seen");
        if (!said.score.exact) continue;
        const int placements = (said.score.distance + 1) / 2;
        if (plain == 1)
            check(placements == left, "a draw lasts until the board is full");
        else
            check(value(placements) == plain && (placements == 1 || value(placements - 1) == 1),
                  "the distance is exact");
        if (left > 8) continue;
        check(static_cast<int>(said.line.size()) == said.score.distance, "the line is as long as the distance says");
        auto end = position;
        for (const Move move : said.line) game.play(end, move);
        check(game.result(end).over, "the line goes to the end");
    }
}

void test_values() {
    Random random(1);
    for (const auto options : GAMES) {
        const Xtic game(options);
        for (int down = 10; down < 16; ++down)
            for (const bool hand : {false, true})
                for (int times = 0; times < 2; ++times)
                    for (int depth = 0; depth <= 6; ++depth)
                        compare(game, random_position(game, down, hand, random), depth);
        for (int down = 0; down < 10; ++down)
            for (const bool hand : {false, true})
                for (int depth = 1; depth <= (down > 5 ? 3 : 2); ++depth)
                    compare(game, random_position(game, down, hand, random), depth);
    }
}

// A move's values come from questions about the boards behind it, the position's value from one about its own board.
void test_best_move() {
    Random random(2);
    for (const auto options : GAMES) {
        const Xtic game(options);
        for (const bool hand : {false, true}) {
            const auto position = random_position(game, 9, hand, random);
            Control control;
            double best = 0;
            for (const auto& said : think(game, position, "solve", {}, control).moves)
                best = std::max(best, value_for_actor(game, position, said));
            XticSolver solver(game);
            check(static_cast<int>(solver.value(position, control)) == static_cast<int>(2 * best),
                  "a position is worth its best move");
        }
    }
}

// The boards that differ by more than symmetry, by number of pieces: counted by others too.
void test_keys() {
    const std::size_t symmetries[] = {32, 1152, 128};
    const std::vector<std::size_t> boards[] = {{1, 2, 40, 454}, {1, 1, 8, 38, 546}, {1, 1, 20, 157}};
    for (int type = 0; type < 3; ++type) {
        const Xtic game(GAMES[type]);
        const xtic::Keys keys(game.lines());
        const xtic::Danger danger(game.type);
        check(keys.symmetries() == symmetries[type], "the symmetries of the board are known");
        std::vector<xtic::Board> level{xtic::board_of(game.start())};
        for (const auto count : boards[type]) {
            check(level.size() == count, "boards that play alike have one key, others not");
            if (count == boards[type].back()) break;
            std::set<std::uint64_t> found;
            std::vector<xtic::Board> next;
            for (const auto& board : level)
                for (int piece = 0; piece < 16; ++piece)
                    for (int square = 0; square < 16; ++square) {
                        if (!(board.free >> piece & 1) || !(board.empty >> square & 1)) continue;
                        if (danger(board.traits)[square] & xtic::traits_of(piece)) continue;
                        const auto child = board.with(piece, square);
                        if (found.insert(keys(child)).second) next.push_back(child);
                    }
            level = std::move(next);
        }
    }
}

bool same(const Analysis& a, const Analysis& b) {
    if (a.moves.size() != b.moves.size() || a.basis != b.basis) return false;
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
        const auto &x = a.moves[i], &y = b.moves[i];
        if (x.move != y.move || x.line != y.line || x.score.exact != y.score.exact) return false;
        if (x.score.values != y.score.values || x.score.distance != y.score.distance) return false;
    }
    return true;
}

void test_limits() {
    const Xtic game("");
    const auto position = game.read("0.3./.5.6/9.../...F -");
    Limits few;
    few.nodes = 20000;
    Control first, second, none;
    const auto analysis = think(game, position, "solve", few, first);
    check(first.stopped() && first.nodes() < 30000, "the node limit ends the search");
    check(analysis.moves.size() == 10, "every move is named though the search was ended");
    check(analysis.basis.starts_with("xtic.basis.placements-limited"), "the basis says that the limits ended it");
    for (const auto& said : analysis.moves)
        if (!said.score.exact)
            check(said.score.values[0] == 0.5 && said.score.distance == -1, "what is not known counts as even");
    check(same(analysis, think(game, position, "solve", few, second)), "the same limits give the same answer");
    none.stop();
    check(think(game, position, "solve", {}, none).moves.size() == 10 && none.nodes() < 10000,
          "a stopped search ends at once");
    XticSolver solver(game);
    check(solver.value(position, none) == XticSolver::UNKNOWN, "a stopped solver says so");
}

void test_memory_and_threads() {
    const Xtic game("type=torus");
    Random random(3);
    const auto position = random_position(game, 8, false, random);
    Limits small;
    small.memory = 1;
    Control one, two;
    Analysis least, usual;
    {
        Thread other([&] { least = think(game, position, "solve", small, one); });
        usual = think(game, position, "solve", {}, two);
    }
    check(same(least, usual), "the memory changes nothing but the time");
}

void test_refusals() {
    const Xtic game("");
    Control control;
    bool refused = false;
    try {
        think(game, game.start(), "guess", {}, control);
    } catch (const Refusal& refusal) {
        refused = std::string_view(refusal.what()).find("lookahead and solve") != std::string_view::npos;
    }
    check(refused, "an unknown method is refused with the known ones");
    const auto over = game.read("7632/..../..../.... -");
    check(think(game, over, "solve", {}, control).moves.empty(), "a finished game has no moves");
}

}  // namespace

void test_xtic_solver() {
    test_values();
    test_best_move();
    test_keys();
    test_limits();
    test_memory_and_threads();
    test_refusals();
}
