// The search methods of xtic.
#pragma once

#include "games/xtic/solver.hpp"

namespace quincunx {

namespace xtic {

// Evaluates the moves of one position, looking one placement further at a time.
class Analyser {
public:
    struct Verdict {
        XticSolver::Value value = XticSolver::UNKNOWN;  // for the seat to act
        int placement = 0;                              // the one that ends the game, the next one being 1
    };

    Analyser(const Xtic& game, const Xtic::Position& position, XticSolver& solver, Control& control)
        : loses_(game.completing_loses),
          board_(board_of(position)),
          hand_(position.hand),
          solver_(solver),
          control_(control) {
        game.moves(position, moves_);
        verdicts_.resize(moves_.size());
    }

    const MoveList& moves() const { return moves_; }
    const Verdict& operator[](std::size_t i) const { return verdicts_[i]; }
    bool giving() const { return hand_ == Xtic::NONE; }
    int left() const { return board_.left; }
    int seen() const { return seen_; }
    // Moves from here until that placement is made.
    int distance(int placement) const { return 2 * placement - !giving(); }

    // Looks ahead until it has seen this many placements, or the control stops it; once it has seen all, what is left is a draw.
    // With `telling`, the control gets the best move so far.
    void look(int placements, bool telling = false) {
        for (placements = std::min(placements, left()); seen_ < placements; ++seen_)
            for (std::size_t i = 0; i < moves_.size(); ++i) {
                control_.set_progress((seen_ + static_cast<double>(i) / static_cast<double>(moves_.size())) /
                                      placements);
                if (verdicts_[i].placement == 0 && decided(moves_[i], seen_ + 1))
                    verdicts_[i] = {decides(seen_ + 1), seen_ + 1};
                if (telling) control_.prefer(best());
            }
        if (seen_ < left()) return;
        for (auto& verdict : verdicts_)
            if (verdict.placement == 0) verdict = {XticSolver::DRAW, left()};
    }

    // The best move: the winner hurries, the loser delays, and what is not evaluated yet counts as a draw.
    Move best() const {
        const auto worth = [](const Verdict& v) {
            return (v.placement ? v.value : XticSolver::DRAW) * 64 +
                   (v.value == XticSolver::WIN ? -v.placement : v.placement);
        };
        const auto found = std::max_element(verdicts_.begin(), verdicts_.end(),
                                            [&](const Verdict& a, const Verdict& b) { return worth(a) < worth(b); });
        return moves_[static_cast<std::size_t>(found - verdicts_.begin())];
    }

private:
    // A placement can decide the game in one way only, for the seat that makes it.
    XticSolver::Value decides(int placement) const {
        const bool own = (placement % 2 == 1) != giving();
        return own == loses_ ? XticSolver::LOSS : XticSolver::WIN;
    }

    // Whether the move leads to that with that placement or sooner, whatever the seat that suffers it does.
    bool decided(Move move, int placement) {
        const bool win = decides(placement) == XticSolver::WIN;
        if (!giving()) return forced(hand_, move - Xtic::PLACE, win, placement);
        // The other seat chooses the square: a win must be one on each, a loss is one if it is on any.
        for (Mask empty = board_.empty; empty; empty = rest(empty))
            if (forced(move, std::countr_zero(empty), win, placement) != win) return !win;
        return win;
    }

    // Whether the piece on that square leads to a win, or to a loss, of the seat to act.
    bool forced(int piece, int square, bool win, int placement) {
        const bool own = !giving();  // whether the seat to act places it, and so gives next
        if (solver_.completes(board_, piece, square)) return (own != loses_) == win;
        const Board next = board_.with(piece, square);
        return own == win ? solver_.wins(next, placement - 1, control_) : !solver_.holds(next, placement - 1, control_);
    }

    bool loses_;
    Board board_;
    std::uint8_t hand_;
    XticSolver& solver_;
    Control& control_;
    MoveList moves_;
    std::vector<Verdict> verdicts_;
    int seen_ = 0;
};

}  // namespace xtic

// The methods:
//   lookahead   sees limits.depth placements when it places (its own is the first) and one less when it gives; what it does not
//               see counts as even. The game's own six levels are this with depths 1 to 6.
//   solve       sees all placements. Where the limits end it early, the moves not yet decided count as even.
// Both look one placement further at a time, so the distance of a win or loss is exact. Distance and line begin with the move
// itself; with eight empty squares or fewer the line of a move whose value is known continues to the end. Memory is for the table,
// 64 MiB unless said otherwise.
inline Analysis think(const Xtic& game, const Xtic::Position& position, std::string_view method, const Limits& limits,
                      Control& control) {
    constexpr int SHORT = 8;
    if (method != "lookahead" && method != "solve")
        throw Refusal("xtic has no method " + quoted(method) + "; it has lookahead and solve");
    control.begin(limits);
    Analysis analysis;
    const int actor = game.actor(position);
    if (actor == NOBODY) return analysis;
    XticSolver solver(game, limits.memory);
    xtic::Analyser analyser(game, position, solver, control);
    const bool all = method == "solve" || limits.depth == 0;
    bool ended = false;
    try {
        analyser.look(all ? analyser.left() : limits.depth - analyser.giving(), true);
    } catch (XticSolver::Stopped) {
        ended = true;
    }
    for (std::size_t i = 0; i < analyser.moves().size(); ++i) {
        const auto& verdict = analyser[i];
        MoveScore said{analyser.moves()[i], {}, {analyser.moves()[i]}};
        said.score.exact = verdict.placement > 0;
        if (said.score.exact) said.score.distance = analyser.distance(verdict.placement);
        const double value = said.score.exact ? 0.5 * static_cast<int>(verdict.value) : 0.5;
        said.score.values = {actor == 1 ? value : 1 - value, actor == 1 ? 1 - value : value};
        analysis.moves.push_back(std::move(said));
    }
    if (analyser.left() <= SHORT && !ended) {
        try {
            for (auto& [move, score, line] : analysis.moves) {
                auto next = position;
                for (game.play(next, move); score.exact && game.actor(next) != NOBODY; game.play(next, line.back())) {
                    xtic::Analyser reply(game, next, solver, control);
                    reply.look(reply.left());
                    line.push_back(reply.best());
                }
            }
        } catch (XticSolver::Stopped) {  // the lines end where they are
        }
    }
    analysis.basis = ended ? "xtic.basis.placements-limited " + std::to_string(analyser.seen())
                     : analyser.seen() == analyser.left() ? std::string("xtic.basis.end")
                                                          : "xtic.basis.placements " + std::to_string(analyser.seen());
    analysis.nodes = control.nodes();
    analysis.seconds = control.seconds();
    return analysis;
}

}  // namespace quincunx
