// Threads that wait for the next piece of work: starting new ones takes longer than the step of a batch.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace quincunx {

class Team {
public:
    // With the caller as one of them.
    explicit Team(std::size_t size) : size_(size) {}
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() { dismiss(); }

    std::size_t size() const { return size_; }

    // Calls work(0), work(1), … work(size - 1), each on another thread, and waits for all of them.
    void run(const std::function<void(std::size_t)>& work) {
        if (crew_ && crew_->process != process())
            static_cast<void>(crew_.release());  // after a fork its threads exist only in the parent
        if (!crew_) crew_ = std::make_unique<Crew>(size_);
        crew_->run(work);
    }

private:
    static long process() {
#ifdef _WIN32
        return 0;
#else
        return getpid();
#endif
    }

    struct Crew {
        explicit Crew(std::size_t size) : process(Team::process()) {
            // A spinning thread occupies a core, so there must be one for each.
            const int looks = size <= std::thread::hardware_concurrency() ? LOOKS : 0;
            for (std::size_t t = 1; t < size; ++t) threads.emplace_back([this, t, looks] { serve(t, looks); });
        }

        void run(const std::function<void(std::size_t)>& each) {
            work = &each;
            busy.store(static_cast<std::uint32_t>(threads.size()), std::memory_order_relaxed);
            call();
            each(0);
            for (std::uint32_t left; (left = busy.load(std::memory_order_acquire)) != 0;) await(busy, left, LOOKS);
        }

        void end() {
            work = nullptr;
            call();
            for (auto& thread : threads) thread.join();
        }

        const long process;

    private:
        // How often a thread polls before it sleeps: some 50 microseconds, about as long as waking it takes.
        static constexpr int LOOKS = 2000;

        static void await(const std::atomic<std::uint32_t>& number, std::uint32_t old, int looks) {
            for (int i = 0; i < looks; ++i) {
                if (number.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__) || defined(__i386__)
                __builtin_ia32_pause();
#endif
            }
            number.wait(old, std::memory_order_acquire);
        }

        void call() {
            round.fetch_add(1, std::memory_order_release);
            round.notify_all();
        }

        void serve(std::size_t t, int looks) {
            for (std::uint32_t seen = 0;; ++seen) {
                await(round, seen, looks);
                if (!work) return;
                (*work)(t);
                if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1) busy.notify_one();
            }
        }

        const std::function<void(std::size_t)>* work = nullptr;
        std::atomic<std::uint32_t> round = 0, busy = 0;
        std::vector<std::thread> threads;
    };

    void dismiss() {
        if (!crew_) return;
        if (crew_->process == process())
            crew_->end();
        else
            static_cast<void>(crew_.release());
    }

    const std::size_t size_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace quincunx
