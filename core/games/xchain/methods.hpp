// The search methods of xchain.
//
// Methods:
//   adaptive    the strongest: alpha-beta while two seats live, and the tree while more do, with a quarter of the nodes, for a
//               position of it takes four times as long
//   learned     the same with an evaluation that was learned by self-play (the networks xchain-2, xchain-3 and xchain-4): sees no
//               more than the one by hand for two seats, and takes longer, so no level uses it
//   alphabeta   the seat to move against all others, with an evaluation by hand
//   montecarlo  the tree with the evaluation by hand
//   mixed       alpha-beta while two or three seats live, else the tree: as the levels chose until version 0.1, kept to compare with
//   table       all positions to the end, on boards for two of at most 12 squares; with limited time, half of it, and what is found
//               stays for the next time; else like adaptive
//   squares     plain alpha-beta that only counts squares, `depth` moves ahead (5 if the limits do not say): the yardstick
//   glance      a move and some replies, with chains followed for `depth` waves only: how the weak levels overlook things
#pragma once

#include <cmath>
#include <numeric>

#include "games/xchain/distances.hpp"
#include "games/xchain/glance.hpp"
#include "games/xchain/learned.hpp"
#include "games/xchain/moves.hpp"
#include "games/xchain/rules.hpp"
#include "games/xchain/worth.hpp"
#include "search/alphabeta.hpp"
#include "search/montecarlo.hpp"

namespace quincunx {

namespace xchain {

// A side's lead over the others, on average, each evaluated by itself.
template <class Each>
struct Ahead {
    template <int N, int S>
    int operator()(const Grid<N>& grid, const Board<N, S>& board, int hero) const {
        if constexpr (S == 2) {
            const int ahead = Each::ahead(grid, board);
            return hero == board.next ? ahead : -ahead;
        } else {
            int others = 0, count = 0;
            for (int side = 0; side < S; ++side)
                if (side != hero && board.lives(side)) {
                    others += Each::of(grid, board, side);
                    ++count;
                }
            return Each::of(grid, board, hero) - others / count;
        }
    }
};
struct Seasoned {
    template <int N, int S>
    static int of(const Grid<N>& grid, const Board<N, S>& board, int side) {
        return worth(grid, board, side);
    }
    template <int N>
    static int ahead(const Grid<N>& grid, const Board<N, 2>& board) {
        const auto own = board.own[board.next], opponent = board.own[1 - board.next];
        return worth(grid, board, own, opponent, true) - worth(grid, board, opponent, own, false);
    }
};
struct Squares {
    template <int N, int S>
    static int of(const Grid<N>&, const Board<N, S>& board, int side) {
        return 100 * board.own[side].count();
    }
    template <int N>
    static int ahead(const Grid<N>& grid, const Board<N, 2>& board) {
        return of(grid, board, board.next) - of(grid, board, 1 - board.next);
    }
};

// One side, the hero, against all others: what alpha-beta searches.
template <int N, int S, class Eye>
struct Contest : Moves<N, S> {
    static constexpr int MOVES = 64 * N;
    using Moves<N, S>::grid, Moves<N, S>::board;

    const Eye* eye;
    int hero;

    int side() const { return board.next == hero ? 0 : 1; }
    alphabeta::End play(Move move) {
        return board.play(*grid, move) || !board.lives(hero) ? alphabeta::End::WON : alphabeta::End::OPEN;
    }
    [[gnu::noinline]] int evaluate() const {
        const int ahead = (*eye)(*grid, board, hero);
        return side() == 0 ? ahead : -ahead;
    }
    std::uint64_t key() const { return board.key(); }
};

// With fewer nodes a player is meant to be fallible even on tiny boards.
inline constexpr std::uint64_t TABLE_NODES = 1'000'000;

// A share of the win for each living side, proportional to its value.
struct Shares {
    template <int N, int S>
    montecarlo::Values operator()(const Brawl<N, S>& brawl, const Board<N, S>& board, Random&) const {
        std::array<int, S> worths{};
        for (int side = 0; side < S; ++side)
            if (board.lives(side)) worths[side] = std::max(worth(brawl.grid, board, side), 0) + 200;
        const int sum = std::accumulate(worths.begin(), worths.end(), 0);
        montecarlo::Values values{};
        for (int side = 0; side < S; ++side) values[side] = static_cast<double>(worths[side]) / sum;
        return values;
    }
};

// An estimate of alpha-beta as the chance to win: 1 / (1 + e^(-score / 1000)) is how games between equals go on. Whole numbers
// and one division, so that every machine gets the same: tanh t is about t (27 + t^2) / (27 + 9 t^2).
inline double chance(int score) {
    const std::int64_t s = std::clamp(score, -5000, 5000), unit = 2000, base = 27 * unit * unit;
    const auto tanh = static_cast<double>(s * (base + s * s)) / static_cast<double>(unit * (base + 9 * s * s));
    return (1 + tanh) / 2;
}

// The analysis of one position, on a board of N words with room for S sides.
template <int N, int S>
class Thought {
public:
    Thought(const Xchain& game, const Xchain::Position& position) : brawl_{Grid<N>(game.width(), game.height()), 0} {
        board_.low = brawl_.grid.edge;
        board_.high = brawl_.grid.corner;
        std::array<int, 1 + MAX_SEATS> side_of{};
        side_of.fill(-1);
        for (int seat = 1; seat <= game.seats(); ++seat) {
            if (position.standing[seat - 1] > Xchain::ALIVE) continue;
            side_of[seat] = static_cast<int>(seats_.size());
            seats_.push_back(seat);
        }
        for (int square = 0; square < game.area(); ++square) {
            const auto here = Bits<N>::square(square);
            const int side = side_of[position.owner[square]];
            if (side >= 0) board_.own[side] |= here;
            for (int i = 0; i < position.value[square]; ++i) {
                board_.high ^= board_.low & here;
                board_.low ^= here;
            }
        }
        brawl_.sides = static_cast<int>(seats_.size());
        board_.living = static_cast<std::uint8_t>((1 << seats_.size()) - 1);
        board_.next = static_cast<std::uint8_t>(side_of[position.next]);
    }

    std::size_t sides() const { return seats_.size(); }

    template <class Eye>
    Analysis alphabeta(const Eye& eye, const alphabeta::Settings& settings, const Limits& limits,
                       Control& control) const {
        const Contest<N, S, Eye> contest{{&brawl_.grid, board_}, &eye, board_.next};
        const auto found = alphabeta::search(contest, settings, limits, control);
        Analysis analysis;
        for (const auto& verdict : found.verdicts)
            analysis.moves.push_back({verdict.move, score(verdict), verdict.line});
        analysis.basis = "engine.basis.moves " + std::to_string(found.depth);
        return analysis;
    }

    template <class Evaluator>
    Analysis montecarlo(const Evaluator& evaluator, double exploration, const Limits& limits, Control& control) const {
        auto analysis = montecarlo::search(brawl_, board_, evaluator,
                                           {exploration, 64u << 20, "engine.basis.positions"}, limits, control);
        for (auto& [move, score, line] : analysis.moves) score.values = by_seat(score.values);
        return analysis;
    }

    // What every living side sees, the one to move first, then in turn.
    void see_all(std::vector<Features>& rows) const {
        for (int i = 0; i < S; ++i)
            if (const int side = (board_.next + i) % S; board_.lives(side))
                see(brawl_.grid, board_, side, rows.emplace_back());
    }

    // The chance of the side to move by hand alone, without looking ahead, as the searches take it.
    double outlook() const {
        if (seats_.size() == 2) return chance(Ahead<Seasoned>{}(brawl_.grid, board_, board_.next));
        Random none(0);
        return Shares{}(brawl_, board_, none)[board_.next];
    }

private:
    // What the hero does not win the others share as their squares say.
    Score score(const alphabeta::Verdict& verdict) const {
        const bool won = verdict.score >= alphabeta::SURE, lost = verdict.score <= -alphabeta::SURE;
        const double odds = chance(verdict.score), even = static_cast<double>(seats_.size() - 1);
        const double mine = won ? 1 : lost ? 0 : odds / std::fma(even, 1 - odds, odds);
        auto board = board_;
        board.play(brawl_.grid, verdict.move);
        Random none(0);
        auto values = Shares{}(brawl_, board, none);
        values[board_.next] = 0;
        const double others = std::accumulate(values.begin(), values.end(), 0.0);
        for (auto& value : values) value = others > 0 ? value / others * (1 - mine) : 0;
        values[board_.next] = mine;
        const bool exact = won || (lost && seats_.size() == 2);
        return {exact, by_seat(values), exact ? verdict.distance : -1};
    }
    montecarlo::Values by_seat(const montecarlo::Values& by_side) const {
        montecarlo::Values values{};
        for (std::size_t side = 0; side < seats_.size(); ++side) values[seats_[side] - 1] = by_side[side];
        return values;
    }

    Brawl<N, S> brawl_;
    Board<N, S> board_;
    std::vector<int> seats_;  // of each side
};

template <int N, int S>
Analysis think_on(const Xchain& game, const Xchain::Position& position, std::string_view method, const Limits& limits,
                  Control& control) {
    const Thought<N, S> thought(game, position);
    auto own = limits;
    if (method == "learned") {
        const Learned learned;
        if (thought.sides() == 2) return thought.alphabeta(learned, {.spread = 700}, own, control);
        return thought.montecarlo(learned, CURIOSITY, own, control);
    }
    if (method == "squares") {
        if (!own.depth) own.depth = 5;
        const alphabeta::Settings plain{.captures = 0, .reduce = false, .table = false};
        return thought.alphabeta(Ahead<Squares>{}, plain, own, control);
    }
    const std::size_t few = method == "adaptive" ? 2 : method == "mixed" ? 3 : 0;
    if (method == "alphabeta" || thought.sides() <= few)
        return thought.alphabeta(Ahead<Seasoned>{}, {.spread = 700}, own, control);
    if (few && own.nodes) {
        own.nodes = std::max<std::uint64_t>(own.nodes / 4, 1);
        control.begin(own);
    }
    return thought.montecarlo(Shares{}, 0.02, own, control);
}

// Compiled in small_boards.cpp and large_boards.cpp, so that several cores share the work.
#define QUINCUNX_THINK_ON(N, S) \
    template Analysis think_on<N, S>(const Xchain&, const Xchain::Position&, std::string_view, const Limits&, Control&)
extern QUINCUNX_THINK_ON(1, 2);
extern QUINCUNX_THINK_ON(1, 4);
extern QUINCUNX_THINK_ON(3, 2);
extern QUINCUNX_THINK_ON(3, 4);

inline void see_all(const Xchain& game, const Xchain::Position& position, std::vector<Features>& rows) {
    if (game.actor(position) == NOBODY) throw Refusal("the game is over");
    Thought<3, 4>(game, position).see_all(rows);
}

inline double outlook(const Xchain& game, const Xchain::Position& position) {
    if (game.actor(position) == NOBODY) throw Refusal("the game is over");
    return Thought<3, 4>(game, position).outlook();
}

}  // namespace xchain

inline Analysis think(const Xchain& game, const Xchain::Position& position, std::string_view method,
                      const Limits& limits, Control& control) {
    constexpr std::string_view methods[] = {"adaptive", "learned", "alphabeta", "montecarlo",
                                            "mixed",    "table",   "squares",   "glance"};
    if (std::find(std::begin(methods), std::end(methods), method) == std::end(methods))
        throw Refusal("xchain has no method " + quoted(method) +
                      "; it has adaptive, learned, alphabeta, montecarlo, mixed, table, squares and glance");
    control.begin(limits);
    if (game.actor(position) == NOBODY) return {};
    const bool searches = method == "adaptive" || method == "learned" || method == "alphabeta";
    const bool unlimited = limits.depth == 0 && (limits.nodes == 0 || limits.nodes >= xchain::TABLE_NODES);
    if (unlimited && (method == "table" || (searches && xchain::Distances::covers(game, xchain::Distances::SMALL))) &&
        xchain::Distances::covers(game)) {
        if (auto moves = xchain::Distances::of(game)->moves(position, control, limits.seconds / 2)) {
            Analysis analysis{std::move(*moves), "xchain.basis.end"};
            control.spend(analysis.moves.size());
            analysis.nodes = control.nodes();
            analysis.seconds = control.seconds();
            return analysis;
        }
    }
    if (method == "table") method = "adaptive";
    const auto living = [](Xchain::Standing standing) { return standing <= Xchain::ALIVE; };
    const bool two = std::count_if(position.standing.begin(), position.standing.end(), living) == 2;
    const auto on = game.area() <= 64 ? two ? xchain::think_on<1, 2> : xchain::think_on<1, 4>
                    : two             ? xchain::think_on<3, 2>
                                      : xchain::think_on<3, 4>;
    auto analysis = method == "glance" ? xchain::Glance(game, position, limits).run(control)
                                       : on(game, position, method, limits, control);
    analysis.nodes = control.nodes();
    analysis.seconds = control.seconds();
    return analysis;
}

}  // namespace quincunx
