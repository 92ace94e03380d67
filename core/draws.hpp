// Random numbers that the law could have drawn: the streams of src/quincunx/law/draws.py, from HMAC-SHA256 (FIPS 180-4, RFC
// 2104). So a level chooses the same move here as in Python. A test compares the two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace quincunx {

class Sha256 {
public:
    using Digest = std::array<std::uint8_t, 32>;

    void add(std::string_view text) {
        for (const char c : text) {
            block_[length_++ % 64] = static_cast<std::uint8_t>(c);
            if (length_ % 64 == 0) mix_in();
        }
    }
    Digest finish() {
        const std::uint64_t bits = 8 * length_;
        add(std::string_view("\x80", 1));
        while (length_ % 64 != 56) add(std::string_view("\0", 1));
        for (int shift = 56; shift >= 0; shift -= 8) {
            const auto byte = static_cast<char>(bits >> shift & 0xFF);
            add({&byte, 1});
        }
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
        std::array<std::uint32_t, 64> w;
        for (std::size_t i = 0; i < 16; ++i)
            w[i] = std::uint32_t{block_[4 * i]} << 24 | std::uint32_t{block_[4 * i + 1]} << 16 |
                   std::uint32_t{block_[4 * i + 2]} << 8 | block_[4 * i + 3];
        for (std::size_t i = 16; i < 64; ++i) {
            const auto a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
        auto s = state_;
        for (std::size_t i = 0; i < 64; ++i) {
            const auto first = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                               ((s[4] & s[5]) ^ (~s[4] & s[6])) + ROOTS[i] + w[i];
            const auto second = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                                ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
        }
        for (std::size_t i = 0; i < 8; ++i) state_[i] += s[i];
    }

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::uint64_t length_ = 0;
};

// A stream of draws from one seed and label.
class Draws {
public:
    Draws(std::string_view seed, std::string label) : label_(std::move(label)) {
        std::string key(seed);
        if (key.size() > 64) {
            Sha256 hash;
            hash.add(key);
            const auto digest = hash.finish();
            key.assign(digest.begin(), digest.end());
        }
        key.resize(64);
        std::string inner = key, outer = key;
        for (auto& c : inner) c = static_cast<char>(c ^ 0x36);
        for (auto& c : outer) c = static_cast<char>(c ^ 0x5C);
        inner_.add(inner);
        outer_.add(outer);
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
            inner.add(label_ + ':' + std::to_string(block_++));
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

    std::string label_;
    Sha256 inner_, outer_;  // what the key has done to each
    std::uint64_t block_ = 0;
    std::array<std::uint32_t, 8> words_{};
    std::size_t place_ = 8;
};

}  // namespace quincunx
