// Exact values of tritoc positions with one open field.
#pragma once

#include <memory>
#include <mutex>

#include "games/tritoc/each_move.hpp"
#include "games/tritoc/rules.hpp"
#include "search/expectimax.hpp"

namespace quincunx::tritoc {

// With one open field left, a position is its content, 3^9 at most, and who is to roll. Pieces can be taken back, so positions come
// again, and no look-ahead ever ends. Instead two tables are improved until they meet: one that is never too high, beginning
// with nothing, and one that is never too low. Each pass replaces a value by the average over the rolls of the best that
// follows; dividing rounds down in the first table and up in the second. The tables differ by less than 1/2^30 at the end.
//
// A move ends a row of forfeits, so both tables are for positions without tries and forfeits; those with some follow from them.
class Ending {
public:
    using Share = expectimax::Share;

    // The value of winning the field, to seat 1: for red and for yellow. A full field is a draw.
    Ending(bool equal_dice, Share red, Share yellow) : equal_dice_(equal_dice), won_{red, yellow} {
        for (unsigned mask = 0; mask < 512; ++mask)
            for (unsigned hole = 0, power = 1; hole < 9; ++hole, power *= 3)
                if (mask >> hole & 1) ternary_[mask] += static_cast<std::uint16_t>(power);
        std::vector<Pieces> contents;  // the fullest first: placing comes most often, so that one pass goes far
        for (int count = 8; count >= 0; --count)
            for (unsigned taken = 0; taken < 512; ++taken)
                if (std::popcount(taken) == count)
                    for (unsigned own = taken;; own = (own - 1) & taken) {
                        const auto a = static_cast<Tritoc::Nine>(own), b = static_cast<Tritoc::Nine>(taken & ~own);
                        if (!Tritoc::row(a) && !Tritoc::row(b)) contents.push_back({a, b});
                        if (own == 0) break;
                    }
        for (auto& table : high_) table.fill(expectimax::ONE);
        for (Share apart = expectimax::ONE; apart > CLOSE;) {
            apart = 0;
            for (const auto& pieces : contents)
                for (int seat = 0; seat < 2; ++seat) {
                    auto& low = low_[seat][index(pieces)];
                    auto& high = high_[seat][index(pieces)];
                    low = rolling(low_, pieces, seat, 0, 0, 0);
                    high = rolling(high_, pieces, seat, 0, 0, 1);
                    apart = std::max(apart, high - low);
                }
        }
    }

    // The value for seat 1 of a position with one open field, when its next seat is to roll.
    Share value(const Tritoc::Position& position, int field) const {
        const auto& pieces = position.fields[field];
        const int seat = position.next - 1, tries = position.tries, forfeits = position.forfeits;
        const Share low = rolling(low_, pieces, seat, tries, forfeits, 0);
        const Share high = rolling(high_, pieces, seat, tries, forfeits, 1);
        for (const Share plain : {Share{0}, DRAW, expectimax::ONE})
            if (low <= plain && plain <= high) return plain;
        return (low + high) / 2;
    }

    // The only open field, or -1.
    static int last_field(const Tritoc::Position& position) {
        const unsigned open = 0x1FFu & ~position.closed;
        return std::has_single_bit(open) ? std::countr_zero(open) : -1;
    }

    // The one for a position with one open field; it is made on first use, in a tenth of a second.
    static std::shared_ptr<const Ending> of(bool equal_dice, const Tritoc::Position& position, int field) {
        static std::mutex mutex;
        static std::array<std::shared_ptr<const Ending>, 8> made;
        const auto wins = [&](int seat) {
            return Tritoc::row(position.won[seat] | static_cast<Tritoc::Nine>(1 << field));
        };
        const bool red = wins(0), yellow = wins(1);
        const std::lock_guard lock(mutex);
        auto& ending = made[4 * equal_dice + 2 * red + yellow];
        if (!ending) ending = std::make_shared<Ending>(equal_dice, red ? expectimax::ONE : DRAW, yellow ? 0 : DRAW);
        return ending;
    }

private:
    using Pieces = std::array<Tritoc::Nine, 2>;
    using Table = std::array<std::array<Share, 19683>, 2>;  // by the seat to roll, and content
    static constexpr Share DRAW = expectimax::ONE / 2, CLOSE = expectimax::ONE >> 30;

    int index(const Pieces& pieces) const { return ternary_[pieces[0]] + 2 * ternary_[pieces[1]]; }

    // After a piece was placed or taken, the other seat to roll.
    Share after(const Table& table, const Pieces& pieces, int mover) const {
        if (Tritoc::row(pieces[mover])) return won_[mover];
        if ((pieces[0] | pieces[1]) == 0x1FF) return DRAW;
        return table[1 - mover][index(pieces)];
    }

    // The best of taking one of a colour's pieces; `leave` adds not to take any.
    Share taking(const Table& table, const Pieces& pieces, int mover, int colour, bool leave) const {
        Share best = leave ? table[1 - mover][index(pieces)] : mover == 0 ? 0 : expectimax::ONE;
        for (unsigned left = pieces[colour]; left; left &= left - 1) {
            auto then = pieces;
            then[colour] ^= static_cast<Tritoc::Nine>(left & -left);
            const auto value = after(table, then, mover);
            best = mover == 0 ? std::max(best, value) : std::min(best, value);
        }
        return best;
    }

    // The value of rolling, after this many tries and forfeits. `up` is 1 to round up.
    Share rolling(const Table& table, const Pieces& pieces, int mover, int tries, int forfeits, int up) const {
        Share sum = 0;
        int useless = 0, weights = 0;
        const auto add = [&](int weight, bool useful, auto value) {
            weights += weight;
            if (useful)
                sum += weight * value();
            else
                useless += weight;
        };
        add(weight(2), pieces[mover] != 0, [&] { return taking(table, pieces, mover, mover, false); });
        add(weight(12), pieces[1 - mover] != 0, [&] { return taking(table, pieces, mover, 1 - mover, true); });
        for (int hole = 0; hole < 9; ++hole)
            add(weight(hole + 3), !((pieces[0] | pieces[1]) >> hole & 1), [&] {
                auto then = pieces;
                then[mover] |= static_cast<Tritoc::Nine>(1 << hole);
                return after(table, then, mover);
            });
        Share value = 0;
        if (useless)
            value = forfeits + 1 == Tritoc::FORFEITS ? DRAW : rolling(table, pieces, 1 - mover, 0, forfeits + 1, up);
        for (int i = tries; i < Tritoc::TRIES; ++i) value = (sum + useless * value + up * (weights - 1)) / weights;
        return value;
    }

    int weight(int roll) const {
        if (equal_dice_) return roll == 2 || roll == 12 ? 1 : 3;
        return roll <= 7 ? roll - 1 : 13 - roll;
    }

    const bool equal_dice_;
    const std::array<Share, 2> won_;
    std::array<std::uint16_t, 512> ternary_{};
    Table low_{}, high_{};
};

// Every move of a position with one open field.
inline Analysis to_the_end(const Tritoc& game, const Tritoc::Position& position, int field, Control& control) {
    const auto ending = Ending::of(game.equal_dice, position, field);
    // To seat 1, where the dice are to be rolled or the game is over.
    const auto before_rolling = [&](const Tritoc::Position& board, const Result& result) {
        if (result.over) return result.winner == 0 ? 0.5 : result.winner == 1 ? 1.0 : 0.0;
        return static_cast<double>(ending->value(board, field)) / static_cast<double>(expectimax::ONE);
    };
    const auto judge = [&](Move, const Tritoc::Position& next, const Result& result) -> Score {
        double one = next.rolled ? (next.next == 1 ? 0 : 1) : before_rolling(next, result);
        if (next.rolled) {  // what the seat makes of the roll
            MoveList list;
            game.moves(next, list);
            for (const Move move : list) {
                auto after = next;
                game.play(after, move);
                const double value = before_rolling(after, game.result(after));
                one = next.next == 1 ? std::max(one, value) : std::min(one, value);
            }
        }
        return {true, {one, 1 - one}, result.over ? 1 : -1};
    };
    return each_move(game, position, "tritoc.basis.ending", control, judge);
}

}  // namespace quincunx::tritoc
