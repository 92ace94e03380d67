// The symmetries of a board of lines of four: the ways to rename its squares that carry lines to lines.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/tesseract/plans.hpp"

namespace quincunx {

// 1,536 in four dimensions, 192 in three: the axes may be exchanged, each turned round, and the four places along all of them
// renamed in four ways. Their numbers are those of docs/certificates.md.
class Symmetries {
public:
    Symmetries(const LineMap& map, int dims) : map_(map) {
        constexpr std::string_view VALUES[] = {"0123", "0213", "1032", "1302"};
        std::vector<int> axes(dims);
        for (int axis = 0; axis < dims; ++axis) axes[axis] = axis;
        do {
            for (const auto values : VALUES)
                for (int turns = 0; turns < 1 << dims; ++turns) {
                    std::array<std::uint8_t, 256> image{};
                    for (int square = 0; square < map.squares(); ++square) {
                        int number = 0;
                        for (int place = 0; place < dims; ++place) {
                            const int value = values[square >> 2 * (dims - 1 - axes[place]) & 3] - '0';
                            number = 4 * number + (turns >> (dims - 1 - place) & 1 ? 3 - value : value);
                        }
                        image[square] = static_cast<std::uint8_t>(number);
                    }
                    images_.push_back(image);
                }
        } while (std::next_permutation(axes.begin(), axes.end()));
        for (auto& keys : keys_) keys.resize(images_.size() * map.squares());
        for (int side = 0; side < 2; ++side)
            for (int square = 0; square < map.squares(); ++square)
                for (std::size_t i = 0; i < images_.size(); ++i)
                    keys_[side][square * images_.size() + i] = map.key(side, images_[i][square]);
        for (std::size_t i = 0; i < images_.size(); ++i) name_.emplace(fingerprint(images_[i]), static_cast<int>(i));
    }

    int size() const { return static_cast<int>(images_.size()); }
    int image(int symmetry, int square) const { return images_[symmetry][square]; }

    // A key that a position shares with all its images and, but for a hash's bad luck, with no other; and the symmetry that
    // makes it the image that has this key.
    std::pair<std::uint64_t, int> least(const Squares& own, const Squares& other) const {
        const auto sums = keys(own, other);
        const auto found = std::min_element(sums.begin(), sums.end());
        return {*found, static_cast<int>(found - sums.begin())};
    }

    // One square from each class of squares that the position's own symmetries map to each other.
    SquareSet distinct(const Squares& own, const Squares& other) const {
        const auto sums = keys(own, other);
        SquareSet kept, seen;
        for (int square = 0; square < map_.squares(); ++square) {
            if (seen[square]) continue;
            kept.set(square);
            for (std::size_t i = 0; i < sums.size(); ++i)
                if (sums[i] == sums[0]) seen.set(images_[i][square]);  // symmetry 0 leaves all as it is
        }
        return kept;
    }

    // The symmetry that is `first` and then the reverse of `second`: it carries one position to another where these make
    // both the same.
    int from_to(int first, int second) const {
        std::array<std::uint8_t, 256> back{}, whole{};
        for (int square = 0; square < map_.squares(); ++square)
            back[image(second, square)] = static_cast<std::uint8_t>(square);
        for (int square = 0; square < map_.squares(); ++square) whole[square] = back[image(first, square)];
        return name_.at(fingerprint(whole));
    }

private:
    // Of every image of a position.
    std::vector<std::uint64_t> keys(const Squares& own, const Squares& other) const {
        std::vector<std::uint64_t> sums(images_.size());
        for (int side = 0; side < 2; ++side)
            for (const auto square : side ? other : own) {
                const auto* more = &keys_[side][square * images_.size()];
                for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
            }
        return sums;
    }

    std::uint64_t fingerprint(const std::array<std::uint8_t, 256>& image) const {
        std::uint64_t sum = 0;
        for (int square = 0; square < map_.squares(); ++square) sum = sum * 0x9E3779B97F4A7C15ull + image[square] + 1;
        return sum;
    }

    const LineMap& map_;
    std::vector<std::array<std::uint8_t, 256>> images_;
    std::array<std::vector<std::uint64_t>, 2>
        keys_;  // by side, square, symmetry: sums over a position run through memory
    std::unordered_map<std::uint64_t, int> name_;
};

}  // namespace quincunx
