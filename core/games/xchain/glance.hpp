// What a person sees of xchain at a glance: every move, some of the replies, and chains only for a few waves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "games/xchain/rules.hpp"
#include "search/search.hpp"

namespace quincunx::xchain {

// Counts what is on the board after a move and after the worst of the replies looked at. Chains are followed for `depth` waves (2
// if the limits do not say). `nodes` is how many replies are looked at, all of them if the limits do not say; which ones, the seed
// decides. A win seen so is proved, for nothing stops a chain; everything else is an estimate.
class Glance {
public:
    Glance(const Xchain& game, const Xchain::Position& position, const Limits& limits)
        : game_(game), position_(position), waves_(limits.depth > 0 ? limits.depth : 2), random_(limits.seed) {
        game.moves(position, moves_);
        replies_ = limits.nodes ? static_cast<std::size_t>(limits.nodes / moves_.size()) : Xchain::MAX_SQUARES;
    }

    Analysis run(Control& control) {
        Analysis analysis;
        for (const Move move : moves_) {
            analysis.moves.push_back(judge(move));
            control.spend(std::exchange(looked_, 0));
        }
        analysis.basis = "chains of " + std::to_string(waves_) + (waves_ == 1 ? " wave" : " waves");
        return analysis;
    }

private:
    using Worths = std::array<int, 1 + MAX_SEATS>;  // of all squares of each seat

    MoveScore judge(Move move) {
        auto after = position_;
        game_.glimpse(after, move, waves_);
        ++looked_;
        if (!after.next) return {move, score(after, 1, true), {move}};
        const Worths worths = sum(after);
        const int now = ahead(worths);
        int worst = now;
        game_.moves(after, list_);
        Move reply = move;
        // A part of the list, each as likely as the other: the first of a shuffled one.
        std::vector<Move> order(list_.begin(), list_.end());
        const auto count = std::min(replies_, order.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(order[i], order[i + random_.below(static_cast<std::uint32_t>(order.size() - i))]);
            ++looked_;
            const int left = ahead(replied(after, worths, order[i]));
            if (left >= worst) continue;
            worst = left;
            reply = order[i];
        }
        std::vector<Move> line{move};
        if (worst < now) line.push_back(reply);
        return {move, score(after, share(worst), false), std::move(line)};
    }

    // The worths after a reply. One that explodes nothing changes its own square and those beside it, no others.
    Worths replied(Xchain::Position& board, const Worths& before, Move reply) const {
        if (board.value[reply] >= game_.maximum(reply)) {
            auto next = board;
            game_.glimpse(next, reply, waves_);
            return sum(next);
        }
        auto worths = before;
        const auto& near = game_.neighbours(reply);
        const auto add = [&](int sign) {
            worths[board.owner[reply]] += sign * worth_of(board, reply);
            for (const auto square : near) worths[board.owner[square]] += sign * worth_of(board, square);
        };
        const auto owner = board.owner[reply];
        add(-1);
        board.owner[reply] = board.next;
        ++board.value[reply];
        add(1);
        board.owner[reply] = owner;
        --board.value[reply];
        return worths;
    }

    Worths sum(const Xchain::Position& board) const {
        Worths worths{};
        for (int i = 0; i < game_.area(); ++i) worths[board.owner[i]] += worth_of(board, i);
        return worths;
    }

    // What a square is worth to its owner. Who follows one wave counts squares and pieces; who follows more also sees what is
    // ready to explode, and what a neighbour could take.
    int worth_of(const Xchain::Position& board, int square) const {
        if (!board.owner[square]) return 0;
        if (waves_ == 1) return 20 + 20 * board.value[square];
        const int room = game_.maximum(square) - board.value[square];
        const auto& near = game_.neighbours(square);
        const bool hot = std::any_of(near.begin(), near.end(), [&](int other) {
            return board.owner[other] && board.owner[other] != board.owner[square] &&
                   board.value[other] >= game_.maximum(other);
        });
        if (hot) return room > 0 ? -10 : 10;
        return room <= 0 ? 100 : room == 1 ? 40 : 15;
    }

    // By how much the seat to move is ahead of the others, on average.
    int ahead(const Worths& worths) const {
        int others = 0, count = 0;
        for (int seat = 1; seat <= game_.seats(); ++seat)
            if (seat != position_.next && position_.standing[seat - 1] <= Xchain::ALIVE) {
                others += worths[seat];
                ++count;
            }
        return worths[position_.next] - others / count;
    }

    // A chance to win: even with as much as the others, three quarters with 30 full squares more. Whole numbers and one division, so that
    // every machine gets the same.
    double share(int ahead) const {
        const int most = 3000 + std::abs(ahead), others = living(position_) - 1;
        return static_cast<double>(most + ahead) / (most + ahead + others * (most - ahead));
    }

    // What is left goes to the other living seats in equal parts.
    Score score(const Xchain::Position& board, double mine, bool exact) const {
        Score score{exact, {}, exact ? 1 : -1};
        const int others = living(board) - 1;
        for (int seat = 1; seat <= game_.seats(); ++seat)
            if (board.standing[seat - 1] <= Xchain::ALIVE && seat != position_.next)
                score.values[seat - 1] = (1 - mine) / others;
        score.values[position_.next - 1] = mine;
        return score;
    }

    static int living(const Xchain::Position& board) {
        return static_cast<int>(std::count_if(board.standing.begin(), board.standing.end(),
                                              [](Xchain::Standing standing) { return standing <= Xchain::ALIVE; }));
    }

    const Xchain& game_;
    const Xchain::Position& position_;
    const int waves_;
    Random random_;
    std::size_t replies_ = 0;
    std::uint64_t looked_ = 0;
    MoveList moves_, list_;
};

}  // namespace quincunx::xchain
