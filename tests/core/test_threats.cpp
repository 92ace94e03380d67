// Threat sequences, the quiet search and the dazzler of tesseract, against plain definitions and by playing out what they say.
#include "games/tesseract/methods.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

using Marks = std::vector<int>;  // the side on each square, or -1

Tesseract::Position position_of(const Tesseract& game, std::initializer_list<int> x, std::initializer_list<int> o) {
    Tesseract::Position position = game.start();
    auto first = x.begin(), second = o.begin();
    while (first != x.end()) {
        game.play(position, static_cast<Move>(*first++));
        if (second != o.end()) game.play(position, static_cast<Move>(*second++));
    }
    return position;
}

Marks marks_of(const Tesseract& game, const Tesseract::Position& position) {
    Marks marks(game.squares, -1);
    for (int side = 0; side < 2; ++side)
        for (int square = 0; square < game.squares; ++square)
            if (Tesseract::has(position.marks[side], square)) marks[square] = side;
    return marks;
}

LineBoard board_of(const LineMap& map, const Marks& marks) {
    LineBoard board(map);
    for (int square = 0; square < map.squares(); ++square)
        if (marks[square] >= 0) board.play(marks[square], square);
    return board;
}

// A game of careless moves, each the best of three by the dazzler's values, stopped after so many; fours are completed and
// blocked.
Tesseract::Position careless_game(const Tesseract& game, int length, Random& random) {
    Tesseract::Position position = game.start();
    while (position.count < length && game.turn(position) != NOBODY) {
        const Dazzler mind = dazzle(game, position);
        MoveList moves;
        game.moves(position, moves);
        Move choice = mind.choice;
        if (mind.win < 0 && mind.block < 0) {
            choice = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            for (int i = 0; i < 2; ++i) {
                const Move other = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
                if (mind.values[other] > mind.values[choice]) choice = other;
            }
        }
        game.play(position, choice);
    }
    return position;
}

int fours_at_hand(const Tesseract& game, const Marks& marks, int side, int& square) {
    SquareSet squares;
    for (const auto& line : game.lines()) {
        int own = 0, empty = -1;
        for (const auto place : line) {
            own += marks[place] == side;
            if (marks[place] < 0) empty = place;
        }
        if (own == 3 && empty >= 0) squares.set(square = empty);
    }
    return static_cast<int>(squares.count());
}

// The same question as the threat search's, by the definition: a win with at most `length` moves that make threes.
bool plain_win(const Tesseract& game, Marks& marks, int attacker, int length) {
    int square = -1;
    if (fours_at_hand(game, marks, attacker, square)) return true;
    if (length == 0) return false;
    for (int move = 0; move < game.squares; ++move) {
        if (marks[move] >= 0) continue;
        marks[move] = attacker;
        int reply = -1;
        const int fours = fours_at_hand(game, marks, attacker, reply);
        bool won = false;
        if (fours && !fours_at_hand(game, marks, 1 - attacker, square)) {
            won = fours > 1;
            if (!won) {
                marks[reply] = 1 - attacker;
                won = plain_win(game, marks, attacker, length - 1);
                marks[reply] = -1;
            }
        }
        marks[move] = -1;
        if (won) return true;
    }
    return false;
}

void test_boards() {
    for (const auto options : {"", "dims=3"}) {
        const Tesseract game(options);
        const LineMap map(game.squares, game.lines());
        Random random(1);
        for (int i = 0; i < 50; ++i) {
            const auto position = careless_game(game, 4 + i, random);
            auto board = board_of(map, marks_of(game, position));
            check(board.count(DEAD_LINE) == position.blocked, "dead lines are the blocked ones");
            int lines = 0;
            for (int kind = 0; kind < LINE_KINDS; ++kind) lines += board.count(kind);
            check(lines == map.lines(), "every line is of one kind");
            MoveList moves;
            game.moves(position, moves);
            if (moves.empty()) continue;
            const auto hash = board.hash();
            board.play(0, moves[0]);
            check(board.hash() != hash && !board.is_empty(moves[0]), "a mark changes the board");
            board.take_back(0, moves[0]);
            check(board.hash() == hash && board.count(DEAD_LINE) == position.blocked,
                  "taking it back restores the board");
        }
    }
}

void test_sequences() {
    int wins = 0, counters = 0, long_ones = 0, none = 0;
    for (const auto options : {"", "dims=3"}) {
        const Tesseract game(options);
        const LineMap map(game.squares, game.lines());
        const bool cube = game.dims == 3;
        Random random(2);
        Control control;
        ThreatSearch shared(1 << 20, control);
        for (int i = 0; i < (cube ? 1500 : 60); ++i) {
            const auto position = careless_game(game, cube ? 8 + i % 24 : 12 + i % 24, random);
            if (game.turn(position) == NOBODY) continue;
            auto marks = marks_of(game, position);
            auto board = board_of(map, marks);
            const auto hash = board.hash();
            const int attacker = i % 2;
            ThreatSearch fresh(1 << 16, control);
            shared.find(board, 1 - attacker, 2'000);
            const Attack attack = shared.find(board, attacker, 20'000);
            check(board.hash() == hash, "a search leaves the board as it was");
            check(fresh.find(board, attacker, 20'000).sequence.size() == attack.sequence.size(),
                  "what was searched before does not matter");
            if (!attack.four && attack.settled) {
                // The plain search is slow, so it tries short sequences only, and in the cube mostly shorter ones still.
                const int length = static_cast<int>(attack.sequence.size() + 1) / 2;
                const int most = !cube || i % 20 ? 2 : i % 100 ? 3 : 5;
                check(plain_win(game, marks, attacker, most) == (attack && length <= most),
                      "the shortest sequence is found");
            }
            none += !attack && attack.settled;
            if (!attack) continue;
            ++wins;
            long_ones += attack.sequence.size() > 5;
            check(verify_sequence(game.lines(), marks, attacker, attack.sequence),
                  "a sequence wins against every defence");
            auto shorter = attack.sequence;
            shorter.pop_back();
            check(!verify_sequence(game.lines(), marks, attacker, shorter), "a sequence without its end does not win");
            // Whatever does not answer the attack loses to it. (A sample: the check is slow.)
            const auto useful = answers(board, attacker, attack);
            check(board.hash() == hash, "looking for answers leaves the board as it was");
            for (int square = i % 16; square < game.squares; square += 16) {
                if (marks[square] >= 0 || useful[square]) continue;
                marks[square] = 1 - attacker;
                check(verify_sequence(game.lines(), marks, attacker, attack.sequence), "only answers upset an attack");
                marks[square] = -1;
            }
            // Did the defender get a three of his own on the way?
            for (std::size_t j = 0; j + 1 < attack.sequence.size(); j += 2) {
                int square = -1;
                marks[attack.sequence[j]] = attacker;
                marks[attack.sequence[j + 1]] = 1 - attacker;
                counters += fours_at_hand(game, marks, 1 - attacker, square) > 0;
            }
        }
    }
    check(wins > 300 && none > 300 && long_ones > 100 && counters > 40, "the positions hold enough of everything");
}

void test_sequences_by_hand() {
    const Tesseract game("");
    const LineMap map(game.squares, game.lines());
    Control control;
    ThreatSearch search(1 << 16, control);
    // x: 01 02 on the row 00-03, 10 20 on the column 00-30: 00 makes both threes.
    auto marks = marks_of(game, position_of(game, {0x01, 0x02, 0x10, 0x20}, {0x77, 0x88, 0x9B, 0xC6}));
    auto board = board_of(map, marks);
    const Attack attack = search.find(board, 0, 1000);
    check(attack.sequence == ThreatSequence{0x00} && attack.distance() == 3, "two twos that cross win in three moves");
    check(verify_sequence(game.lines(), marks, 0, attack.sequence), "and that is a proof");
    check(!verify_sequence(game.lines(), marks, 0, ThreatSequence{0x03}), "a single three is no win");
    check(!verify_sequence(game.lines(), marks, 0, ThreatSequence{0x01}), "a taken square is no move");
    check(!verify_sequence(game.lines(), marks, 0, ThreatSequence{}), "nothing is no win");
    check(!search.find(board, 1, 1000) && search.find(board, 1, 1000).settled,
          "o has no two, so certainly no sequence");
    // With a three of o's on the board, x must stop it first.
    for (const int square : {0xFC, 0xFD, 0xFE}) marks[square] = 1;
    board = board_of(map, marks);
    check(!search.find(board, 0, 1000), "a double three is too slow against a three");
    check(!verify_sequence(game.lines(), marks, 0, attack.sequence), "and the checker sees it");
    marks[0x03] = marks[0x00] = -1;
    marks[0x30] = 0;
    board = board_of(map, marks);
    check(search.find(board, 0, 1000).four, "but a four is not");
    // Four marks can be enough for a long attack.
    marks = marks_of(game, position_of(game, {0x56, 0x59, 0x65, 0x66}, {0x5C, 0x76, 0x7C, 0xD6}));
    board = board_of(map, marks);
    const Attack deep = search.find(board, 0, 20'000);
    check(deep.sequence.size() == 25 && verify_sequence(game.lines(), marks, 0, deep.sequence),
          "thirteen threes in a row win");
    const Attack hasty = ThreatSearch(1 << 16, control).find(board, 0, 100);
    check(!hasty && !hasty.settled, "a small budget leaves it open");
}

void test_dazzler() {
    // The empty board: a corner or inner square lies on 15 empty lines; 00 is the first of them.
    const Tesseract game("");
    auto mind = dazzle(game, game.start());
    check(mind.values[0x00] == 0x000F && mind.values[0x01] == 0x0008 && mind.values[0x55] == 0x000F,
          "values of the empty board");
    check(mind.choice == 0x00 && mind.win < 0 && mind.block < 0, "of equals it takes the lowest");
    // x on 00. 03 shares one line with it and has 14 empty ones; 01 shares one and has 7; 06 shares none.
    auto position = position_of(game, {0x00}, {});
    const auto values = dazzler_values(game, position);
    check(values[0x03] == 0x010E && values[0x01] == 0x0107 && values[0x00] == 0, "values after 00");
    check(values[0x55] == 0x010E, "the long diagonal is a line too");
    check(values[0x06] == 0x0006 || values[0x06] == 0x0008, "a square that shares no line counts empty lines alone");
    check(dazzle(game, position).choice == 0x03, "it answers 00 with 03");
    // x on 00 and 0F, o on 03: x's two is 00 05 0A 0F. For o it counts 10H, for x (to move after another o) 40H.
    position = position_of(game, {0x00, 0x0F}, {0x03});
    check((dazzler_values(game, position)[0x05] & 0xF000) == 0x1000, "the other side's two counts 10H");
    check(dazzle(game, position).choice == 0x05, "which is more than any number of ones");
    position = position_of(game, {0x00, 0x0F}, {0x03, 0x33});
    check((dazzler_values(game, position)[0x05] & 0xF000) == 0x4000, "its own counts 40H");

    // Four own twos cross at 00 and two of the other's; the seventh line is empty: C000H + 2000H + 1.
    const Tesseract cube("dims=3");
    position = position_of(cube, {1, 2, 4, 8, 16, 32, 5, 10}, {20, 40, 17, 34, 46, 45, 29, 30});
    mind = dazzle(cube, position);
    check(mind.win < 0 && mind.block < 0 && mind.values[0] == 0xE001, "own twos count three times at most");
    // The same for the other seat: four of x's twos stop at 30H, and o's own two are 80H.
    position = position_of(cube, {1, 2, 4, 8, 16, 32, 5, 10, 59}, {20, 40, 17, 34, 46, 45, 29, 30});
    check(dazzle(cube, position).values[0] == 0xB001, "the other's twos count three times at most");

    // x has two threes: 00 01 02 and 30 31 32. It blocks the last found, 33.
    position = position_of(cube, {0, 1, 2, 12, 13, 14}, {63, 22, 41, 27, 38});
    mind = dazzle(cube, position);
    check(mind.win < 0 && mind.block == 15 && mind.choice == 15, "of several blocks it takes the last");
    // With three of its own, 60 61 62, it wins instead.
    position = position_of(cube, {0, 1, 2, 12, 13, 14}, {24, 25, 26, 39, 49});
    mind = dazzle(cube, position);
    check(mind.win == 27 && mind.choice == 27, "a win comes before a block");

    Control control;
    const Analysis analysis = think(cube, position, "dazzler", {}, control);
    for (const auto& [move, score, line] : analysis.moves)
        check(!score.exact && score.values[1] == (move == 27), "its choice is worth 1, all else 0");
}

// What holds for every analysis: all moves in order, and exact values whose lines keep their promise.
void check_analysis(const Tesseract& game, const Tesseract::Position& position, const Analysis& analysis) {
    MoveList moves;
    game.moves(position, moves);
    const int seat = game.turn(position);
    check(analysis.moves.size() == moves.size(), "every move has a value");
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& [move, score, line] = analysis.moves[i];
        const double value = score.values[seat - 1];
        check(move == moves[i] && !line.empty() && line[0] == move, "in order, each with its line");
        check(value >= 0 && value <= 1 && value + score.values[2 - seat] == 1, "the seats share one point");
        auto next = position;
        for (const Move step : line) {
            MoveList legal;
            game.moves(next, legal);
            check(std::find(legal.begin(), legal.end(), step) != legal.end(), "a line is legal");
            game.play(next, step);
        }
        if (!score.exact || score.distance < 0) continue;
        check(static_cast<int>(line.size()) == score.distance, "the distance is that of the line");
        const Result result = game.result(next);
        check(result.over && (result.winner == 0 ? value == 0.5 : value == (result.winner == seat)),
              "a line ends as promised");
    }
}

void test_thinking() {
    for (const auto options : {"", "dims=3"}) {
        const Tesseract game(options);
        Random random(3);
        for (int i = 0; i < 24; ++i) {
            const auto position = careless_game(game, game.dims == 3 ? 2 * i : 3 * i, random);
            Limits limits;
            limits.nodes = i % 3 ? 2'000 : 10'000;
            limits.seed = static_cast<std::uint64_t>(i);
            Control control, again;
            const Analysis analysis = think(game, position, "threats", limits, control);
            check_analysis(game, position, analysis);
            const Analysis same = think(game, position, "threats", limits, again);
            check(same.nodes == analysis.nodes, "the same limits spend the same nodes");
            for (std::size_t j = 0; j < analysis.moves.size(); ++j)
                check(same.moves[j].score.values == analysis.moves[j].score.values &&
                          same.moves[j].line == analysis.moves[j].line,
                      "and give the same answer");
        }
    }
}

// The result for the seat to move, 0 to 2, by trying everything.
int plain_value(const Tesseract& game, const Tesseract::Position& position) {
    if (const Result result = game.result(position); result.over) return result.winner == 0 ? 1 : 0;
    MoveList moves;
    game.moves(position, moves);
    int best = 0;
    for (std::size_t i = 0; i < moves.size() && best < 2; ++i) {
        auto next = position;
        game.play(next, moves[i]);
        best = std::max(best, 2 - plain_value(game, next));
    }
    return best;
}

void test_endings() {
    const Tesseract cube("dims=3");
    Random random(4);
    int seen = 0;
    std::array<int, 3> values{};
    while (seen < 80) {
        const auto position = careless_game(cube, 53 + seen % 3, random);
        if (cube.turn(position) == NOBODY) continue;
        ++seen;
        Limits limits;
        limits.nodes = 2'000;
        Control control;
        const int side = position.count % 2;
        for (const auto& [move, score, line] : think(cube, position, "threats", limits, control).moves) {
            if (!score.exact) continue;
            auto next = position;
            cube.play(next, move);
            const int value = 2 - plain_value(cube, next);
            check(score.values[side] == 0.5 * value, "exact values are true");
            ++values[static_cast<std::size_t>(value)];
        }
    }
    check(values[0] > 100 && values[1] > 10 && values[2] > 3, "endings of every kind were tried");
}

void test_forced() {
    const Tesseract game("");
    Limits limits;
    limits.nodes = 5'000;
    // x threatens 03: everything else loses at once.
    auto position = position_of(game, {0x00, 0x01, 0x02}, {0x77, 0x88});
    Control control;
    Analysis analysis = think(game, position, "threats", limits, control);
    check_analysis(game, position, analysis);
    for (const auto& [move, score, line] : analysis.moves) {
        if (move == 0x03)
            check(score.values[1] > 0, "the block holds");
        else
            check(score.exact && score.distance == 2 && score.values[1] == 0, "all but the block lose in two");
    }
    // With a three of its own the mover wins, and only by completing it.
    position = position_of(game, {0x00, 0x01, 0x02}, {0xF0, 0xF1, 0xF2});
    Control second;
    analysis = think(game, position, "threats", limits, second);
    check_analysis(game, position, analysis);
    for (const auto& [move, score, line] : analysis.moves) {
        if (move == 0x03)
            check(score.exact && score.distance == 1 && score.values[0] == 1, "the four wins");
        else if (move != 0xF3)
            check(score.exact && score.distance == 2 && score.values[0] == 0, "the rest lose");
    }
    // A game that is over, a search stopped before it begins, a method that does not exist.
    position = position_of(game, {0x00, 0x01, 0x02, 0x03}, {0xF0, 0xF1, 0xF5});
    Control third;
    check(think(game, position, "threats", limits, third).moves.empty(), "nothing to say when it is over");
    Control stopped;
    stopped.stop();
    position = position_of(game, {0x00, 0x01, 0x02}, {0x77, 0x88});
    check_analysis(game, position, think(game, position, "threats", {}, stopped));
    std::string said;
    try {
        Control fourth;
        think(game, position, "minimax", limits, fourth);
    } catch (const Refusal& refusal) {
        said = refusal.what();
    }
    check(said.find("dazzler") != said.npos && said.find("threats") != said.npos, "a refusal names the methods");
}

Move best_move(const Analysis& analysis, int seat) {
    const auto rank = [&](const MoveScore& said) {
        const double value = said.score.values[seat - 1];
        return value +
               (said.score.exact ? (value > 0.5 ? 1 - 0.001 * said.score.distance : 0.00001 * said.score.distance) : 0);
    };
    return std::max_element(analysis.moves.begin(), analysis.moves.end(),
                            [&](const MoveScore& a, const MoveScore& b) { return rank(a) < rank(b); })
        ->move;
}

// Plays on to the end and gives the winner; `methods` by seat. What threats say for certain must come true, for it neither
// forgets a win nor defends less well than it can.
int played(const Tesseract& game, Tesseract::Position position, std::uint64_t nodes,
           std::array<std::string_view, 2> methods) {
    int certain = 0;
    while (game.turn(position) != NOBODY) {
        const int seat = game.turn(position);
        Limits limits;
        limits.nodes = nodes;
        limits.seed = position.count;
        Control control;
        const Analysis analysis = think(game, position, methods[seat - 1], limits, control);
        check_analysis(game, position, analysis);
        const Move best = best_move(analysis, seat);
        for (const auto& [move, score, line] : analysis.moves)
            if (move == best && score.exact && certain == 0)
                certain = score.values[0] == 1 ? 1 : score.values[1] == 1 ? 2 : 0;
        game.play(position, best);
    }
    const int winner = game.result(position).winner;
    check(certain == 0 || methods[0] != methods[1] || winner == certain, "who is certain to win does");
    return winner;
}

void test_games() {
    for (const auto options : {"", "dims=3"}) {
        const Tesseract game(options);
        check(played(game, game.start(), 5'000, {"threats", "dazzler"}) == 1,
              "threats beat the dazzler from the first seat");
        check(played(game, game.start(), 5'000, {"dazzler", "threats"}) == 2,
              "threats beat the dazzler from the second seat");
    }
    // Against itself, so that many positions are decided by walks and not by a sequence.
    const Tesseract cube("dims=3");
    Random random(5);
    for (int i = 0; i < 12; ++i) played(cube, careless_game(cube, 4, random), 10'000, {"threats", "threats"});
}

}  // namespace

void test_threats() {
    test_boards();
    test_sequences_by_hand();
    test_sequences();
    test_dazzler();
    test_forced();
    test_thinking();
    test_endings();
    test_games();
}
