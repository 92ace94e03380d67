// Random numbers that the law could have drawn: the streams of src/quincunx/law/draws.py, from HMAC-SHA256 (FIPS 180-4, RFC
// 2104). So a level chooses the same move here as in Python. A test compares the two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#if defined(__x86_64__) && defined(__GNUC__)
#define QUINCUNX_SHA  // the machine may have instructions for it
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace quincunx {

class Sha256 {
public:
    friend void test_draws();  // compares the two ways to mix in a block
    using Digest = std::array<std::uint8_t, 32>;

    void add(std::string_view text) {
        while (!text.empty()) {
            const std::size_t place = length_ % 64, part = std::min(text.size(), 64 - place);
            std::memcpy(block_.data() + place, text.data(), part);
            text.remove_prefix(part);
            length_ += part;
            if (length_ % 64 == 0) mix_in();
        }
    }
    Digest finish() {
        constexpr char PADDING[64] = {'\x80'};
        const std::uint64_t bits = 8 * length_;
        add({PADDING, static_cast<std::size_t>(1 + (119 - length_ % 64) % 64)});
        char size[8];
        for (int i = 0; i < 8; ++i) size[i] = static_cast<char>(bits >> (56 - 8 * i) & 0xFF);
        add({size, 8});
        Digest digest;
        for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
        return digest;
    }

private:
    // The first 32 bits of the fractions of the cube roots of the first 64 primes.
    static constexpr std::array<std::uint32_t, 64> ROOTS = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

    void mix_in() {
#ifdef QUINCUNX_SHA
        static const bool fast = has_sha();
        if (fast) return mix_in_fast();
#endif
        mix_in_plainly();
    }
    void mix_in_plainly() {
        std::array<std::uint32_t, 64> w;
        for (std::size_t i = 0; i < 16; ++i)
            w[i] = std::uint32_t{block_[4 * i]} << 24 | std::uint32_t{block_[4 * i + 1]} << 16 |
                   std::uint32_t{block_[4 * i + 2]} << 8 | block_[4 * i + 3];
        for (std::size_t i = 16; i < 64; ++i) {
            const auto a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
        // Each round the eight words move on by one place: here their names do.
        const auto round = [&](auto a, auto b, auto c, auto& d, auto e, auto f, auto g, auto& h, std::size_t i) {
            h += (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + ROOTS[i] + w[i];
            d += h;
            h += (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        };
        auto [a, b, c, d, e, f, g, h] = state_;
        for (std::size_t i = 0; i < 64; i += 8) {
            round(a, b, c, d, e, f, g, h, i);
            round(h, a, b, c, d, e, f, g, i + 1);
            round(g, h, a, b, c, d, e, f, i + 2);
            round(f, g, h, a, b, c, d, e, i + 3);
            round(e, f, g, h, a, b, c, d, i + 4);
            round(d, e, f, g, h, a, b, c, i + 5);
            round(c, d, e, f, g, h, a, b, i + 6);
            round(b, c, d, e, f, g, h, a, i + 7);
        }
        const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < 8; ++i) state_[i] += mixed[i];
    }

#ifdef QUINCUNX_SHA
    static bool has_sha() {
        unsigned a, b = 0, c, d;
        return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1;
    }
    // With the processor's own instructions for it, four rounds at a time: a quarter of the time. They keep the eight words
    // as two vectors, of the names a, b, e, f and c, d, g, h.
    [[gnu::target("sha,sse4.1")]] void mix_in_fast() {
        const auto load = [](const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); };
        const __m128i swap = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
        const __m128i dcba = load(&state_[0]), hgfe = load(&state_[4]);
        const __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1), efgh = _mm_shuffle_epi32(hgfe, 0x1B);
        const __m128i abef_before = _mm_alignr_epi8(cdab, efgh, 8), cdgh_before = _mm_blend_epi16(efgh, cdab, 0xF0);
        __m128i abef = abef_before, cdgh = cdgh_before;
        __m128i w[4];
        for (std::size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(&block_[16 * i]), swap);
        for (std::size_t i = 0; i < 16; ++i) {
            auto &first = w[i % 4], &second = w[(i + 1) % 4], &third = w[(i + 2) % 4], &last = w[(i + 3) % 4];
            const __m128i sum = _mm_add_epi32(first, load(&ROOTS[4 * i]));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
            const __m128i older = _mm_add_epi32(_mm_sha256msg1_epu32(first, second), _mm_alignr_epi8(last, third, 4));
            first = _mm_sha256msg2_epu32(older, last);
        }
        const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1B);
        const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xB1);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(&state_[0]), _mm_blend_epi16(feba, dchg, 0xF0));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(&state_[4]), _mm_alignr_epi8(dchg, feba, 8));
    }
#endif

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::uint64_t length_ = 0;
};

// What a seed does to every stream that is drawn from it.
class Seed {
public:
    explicit Seed(std::string key) {
        if (key.size() > 64) {
            Sha256 hash;
            hash.add(key);
            const auto digest = hash.finish();
            key.assign(digest.begin(), digest.end());
        }
        key.resize(64);
        std::string padded = key;
        for (auto& c : padded) c = static_cast<char>(c ^ 0x36);
        inner.add(padded);
        padded = key;
        for (auto& c : padded) c = static_cast<char>(c ^ 0x5C);
        outer.add(padded);
    }

    Sha256 inner, outer;
};

// A stream of draws from one seed and label, which may be given in parts.
class Draws {
public:
    Draws(const Seed& seed, std::initializer_list<std::string_view> label) : inner_(seed.inner), outer_(seed.outer) {
        for (const auto part : label) inner_.add(part);
        inner_.add(":");
    }

    // A whole number below n, each equally likely.
    std::uint64_t below(std::uint64_t n) {
        constexpr std::uint64_t WORDS = std::uint64_t{1} << 32;
        std::uint64_t word = next();
        while (word >= WORDS - WORDS % n) word = next();
        return word % n;
    }

private:
    std::uint32_t next() {
        if (place_ == 8) {
            auto inner = inner_, outer = outer_;
            inner.add(std::to_string(block_++));
            const auto within = inner.finish();
            outer.add({reinterpret_cast<const char*>(within.data()), within.size()});
            const auto digest = outer.finish();
            for (std::size_t i = 0; i < 8; ++i)
                words_[i] = std::uint32_t{digest[4 * i]} << 24 | std::uint32_t{digest[4 * i + 1]} << 16 |
                            std::uint32_t{digest[4 * i + 2]} << 8 | digest[4 * i + 3];
            place_ = 0;
        }
        return words_[place_++];
    }

    Sha256 inner_, outer_;  // what the seed has done to each, and the label to the inner one
    std::uint64_t block_ = 0;
    std::array<std::uint32_t, 8> words_{};
    std::size_t place_ = 8;
};

}  // namespace quincunx
