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
        : game_(game),
          position_(position),
          waves_(limits.depth > 0 ? limits.depth : 2),
          others_(living(position) - 1),
          random_(limits.seed) {
        game.moves(position, moves_);
        replies_ = limits.nodes ? static_cast<std::size_t>(limits.nodes / moves_.size()) : Xchain::MAX_SQUARES;
        tells_ = limits.lines;
        inner_left_.fill(0xFF);
        inner_right_.fill(0xFF);
        for (int i = 0; i < game.area(); i += game.width()) {
            inner_left_[i] = 0;
            inner_right_[i + game.width() - 1] = 0;
        }
        still_.board = position;
        judge_squares(still_);
        still_.board.standing[position.next - 1] = Xchain::ALIVE;
        auto& next = still_.board.next;
        do next = static_cast<std::uint8_t>(next % game.seats() + 1);
        while (!game.plays(position, next));
        game.moves(still_.board, answers_);
    }

    Analysis run(Control& control) {
        Analysis analysis;
        analysis.moves.reserve(moves_.size());
        for (const Move move : moves_) {
            analysis.moves.push_back(position_.value[move] < game_.maximum(move) ? quiet(move) : loud(move));
            control.spend(std::exchange(looked_, 0));
        }
        analysis.basis = "xchain.basis.glance " + std::to_string(waves_);
        return analysis;
    }

private:
    // The total worth of the squares of the seat to move, and of the other living seats.
    struct Sums {
        int mine = 0, others = 0;
    };
    struct View {
        Xchain::Position board;
        std::array<std::int16_t, Xchain::MAX_SQUARES> worths;  // of each square to its owner
        Sums sums;
    };

    // A move that explodes something.
    MoveScore loud(Move move) {
        View after;
        after.board = position_;
        game_.glimpse(after.board, move, waves_);
        ++looked_;
        if (!after.board.next) return {move, score(after.board, 1, true), {}};
        judge_squares(after);
        MoveList list;
        game_.moves(after.board, list);
        count_ = static_cast<std::size_t>(std::copy(list.begin(), list.end(), order_.begin()) - order_.begin());
        return answered(move, after, false);
    }

    // A move that explodes nothing. It is made in the view of all such moves, and taken back.
    MoveScore quiet(Move move) {
        auto& board = still_.board;
        auto& worths = still_.worths;
        const auto before = still_.sums;
        const auto owner = board.owner[move];
        const auto next = std::exchange(board.next, position_.next);
        const auto own_worth = worths[move];
        const auto& near = game_.neighbours(move);
        std::array<std::int16_t, 4> near_worths;
        for (int i = 0; i < near.count; ++i) near_worths[i] = worths[near.squares[i]];
        grow(still_, move, [&](int square, int worth) { worths[square] = static_cast<std::int16_t>(worth); });
        --board.squares[owner];
        ++board.squares[position_.next];
        board.next = next;
        ++looked_;
        mark_near(move);
        const auto at = std::lower_bound(answers_.begin(), answers_.end(), move);  // no answer any more if it was one
        auto end = std::copy(answers_.begin(), at, order_.begin());
        end = std::copy(at + (at != answers_.end() && *at == move), answers_.end(), end);
        count_ = static_cast<std::size_t>(end - order_.begin());
        auto said = answered(move, still_, true);
        board.owner[move] = owner;
        --board.value[move];
        --board.squares[position_.next];
        ++board.squares[owner];
        worths[move] = own_worth;
        for (int i = 0; i < near.count; ++i) worths[near.squares[i]] = near_worths[i];
        still_.sums = before;
        return said;
    }

    // The worst of the replies to a move: a part of them, each as likely as the other, the first of a shuffled list. The order of all
    // matters only to the line.
    MoveScore answered(Move move, View& after, bool quiet) {
        const int now = ahead(after.sums);
        int worst = now;
        Move reply = move;
        const auto count = std::min(replies_, count_);
        const bool shuffled = tells_ || replies_ < static_cast<std::size_t>(game_.area());
        for (std::size_t i = 0; i < count; ++i) {
            if (shuffled) std::swap(order_[i], order_[i + random_.below(static_cast<std::uint32_t>(count_ - i))]);
            const int left = ahead(replied(after, order_[i], quiet));
            if (left >= worst) continue;
            worst = left;
            reply = order_[i];
        }
        looked_ += count;
        MoveScore said{move, score(after.board, share(worst), false), {}};
        if (tells_ && worst < now) said.line = {move, reply};
        return said;
    }

    // The sums after a reply. Far from a move that explodes nothing, one that explodes nothing changes them by as much as without
    // that move.
    Sums replied(View& view, Move reply, bool quiet) {
        if (view.board.value[reply] >= game_.maximum(reply)) {
            View next;
            next.board = view.board;
            game_.glimpse(next.board, reply, waves_);
            judge_squares(next);
            return next.sums;
        }
        if (!quiet || near_[reply] == mark_) return plus(view.sums, gain(view, reply));
        if (!known_[reply]) {
            gains_[reply] = gain(view, reply);
            known_[reply] = true;
        }
        return plus(view.sums, gains_[reply]);
    }
    static Sums plus(const Sums& a, const Sums& b) { return {a.mine + b.mine, a.others + b.others}; }

    // Marks the squares up to two steps from a move: a reply there changes what depends on the move.
    void mark_near(Move move) {
        ++mark_;
        near_[move] = mark_;
        for (const auto square : game_.neighbours(move)) {
            near_[square] = mark_;
            for (const auto second : game_.neighbours(square)) near_[second] = mark_;
        }
    }

    // What a reply that explodes nothing adds to the sums.
    Sums gain(View& view, Move reply) const {
        const auto before = view.sums;
        const auto owner = view.board.owner[reply];
        grow(view, reply, [](int, int) {});
        view.board.owner[reply] = owner;
        --view.board.value[reply];
        const auto after = std::exchange(view.sums, before);
        return {after.mine - before.mine, after.others - before.others};
    }

    // Makes a move that explodes nothing, and says which squares have another worth then: its own, and if it is now ready to
    // explode, those beside it that it could take.
    template <class Say>
    void grow(View& view, Move move, Say say) const {
        auto& board = view.board;
        const auto change = [&](int square) {
            const int worth = worth_of(board, square);
            auto& sum = board.owner[square] == position_.next ? view.sums.mine : view.sums.others;
            sum += worth - view.worths[square];
            say(square, worth);
        };
        board.owner[move] = board.next;
        ++board.value[move];
        change(move);
        if (board.value[move] < game_.maximum(move)) return;
        for (const auto square : game_.neighbours(move))
            if (board.owner[square] && board.owner[square] != board.next) change(square);
    }

    // Fills in the worths and their sums.
    void judge_squares(View& view) const {
        auto& [board, worths, sums] = view;
        const int area = game_.area();
        if (waves_ == 1)
            for (int i = 0; i < area; ++i) worths[i] = static_cast<std::int16_t>(worth_of(board, i));
        else
            judge_all(board, worths.data());
        std::int16_t all = 0, mine = 0;
        for (int i = 0; i < area; ++i) {
            all = static_cast<std::int16_t>(all + worths[i]);
            mine = static_cast<std::int16_t>(mine + (board.owner[i] == position_.next ? worths[i] : 0));
        }
        sums = {mine, all - mine};
    }

    // `worth_of` every square, in loops that compilers turn into vector instructions.
    void judge_all(const Xchain::Position& board, std::int16_t* worths) const {
        const int area = game_.area(), width = game_.width();
        constexpr int ROW = 16;                                             // more than the widest
        std::array<std::uint8_t, ROW + Xchain::MAX_SQUARES + ROW> ready{};  // the owner of what would explode next
        std::array<std::int8_t, Xchain::MAX_SQUARES> found;
        const auto& most = game_.maxima();
        std::uint8_t* const at = ready.data() + ROW;
        for (int i = 0; i < area; ++i) at[i] = board.value[i] >= most[i] ? board.owner[i] : std::uint8_t{0};
        for (int i = 0; i < area; ++i) {
            const std::uint8_t owner = board.owner[i], up = at[i - width], down = at[i + width];
            const auto left = static_cast<std::uint8_t>(at[i - 1] & inner_left_[i]);
            const auto right = static_cast<std::uint8_t>(at[i + 1] & inner_right_[i]);
            const bool hot = ((up != 0) & (up != owner)) | ((down != 0) & (down != owner)) |
                             ((left != 0) & (left != owner)) | ((right != 0) & (right != owner));
            const bool full = board.value[i] >= most[i], nearly = board.value[i] + 1 == most[i];
            const std::int8_t safe = full ? std::int8_t{100} : nearly ? std::int8_t{40} : std::int8_t{15};
            const std::int8_t taken = full ? std::int8_t{10} : std::int8_t{-10};
            found[i] = !owner ? std::int8_t{0} : hot ? taken : safe;
        }
        for (int i = 0; i < area; ++i) worths[i] = found[i];
    }

    // What a square is worth to its owner. With a depth of one wave only squares and pieces count; with more, also what is ready
    // to explode, and what a neighbour could take.
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

    // The lead of the seat to move over the others, on average.
    int ahead(const Sums& sums) const { return sums.mine - (others_ == 1 ? sums.others : sums.others / others_); }

    // The chance to win: one half when level with the others, three quarters when 30 full squares ahead. Whole numbers and one
    // division, so that every machine gets the same.
    double share(int ahead) const {
        const int most = 3000 + std::abs(ahead);
        return static_cast<double>(most + ahead) / (most + ahead + others_ * (most - ahead));
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
    const int others_;  // living seats, without the one to move
    Random random_;
    std::size_t replies_ = 0;
    bool tells_;  // the line of a move
    std::uint64_t looked_ = 0;
    MoveList moves_;
    MoveList answers_;                             // to a move that explodes nothing, elsewhere
    std::array<Move, Xchain::MAX_SQUARES> order_;  // of replies, `count_` of them
    std::size_t count_ = 0;
    // 0 at the left or right edge, else all ones.
    std::array<std::uint8_t, Xchain::MAX_SQUARES> inner_left_, inner_right_;
    View still_;  // the position, as if nothing had been played but it were the next seat's turn
    std::array<Sums, Xchain::MAX_SQUARES> gains_;  // of replies there, where known
    std::array<bool, Xchain::MAX_SQUARES> known_{};
    std::array<std::uint8_t, Xchain::MAX_SQUARES> near_{};  // those with the present mark are near the move
    std::uint8_t mark_ = 0;
};

}  // namespace quincunx::xchain
