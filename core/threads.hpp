// Threads that join by themselves, and words that threads may share: std::jthread and std::atomic_ref, which libc++ only has from
// versions 18 and 19 on.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>

namespace quincunx {

class Thread {
public:
    template <class Work>
    explicit Thread(Work&& work) : thread_(std::forward<Work>(work)) {}
    Thread(Thread&&) = default;
    ~Thread() {
        if (thread_.joinable()) thread_.join();
    }

private:
    std::thread thread_;
};

// Relaxed: no order among several words is promised, only that each is whole.
inline std::uint64_t load(const std::uint64_t& word) {
#ifdef __cpp_lib_atomic_ref
    return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
#else
    return __atomic_load_n(&word, __ATOMIC_RELAXED);
#endif
}
inline void store(std::uint64_t& word, std::uint64_t value) {
#ifdef __cpp_lib_atomic_ref
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
#else
    __atomic_store_n(&word, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace quincunx
