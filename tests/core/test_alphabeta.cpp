// Alpha-beta against the truth: a small game solved completely, and xchain on boards that brute force can finish.
#include <map>
#include <thread>

#include "games/xchain/methods.hpp"
#include "search/alphabeta.hpp"

void check(bool ok, const char* what);

namespace {

using namespace quincunx;

// Take 1 to 3 from a heap of n; taking the last one wins, or, with a heap marked as cold, draws. A heap whose number can be
// divided by 5 has to be played twice by the same side.
struct Heap {
    static constexpr int MOVES = 4;
    int left;
    bool cold;
    int mover = 0;

    int side() const { return mover; }
    void moves(MoveList& list) const {
        list.clear();
        for (int n = 1; n <= std::min(3, left); ++n) list.push(static_cast<Move>(n));
    }
    void kinds(MoveList& list) const { moves(list); }
    void captures(MoveList& list) const { list.clear(); }
    alphabeta::End play(Move n) {
        const bool again = left % 5 == 0;
        left -= n;
        if (left == 0) return cold ? alphabeta::End::DRAWN : alphabeta::End::WON;
        if (!again) mover = 1 - mover;
        return alphabeta::End::OPEN;
    }
    int evaluate() const { return left % 4 - 1; }
    std::uint64_t key() const {
        return static_cast<std::uint64_t>(4 * left + 2 * cold + mover) * 0x9E3779B97F4A7C15ull;
    }

    // The score by plain minimax, for the side to move.
    int truth() const {
        int best = -alphabeta::WIN;
        MoveList list;
        moves(list);
        for (const Move move : list) {
            Heap next = *this;
            const auto end = next.play(move);
            int score = end == alphabeta::End::WON ? alphabeta::WIN - 1 : 0;
            if (end == alphabeta::End::OPEN) {
                score = next.side() == side() ? next.truth() : -next.truth();
                score -= score > 0 ? 1 : score < 0 ? -1 : 0;
            }
            best = std::max(best, score);
        }
        return best;
    }
};

void heaps() {
    for (int left = 1; left <= 18; ++left)
        for (const bool cold : {false, true}) {
            const Heap heap{left, cold};
            Control control;
            const Limits limits{.depth = 18};
            control.begin(limits);
            const auto found = alphabeta::search(heap, {}, limits, control);
            int best = -alphabeta::WIN;
            for (const auto& verdict : found.verdicts) best = std::max(best, verdict.score);
            const int truth = heap.truth();
            check(cold ? best == 0 : (best > 0) == (truth > 0) && std::abs(best) >= alphabeta::SURE,
                  "a heap's winner is found");
            for (const auto& verdict : found.verdicts)
                if (verdict.score == best && verdict.distance >= 0)
                    check(verdict.distance == alphabeta::WIN - std::abs(truth), "a claimed distance is the true one");
        }
}

// The winner (a seat) and the distance of an xchain position by brute force.
struct Truth {
    int winner;
    int distance;
};
Truth solve(const Xchain& game, const Xchain::Position& position, std::map<std::string, Truth>& known) {
    const auto text = game.write(position);
    if (const auto found = known.find(text); found != known.end()) return found->second;
    MoveList list;
    game.moves(position, list);
    Truth best{0, 0};
    for (const Move move : list) {
        auto next = position;
        game.play(next, move);
        const auto result = game.result(next);
        auto after = result.over ? Truth{result.winner, 0} : solve(game, next, known);
        ++after.distance;
        const bool wins = after.winner == position.next, won = best.winner == position.next;
        const bool better = wins ? after.distance < best.distance : after.distance > best.distance;
        if (!best.winner || (wins && !won) || (wins == won && better)) best = after;
    }
    return known[text] = best;
}

void small_boards() {
    const Xchain game("size=3x3");
    std::map<std::string, Truth> known;
    Random random(1);
    for (int n = 0; n < 1000; ++n) {
        auto position = game.empty();
        MoveList list;
        for (int i = 0; i < 4 + n % 7; ++i) {
            auto next = position;
            game.moves(position, list);
            game.play(next, list[random.below(static_cast<std::uint32_t>(list.size()))]);
            if (game.actor(next) == NOBODY) break;
            position = next;
        }
        Control control;
        const auto analysis = think(game, position, "alphabeta", {.nodes = 50000}, control);
        game.moves(position, list);
        check(analysis.moves.size() == list.size(), "every legal move has a score");
        for (const auto& [move, score, line] : analysis.moves) {
            auto next = position;
            game.play(next, move);
            const auto result = game.result(next);
            const auto truth = result.over ? Truth{result.winner, 0} : solve(game, next, known);
            check(!score.exact || score.values[truth.winner - 1] == 1, "what is called exact is true");
            check(score.distance < 0 || score.distance == truth.distance + 1, "a distance given is the true one");
            check(line.front() == move, "a line starts with its move");
        }
    }
}

// All five moves lose to the two others together, whoever of them is to move and whatever the table was told before.
void three_seats() {
    const Xchain game("seats=3,size=3x3");
    const auto position = game.read("C1B2./A2../.A2A1 aaa 3");
    for (int depth = 3; depth <= 20; ++depth) {
        Control control;
        for (const auto& [move, score, line] : think(game, position, "alphabeta", {.depth = depth}, control).moves)
            check(score.values[2] < 1, "a move that loses to the others is not called won");
    }
}

// On an empty board there are as many kinds of moves as there are zones; then every explosion into a foe's square is one of its own.
void kinds_of_moves() {
    const xchain::Grid<1> grid(5, 4);
    xchain::Moves<1, 2> view{&grid, {}};
    view.board.low = grid.edge;
    view.board.high = grid.corner;
    view.board.living = 3;
    const auto kinds = [&view] {
        MoveList list;
        view.kinds(list);
        return std::vector<Move>(list.begin(), list.end());
    };
    check(kinds() == std::vector<Move>{0, 1, 6}, "a corner, an edge and an inside square stand for the empty board");
    for (const int square : {0, 1, 4, 13}) view.board.play(grid, square);
    // Now seat 1 has the corners 0 and 4, both full, and seat 2 the edge 1 beside the first and the inside square 13.
    check(kinds() == std::vector<Move>{0, 2, 3, 4, 6, 7, 15},
          "what is filled or threatened differently is another kind");
}

// The fast board and the game agree, whatever the size and the number of seats.
template <int N, int S>
void same_board(const char* options, std::uint64_t seed) {
    const Xchain game(options);
    const xchain::Grid<N> grid(game.width(), game.height());
    Random random(seed);
    for (int n = 0; n < 20; ++n) {
        auto position = game.empty();
        xchain::Board<N, S> board;
        board.low = grid.edge;
        board.high = grid.corner;
        board.living = static_cast<std::uint8_t>((1 << game.seats()) - 1);
        MoveList list;
        bool same = true;
        while (game.actor(position) != NOBODY && same) {
            game.moves(position, list);
            same = board.legal(grid).count() == static_cast<int>(list.size()) && board.next + 1 == position.next;
            for (int square = 0; square < game.area(); ++square) {
                const int fill = board.low.has(square) + 2 * board.high.has(square);
                same = same && fill == position.value[square] + 3 - game.maximum(square);
                for (int side = 0; side < S; ++side)
                    same = same && board.own[side].has(square) == (position.owner[square] == side + 1);
            }
            const Move move = list[random.below(static_cast<std::uint32_t>(list.size()))];
            game.play(position, move);
            same = same && board.play(grid, move) == (game.actor(position) == NOBODY);
        }
        check(same, "the fast board follows the game");
    }
}

void promises() {
    const Xchain game("seats=3,size=5x4");
    const auto position = game.read("A1..B1./...B2./.C3A3../....C1 aaa 2");
    for (const auto* method : {"adaptive", "alphabeta", "montecarlo", "mixed", "squares"}) {
        Control first, second;
        const Limits limits{.nodes = 3000, .seed = 5};
        const auto one = think(game, position, method, limits, first),
                   two = think(game, position, method, limits, second);
        bool same = one.nodes == two.nodes && one.moves.size() == two.moves.size();
        for (std::size_t i = 0; same && i < one.moves.size(); ++i)
            same = one.moves[i].score.values == two.moves[i].score.values && one.moves[i].line == two.moves[i].line;
        check(same, "equal limits give equal answers");
        double sum = 0;
        for (const double value : one.moves[0].score.values) sum += value;
        check(std::abs(sum - 1) < 1e-9, "somebody wins");

        Control stopped;
        stopped.stop();
        check(think(game, position, method, {}, stopped).moves.size() == one.moves.size(),
              "a stopped search still answers");
    }
    Control control;
    bool refused = false;
    try {
        think(game, position, "guess", {}, control);
    } catch (const Refusal& refusal) {
        refused = std::string(refusal.what()).find("mixed, table, squares and glance") != std::string::npos;
    }
    check(refused, "an unknown method is refused, naming the methods");
    const auto won = game.read("A1..../...../...../..... add -");
    check(think(game, won, "alphabeta", {}, control).moves.empty(), "a won game has no moves");

    Control both;
    check(!think(game, position, "alphabeta", {.nodes = 20000, .threads = 2}, both).moves.empty(),
          "two threads answer too");
}

}  // namespace

void test_alphabeta() {
    heaps();
    small_boards();
    three_seats();
    kinds_of_moves();
    same_board<1, 2>("", 1);
    same_board<1, 4>("seats=4,size=9x7", 2);
    same_board<3, 4>("seats=3,size=12x11", 3);
    same_board<3, 2>("size=11x12", 4);
    promises();
}
