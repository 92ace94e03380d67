// The handwritten evaluation of tritoc, without looking ahead.
#pragma once

#include "games/tritoc/rules.hpp"
#include "search/expectimax.hpp"

namespace quincunx::tritoc {

// Of the roll for a hole: out of 36 with two real dice, out of 29 with equal numbers.
constexpr int hole_weight(int hole, bool equal_dice) { return equal_dice ? 3 : hole <= 4 ? hole + 2 : 10 - hole; }

// The chances of both colours to win each field, and from them the game.
//
// A field is judged by itself: the seats roll in turn, and of the rolls that fit into a free hole one of eight is used here.
// Let u be the weight of the free holes, d eight times the weight of all rolls, and a and b what the next piece of the mover and
// of the other lead to, summed with these weights. The chances x with the mover and y with the other to roll then solve
// x = (a + (d - u) y) / d and y = (b + (d - u) x) / d.
//
// The game is judged as if the fields were independent, and their rows too: a colour's chance to have some row of fields is 1
// less the product over all rows of the chance not to have it.
class Outlook {
public:
    explicit Outlook(bool equal_dice) : fields_(2 * CONTENTS) {
        for (unsigned mask = 0; mask < 512; ++mask)
            for (unsigned hole = 0, power = 1; hole < 9; ++hole, power *= 3)
                if (mask >> hole & 1) ternary_[mask] += static_cast<std::uint16_t>(power);
        for (int pieces = 9; pieces >= 0; --pieces)
            for (unsigned taken = 0; taken < 512; ++taken)
                if (std::popcount(taken) == pieces)
                    for (unsigned red = taken;; red = (red - 1) & taken) {
                        judge(red, taken & ~red, equal_dice);
                        if (red == 0) break;
                    }
    }

    // The value for seat 1, when the next seat is to roll.
    expectimax::Share operator()(const Tritoc::Position& position) const {
        std::array<Chances, 9> chances;
        for (int field = 0; field < 9; ++field) chances[field] = this->field(position.fields[field], position.next);
        std::uint64_t no_red = SURE, no_yellow = SURE;
        for (const auto& [a, b, c] : ROWS) {
            no_red = no_red * (SURE - (chances[a].red * chances[b].red / SURE) * chances[c].red / SURE) / SURE;
            no_yellow =
                no_yellow * (SURE - (chances[a].yellow * chances[b].yellow / SURE) * chances[c].yellow / SURE) / SURE;
        }
        return static_cast<expectimax::Share>(SURE + no_yellow - no_red) * (expectimax::ONE / (2 * SURE));
    }

    static constexpr std::uint64_t SURE = 1u << 20;

    struct Chances {
        std::uint64_t red, yellow;
    };

    // Both colours' chances to win a field with this content, when the seat `next` is to roll.
    const Chances& field(const std::array<Tritoc::Nine, 2>& pieces, int next) const {
        return fields_[index(pieces[0], pieces[1], next - 1)];
    }

private:
    static constexpr int CONTENTS = 19683;  // 3^9: a hole is free, red or yellow
    static constexpr int ROWS[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                       {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

    std::size_t index(unsigned red, unsigned yellow, int mover) const {
        return static_cast<std::size_t>(mover * CONTENTS + ternary_[red] + 2 * ternary_[yellow]);
    }

    // Fills in one content of a field; those with one piece more are known.
    void judge(unsigned red, unsigned yellow, bool equal_dice) {
        auto& first = fields_[index(red, yellow, 0)];
        auto& second = fields_[index(red, yellow, 1)];
        if (Tritoc::row(static_cast<Tritoc::Nine>(red)) || Tritoc::row(static_cast<Tritoc::Nine>(yellow))) {
            const bool is_red = Tritoc::row(static_cast<Tritoc::Nine>(red));
            first = second = {is_red ? SURE : 0, is_red ? 0 : SURE};
            return;
        }
        std::uint64_t free = 0;
        Chances by_red{}, by_yellow{};
        for (unsigned hole = 0; hole < 9; ++hole) {
            const unsigned bit = 1u << hole;
            if ((red | yellow) & bit) continue;
            const auto weight = static_cast<std::uint64_t>(hole_weight(static_cast<int>(hole), equal_dice));
            const auto& r = fields_[index(red | bit, yellow, 1)];
            const auto& y = fields_[index(red, yellow | bit, 0)];
            free += weight;
            by_red = {by_red.red + weight * r.red, by_red.yellow + weight * r.yellow};
            by_yellow = {by_yellow.red + weight * y.red, by_yellow.yellow + weight * y.yellow};
        }
        if (!free) return;  // full and nobody's: no chance for either
        const std::uint64_t all = 8 * (equal_dice ? 29 : 36), pass = all - free, whole = free * (2 * all - free);
        const auto solve = [&](std::uint64_t mover, std::uint64_t other) {
            return (all * mover + pass * other) / whole;
        };
        first = {solve(by_red.red, by_yellow.red), solve(by_red.yellow, by_yellow.yellow)};
        second = {solve(by_yellow.red, by_red.red), solve(by_yellow.yellow, by_red.yellow)};
    }

    std::array<std::uint16_t, 512> ternary_{};
    std::vector<Chances> fields_;
};

inline const Outlook& outlook(bool equal_dice) {
    static const Outlook standard(false), equal(true);
    return equal_dice ? equal : standard;
}

}  // namespace quincunx::tritoc
