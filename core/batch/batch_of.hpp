// A batch of one game, over its rules and planes.
#pragma once

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/batch.hpp"
#include "batch/team.hpp"
#include "game.hpp"
#include "search/montecarlo.hpp"
#include "search/search.hpp"
#include "text.hpp"

namespace quincunx {

// A free function, so that the game's own overload is found where there is one.
template <Game G>
Shape planes_of(const G& game) {
    return shape(game);
}

template <Game G>
class BatchOf final : public AnyBatch {
public:
    using Position = typename G::Position;

    // Every match begins in one of the given positions.
    BatchOf(const G& game, const std::vector<std::string_view>& starts, const Terms& terms)
        : game_(game),
          terms_(terms),
          shape_(planes_of(game_)),
          width_(game_.actions().size()),
          team_(static_cast<std::size_t>(terms.threads)) {
        if (terms.count < 1 || terms.longest < 1 || terms.threads < 1)
            throw Refusal("a batch needs a match, a move and a thread");
        if (starts.empty()) throw Refusal("there is no position to begin in");
        for (const auto body : starts) {
            starts_.push_back(game_.read(body));
            if (game_.actor(starts_.back()) == NOBODY)
                throw Refusal(quoted(body) + " is over: no match can begin there");
        }
        matches_.assign(terms.count, Match{starts_[0], Random(0), Random(0), 0});
        ends_.assign(terms.count, starts_[0]);
        legal_.resize(terms.count * width_);
        sow(terms.seed);
        for (std::size_t i = 0; i < terms.count; ++i) begin(i);
    }

    Shape shape() const override { return shape_; }
    std::size_t count() const override { return matches_.size(); }
    int actions() const override { return static_cast<int>(width_); }
    int seats() const override { return game_.seats(); }

    void reset(std::optional<std::uint64_t> seed, const bool* which, const Sheets& sheets) override {
        const std::lock_guard lock(mutex_);
        if (seed) sow(*seed);
        each(
            [&](std::size_t i) {
                if (!which || which[i]) begin(i);
                pay(i, sheets, {}, false);
                show(i, sheets);
            },
            STEPPED);
    }

    void step(const std::int32_t* actions, const Sheets& sheets) override {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < count(); ++i) check(i, actions[i]);
        each(
            [&](std::size_t i) {
                if (actions[i] == WAIT)
                    pay(i, sheets, {}, false);
                else
                    play(i, static_cast<Move>(actions[i]), sheets);
                show(i, sheets);
            },
            STEPPED);
    }

    void sample(std::int32_t* actions) override {
        const std::lock_guard lock(mutex_);
        each(
            [&](std::size_t i) { actions[i] = montecarlo::any_move(game_, matches_[i].position, matches_[i].choices); },
            SAMPLED);
    }

    void choose(const Level& level, std::string_view seed, const std::int64_t* played, const bool* which,
                std::int32_t* actions) override {
        const std::lock_guard lock(mutex_);
        if (seeds_.empty() || sown_ != seed) sown_ = seed, seeds_.assign(count(), {});
        each([&](std::size_t i) {
            actions[i] = WAIT;
            if (!which[i]) return;
            auto& [number, own] = seeds_[i];
            if (!own || number != played[i]) {
                number = played[i];
                own.emplace(sown_ + '/' + std::to_string(i) + '/' + std::to_string(number));
            }
            actions[i] = Choice<G>(game_, matches_[i].position, level, *own).make();
        });
    }

    std::string position(std::size_t match) override {
        return written(match, [&] { return matches_[match].position; });
    }
    std::string ended(std::size_t match) override {
        return written(match, [&] { return ends_[match]; });
    }

    void ends(const std::int8_t* seats, std::uint8_t* observations) override {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < count(); ++i)
            if (seats[i] < 1 || seats[i] > game_.seats())
                throw Refusal("seats[" + std::to_string(i) + "] must be from 1 to " + std::to_string(game_.seats()));
        each([&](std::size_t i) { see(ends_[i], seats[i], observations + i * size()); });
    }

private:
    // Matches that take about as long as starting a thread, some 50 microseconds.
    static constexpr std::size_t SAMPLED = 4096, STEPPED = 512;

    struct Match {
        Position position;
        Random dice;     // and starts
        Random choices;  // of `sample`, apart from the dice: asking for a move must not change the rolls
        int moves;
    };

    struct MatchSeed {
        std::int64_t played;
        std::optional<Seed> seed;
    };

    void sow(std::uint64_t seed) {
        const auto base = mix(seed + 0x9E3779B97F4A7C15ull);
        for (std::size_t i = 0; i < count(); ++i) {
            matches_[i].dice = Random(mix(base + 2 * i));
            matches_[i].choices = Random(mix(base + 2 * i + 1));
        }
    }

    void begin(std::size_t i) {
        auto& match = matches_[i];
        match.moves = 0;
        do {
            match.position =
                starts_[starts_.size() == 1 ? 0 : match.dice.below(static_cast<std::uint32_t>(starts_.size()))];
            roll_all(match);
        } while (game_.actor(match.position) == NOBODY);  // the dice alone ended it: rare, and not reported
        mark(game_, match.position, legal_.data() + i * width_);
    }

    void roll_all(Match& match) const {
        while (game_.actor(match.position) == CHANCE)
            game_.play(match.position, montecarlo::any_roll(game_, match.position, match.dice));
    }

    void check(std::size_t i, std::int32_t action) const {
        if (action == WAIT) return;
        const auto where = [&] { return "actions[" + std::to_string(i) + "] is " + std::to_string(action) + ": "; };
        if (action < 0 || action >= actions())
            throw Refusal(where() + "actions are numbered 0 to " + std::to_string(actions() - 1) + ", and -1 waits");
        if (!legal_[i * width_ + static_cast<std::size_t>(action)])
            throw Refusal(where() + game_.actions()[static_cast<std::size_t>(action)] +
                          " is not legal there; see masks[" + std::to_string(i) + "]");
    }

    void play(std::size_t i, Move move, const Sheets& sheets) {
        auto& match = matches_[i];
        game_.play(match.position, move);
        roll_all(match);
        const Result result = game_.result(match.position);
        const bool cut = !result.over && ++match.moves >= terms_.longest;
        pay(i, sheets, result, cut);
        if (result.over || cut) {
            ends_[i] = match.position;
            begin(i);
        } else {
            mark(game_, match.position, legal_.data() + i * width_);
        }
    }

    // The winner gets 1, and the others share -1.
    void pay(std::size_t i, const Sheets& sheets, const Result& result, bool cut) const {
        const int seats = game_.seats();
        float* rewards = sheets.rewards + i * static_cast<std::size_t>(seats);
        std::fill_n(rewards, seats, result.over && result.winner ? -1.0f / static_cast<float>(seats - 1) : 0.0f);
        if (result.over && result.winner) rewards[result.winner - 1] = 1;
        sheets.done[i] = result.over || cut;
        sheets.cut[i] = cut;
    }

    void show(std::size_t i, const Sheets& sheets) const {
        const auto& position = matches_[i].position;
        const int turn = game_.turn(position);
        see(position, turn, sheets.observations + i * size());
        std::memcpy(sheets.masks + i * width_, legal_.data() + i * width_, width_);
        sheets.turns[i] = static_cast<std::int8_t>(turn);
    }

    void see(const Position& position, int seat, std::uint8_t* seen) const {
        const auto squares = static_cast<std::size_t>(shape_.squares());
        observe(game_, position, seat, seen);
        std::memset(seen + size() - squares, game_.turn(position) == seat, squares);
    }

    std::size_t size() const { return static_cast<std::size_t>(shape_.size()); }

    // Runs `work` on every match, split evenly among the threads, at least this many matches each.
    template <class Work>
    void each(Work work, std::size_t least = 1) {
        const auto part = [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) work(i);
        };
        const auto threads = std::min(count() / least, team_.size());
        if (threads < 2) return part(0, count());
        team_.run([&](std::size_t t) {
            if (t < threads) part(t * count() / threads, (t + 1) * count() / threads);
        });
    }

    template <class Find>
    std::string written(std::size_t match, Find find) {
        const std::lock_guard lock(mutex_);
        if (match >= count())
            throw Refusal("there is no match " + std::to_string(match) + " of " + std::to_string(count()));
        return game_.write(find());
    }

    const G game_;
    const Terms terms_;
    const Shape shape_;
    const std::size_t width_;  // of a mask
    std::vector<Position> starts_;
    std::vector<Match> matches_;
    std::vector<Position> ends_;       // of the match before, in each place
    std::string sown_;                 // the seed of `choose`
    std::vector<MatchSeed> seeds_;     // and what it is in each match, kept while that lasts
    std::vector<std::uint8_t> legal_;  // as in `masks`, for the check of the next actions
    std::mutex mutex_;
    Team team_;
};

}  // namespace quincunx
