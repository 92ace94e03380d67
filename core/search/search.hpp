// The contract of every search: what it may spend, how it is stopped, and what it answers.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "game.hpp"

namespace quincunx {

// What a search may spend. Zero means: no limit of this kind (memory: the method's default, given in its header).
// On one thread the same seed, memory and node limit give the same answer on every machine; a time limit cannot promise that.
struct Limits {
    std::uint64_t nodes = 0;
    double seconds = 0;
    int depth = 0;  // in moves; xtic's look-ahead counts placements
    int threads = 1;
    std::uint64_t memory = 0;  // bytes
    std::uint64_t seed = 0;
    bool lines = true;  // whether anybody reads how play may continue: a search may leave it out otherwise
};

// Shared by a running search and its observers in other threads.
class Control {
public:
    void stop() {
        called_off_.store(true, std::memory_order_relaxed);
        end();
    }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // Whether somebody stopped the search, or its time is over. It may also have ended because its nodes are spent.
    bool called_off() const { return called_off_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double progress() const {
        return progress_.load(std::memory_order_relaxed);
    }  // share of the work done, 0 to 1; rough
    void set_progress(double share) { progress_.store(share, std::memory_order_relaxed); }

    // The search sleeps where it next counts nodes, and continues from there when it is resumed or stopped. Its answer is the
    // same, unless its time is limited: the clock keeps running.
    void pause() {
        const std::lock_guard lock(mutex_);
        paused_.store(!stopped(), std::memory_order_relaxed);
    }
    void resume() {
        const std::lock_guard lock(mutex_);
        paused_.store(false, std::memory_order_relaxed);
        resumed_.notify_all();
    }
    bool paused() const { return paused_.load(std::memory_order_relaxed); }
    void wait_while_paused() {
        if (!paused()) return;
        std::unique_lock lock(mutex_);
        resumed_.wait(lock, [this] { return !paused(); });
    }

    // Starts the clock; call once when the search begins.
    void begin(const Limits& limits) {
        limits_ = limits;
        start_ = Clock::now();
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // Ends the search after this many seconds as `stop` from another thread would: the search itself does not know and does not
    // plan for it.
    void stop_after(double seconds) {
        timed_ = true;
        end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Reports which move the search would choose if it ended now; `listener` is called, in the searching thread, at every change.
    // Where a search cannot be stopped from another thread, because there is none, this is what is left of it when it is thrown
    // away.
    void listen(std::function<void(Move)> listener) { listener_ = std::move(listener); }
    // Polled by `spend`: whether the search was stopped, where no other thread can call `stop`.
    void watch(std::function<bool()> is_called_off) { is_called_off_ = std::move(is_called_off); }
    bool has_listener() const { return static_cast<bool>(listener_); }
    void prefer(Move move) {
        if (!listener_ || move == preferred_) return;
        preferred_ = move;
        listener_(move);
    }

    // Counts `more` nodes and returns whether the search must end. Call it at least every few thousand nodes (and every few
    // milliseconds): that is what keeps a cancelled search within 50 ms. Call it without holding a lock: it may sleep.
    bool spend(std::uint64_t more) {
        wait_while_paused();
        const auto total = nodes_.fetch_add(more, std::memory_order_relaxed) + more;
        if (limits_.nodes && total >= limits_.nodes) end();
        if (limits_.seconds > 0 && seconds() >= limits_.seconds) stop();
        if (timed_ && Clock::now() >= end_) stop();
        if (is_called_off_ && is_called_off_()) stop();
        return stopped();
    }

private:
    void end() {
        stopped_.store(true, std::memory_order_relaxed);
        resume();
    }

    using Clock = std::chrono::steady_clock;
    std::atomic<bool> stopped_{false};
    std::atomic<bool> called_off_{false};
    std::atomic<bool> paused_{false};
    std::mutex mutex_;  // of pausing
    std::condition_variable resumed_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<double> progress_{0};
    std::function<void(Move)> listener_;
    std::function<bool()> is_called_off_;
    int preferred_ = -1;
    Limits limits_{};
    Clock::time_point start_ = Clock::now();
    bool timed_ = false;
    Clock::time_point end_{};
};

// The value of a move or position. Values are one number per seat in seat order: 1 a win, 0 a loss, 1/2 a draw; an estimate
// is the expected result. Distance counts moves (not rolls) to the end under best play by both sides, -1 where unknown.
struct Score {
    bool exact = false;
    std::array<double, MAX_SEATS> values{};
    int distance = -1;
};

// The result for one legal move. `line` is how play may continue and starts with the move itself; it may be empty.
struct MoveScore {
    Move move = 0;
    Score score;
    std::vector<Move> line;
};

// The answer of a search: every legal move, in the order of the move list. `basis` is what the values rest on: the key of a
// message, and a number if that has one, as in "engine.basis.playouts 20000".
struct Analysis {
    std::vector<MoveScore> moves;
    std::string basis;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// splitmix64: the searches' own small generator (not used for anything a match must be able to repeat from its seed).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    // Below n, by multiplication: the bias is under n / 2^32.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((*this)() >> 32) * n >> 32); }

private:
    std::uint64_t state_;
};

}  // namespace quincunx
