// Many matches of one game at once, for machine learning: arrays in, arrays out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "batch/planes.hpp"
#include "levels/choice.hpp"

namespace quincunx {

// The settings of a batch besides its game.
struct Terms {
    std::size_t count = 1;  // of matches
    std::uint64_t seed = 0;
    int longest = 0;  // a match is truncated after this many moves
    int threads = 1;
};

// The output arrays of a batch. For each match: the planes its next mover sees, a flag for each legal move, that mover, each
// seat's reward, whether the match is done (and the next has begun), and whether it was truncated.
struct Sheets {
    std::uint8_t* observations;
    bool* masks;
    std::int8_t* turns;
    float* rewards;
    bool* done;
    bool* cut;
};

// Dice are rolled internally, so a seat is always to move. Each match has its own random streams, so the results depend on the
// seed and the actions, not on threads. Calls from several threads wait for each other.
class AnyBatch {
public:
    static constexpr std::int32_t WAIT = -1;  // the action that leaves a match as it is

    virtual ~AnyBatch() = default;
    virtual Shape shape() const = 0;
    virtual std::size_t count() const = 0;
    virtual int actions() const = 0;
    virtual int seats() const = 0;
    // Restarts all matches, or the marked ones; with a seed, as if the batch were new.
    virtual void reset(std::optional<std::uint64_t> seed, const bool* which, const Sheets& sheets) = 0;
    // One move in each match. Throws Refusal for an illegal one and then changes nothing.
    virtual void step(const std::int32_t* actions, const Sheets& sheets) = 0;
    // A legal move of each match, each equally likely.
    virtual void sample(std::int32_t* actions) = 0;
    // The move of a level in each marked match, WAIT in the others. The seed of match i is `seed`, its number and its `played`,
    // separated by slashes.
    virtual void choose(const Level& level, std::string_view seed, const std::int64_t* played, const bool* which,
                        std::int32_t* actions) = 0;
    // The body of a position: where a match is now, and how the one before it ended.
    virtual std::string position(std::size_t match) = 0;
    virtual std::string ended(std::size_t match) = 0;
    // How each match before the present one ended, as a given seat sees it.
    virtual void ends(const std::int8_t* seats, std::uint8_t* observations) = 0;
};

}  // namespace quincunx
