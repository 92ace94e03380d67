// What the checkers of several games need: a table of positions whose answers are known, and a way to stop a long search.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace checkers {

// An exact key: no two positions have the same, so that a table can never give the answer of another position.
struct Key {
    std::uint64_t first;
    std::uint32_t second;
};

// Remembers up to 32 bits about positions. A newer position takes the place of an older one, so that something may be forgotten
// and searched again; what is not 0 is always what was kept under this key.
class Table {
public:
    explicit Table(std::uint64_t bytes) : slots_(std::bit_floor(bytes < 1024 ? 1024 : bytes) / sizeof(Slot)) {}

    std::uint32_t find(const Key& key) const {
        const Slot& slot = slots_[place(key)];
        return slot.first == key.first && slot.second == key.second ? slot.known : 0;
    }
    void keep(const Key& key, std::uint32_t known) { slots_[place(key)] = {key.first, key.second, known}; }

private:
    struct Slot {
        std::uint64_t first = 0;
        std::uint32_t second = 0;
        std::uint32_t known = 0;
    };
    static_assert(sizeof(Slot) == 16);

    std::size_t place(const Key& key) const {
        std::uint64_t mixed = key.first ^ key.second * 0x9E3779B97F4A7C15u;
        for (int i = 0; i < 2; ++i) mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93u;
        return static_cast<std::size_t>(mixed ^ mixed >> 32) & (slots_.size() - 1);
    }

    std::vector<Slot> slots_;
};

// Counts positions. Another thread may stop the count, which ends the search by an exception.
class Counter {
public:
    struct Stopped {};

    void count() {
        const auto nodes = this->nodes() + 1;
        nodes_.store(nodes, std::memory_order_relaxed);
        if ((nodes & 0xFFFF) == 0 && stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    void stop() { stop_ = true; }

private:
    std::atomic<std::uint64_t> nodes_ = 0;  // another thread may read it
    std::atomic<bool> stop_ = false;
};

}  // namespace checkers
