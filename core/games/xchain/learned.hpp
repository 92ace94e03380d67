// The learned evaluation of xchain, and the form of the game in which every side plays for itself.
#pragma once

#include "games/xchain/features.hpp"
#include "search/montecarlo.hpp"
#include "search/network.hpp"

namespace quincunx::xchain {

// All sides for themselves: what the tree searches.
template <int N, int S>
struct Brawl {
    using Position = Board<N, S>;
    Grid<N> grid;
    int sides;  // in the game when the search begins, at most S

    int seats() const { return sides; }
    int actor(const Position& board) const { return board.over() ? NOBODY : 1 + board.next; }
    void moves(const Position& board, MoveList& list) const {
        list.clear();
        for (auto squares = board.legal(grid); squares.any();) list.push(static_cast<Move>(squares.pop()));
    }
    void play(Position& board, Move move) const { board.play(grid, move); }
    Result result(const Position& board) const { return {board.over(), 1 + std::countr_zero(board.living), "alone"}; }
    int weight(const Position&, Move) const { return 0; }
};

// Positions evaluated by the networks trained by self-play: one for each number of living sides. With two of them a network says
// how much better the side to move stands, with more how each side stands; the scores are logits, in thousandths.
class Learned {
public:
    Learned() {
        for (int sides = 2; sides <= MAX_SEATS; ++sides)
            networks_[sides] = Networks::find("xchain-" + std::to_string(sides), FEATURES);
    }

    // For alpha-beta, with two sides.
    template <int N, int S>
    int operator()(const Grid<N>& grid, const Board<N, S>& board, int hero) const {
        const int score = judge(grid, board, board.next, 2);
        return hero == board.next ? score : -score;
    }

    // For the tree: each side's chance to win.
    template <int N, int S>
    montecarlo::Values operator()(const Brawl<N, S>& brawl, const Board<N, S>& board, Random&) const {
        const int sides = std::popcount(board.living);
        std::array<std::int64_t, S> scores{};
        for (int side = 0; side < S; ++side)
            if (board.lives(side) && (sides > 2 || side == board.next))
                scores[side] = judge(brawl.grid, board, side, sides);
        std::int64_t most = std::numeric_limits<std::int64_t>::min();
        for (int side = 0; side < S; ++side)
            if (board.lives(side)) most = std::max(most, scores[side]);
        std::array<std::uint64_t, S> shares{};
        std::uint64_t sum = 0;
        for (int side = 0; side < S; ++side)
            if (board.lives(side)) sum += shares[side] = decay(most - scores[side]);
        montecarlo::Values values{};
        for (int side = 0; side < S; ++side)
            values[side] = static_cast<double>(shares[side]) / static_cast<double>(sum);
        return values;
    }

private:
    static constexpr int FURTHEST = 20000;  // the limit of an estimate: alpha-beta keeps larger scores for proofs

    template <int N, int S>
    int judge(const Grid<N>& grid, const Board<N, S>& board, int side, int sides) const {
        Features features;
        see(grid, board, side, features);
        return std::clamp<int>((*networks_[sides])(features.data()), -FURTHEST, FURTHEST);
    }

    std::array<std::shared_ptr<const Network>, 1 + MAX_SEATS> networks_;
};

inline constexpr double CURIOSITY = 0.02;

}  // namespace quincunx::xchain
