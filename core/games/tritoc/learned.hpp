// The learned evaluation of tritoc.
#pragma once

#include <bit>

#include "games/tritoc/outlook.hpp"
#include "search/network.hpp"

namespace quincunx::tritoc {

// For each field, as the seat that is to roll sees it: its chance to win the field and the other's, by `Outlook`; the weight of
// the rolls that complete a row there, its own and the other's; the weight of the free holes. Then the chance to win the game by
// `Outlook`, and two zeros.
inline constexpr int FEATURES = 9 * 5 + 3;
using Features = std::array<std::int16_t, FEATURES>;

// The weight of the holes of a field in which a colour would complete a row.
inline int completing(unsigned own, unsigned free, bool equal_dice) {
    int weight = 0;
    for (unsigned left = free; left; left &= left - 1) {
        const int hole = std::countr_zero(left);
        if (Tritoc::row(static_cast<Tritoc::Nine>(own | 1u << hole))) weight += hole_weight(hole, equal_dice);
    }
    return weight;
}

inline void see(const Tritoc::Position& position, bool equal_dice, Features& features) {
    const auto& chances = outlook(equal_dice);
    const int mover = position.next - 1;
    auto* seen = features.data();
    for (int field = 0; field < 9; ++field) {
        const auto& pieces = position.fields[field];
        const auto [red, yellow] = chances.field(pieces, position.next);
        const unsigned own = pieces[mover], opponent = pieces[1 - mover];
        const unsigned free = position.closed >> field & 1 ? 0 : 0x1FF & ~(own | opponent);
        const std::array<std::uint64_t, 2> won{red, yellow};
        int weight = 0;
        for (unsigned left = free; left; left &= left - 1) weight += hole_weight(std::countr_zero(left), equal_dice);
        *seen++ = static_cast<std::int16_t>(won[mover] >> 12);
        *seen++ = static_cast<std::int16_t>(won[1 - mover] >> 12);
        *seen++ = static_cast<std::int16_t>(completing(own, free, equal_dice));
        *seen++ = static_cast<std::int16_t>(completing(opponent, free, equal_dice));
        *seen++ = static_cast<std::int16_t>(weight);
    }
    const auto share = chances(position);
    *seen++ = static_cast<std::int16_t>((mover == 0 ? share : expectimax::ONE - share) >> 32);
    *seen++ = 0;
    *seen++ = 0;
}

// The network's output is the advantage of the seat that is to roll: a logit, in thousandths.
class Learned {
public:
    explicit Learned(bool equal_dice)
        : equal_dice_(equal_dice),
          network_(Networks::find(equal_dice ? "tritoc-equal" : "tritoc-standard", FEATURES)) {}

    expectimax::Share operator()(const Tritoc::Position& position) const {
        Features features;
        see(position, equal_dice_, features);
        const auto mine = chance((*network_)(features.data()));
        return position.next == 1 ? mine : expectimax::ONE - mine;
    }

private:
    // 1 / (1 + e^(-score / 1000)).
    static expectimax::Share chance(std::int64_t score) {
        const auto less = static_cast<std::int64_t>(decay(std::abs(score)));
        const auto sure = (expectimax::ONE << 16) / ((std::int64_t{1} << 32) + less) << 16;
        return score >= 0 ? sure : expectimax::ONE - sure;
    }

    bool equal_dice_;
    std::shared_ptr<const Network> network_;
};

}  // namespace quincunx::tritoc
