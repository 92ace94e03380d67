// The transposition table of xtic: exact keys of boards, and what is known of each.
#pragma once

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/xtic/board.hpp"
#include "threads.hpp"

namespace quincunx::xtic {

// Numbers boards so that equivalent boards have the same number, and others never do. It covers all 384 ways to rename
// the pieces; the ways to turn the board only up to SYMMETRIC pieces, for beyond that it costs more than it saves.
//
//   bits 16-51  the pieces after the first, four bits each: each piece XOR the first one, then the four properties sorted
//   bits  0-15  the empty squares
class Keys {
public:
    static constexpr int MOST = 10;  // pieces of a board that has a key
    static constexpr int SYMMETRIC = 5;

    explicit Keys(const std::vector<Xtic::Line>& lines) {
        std::set<Mask> all;
        for (const auto& line : lines) all.insert(image(line, identity()));
        // Whatever keeps rows and columns together permutes each of them; the diagonals leave some of these.
        Squares rows{0, 1, 2, 3};
        do {
            Squares columns{0, 1, 2, 3};
            do {
                for (const bool turned : {false, true}) {
                    Map map{};
                    for (int i = 0; i < 16; ++i) {
                        const int row = rows[i / 4], column = columns[i % 4];
                        map[i] = static_cast<std::uint8_t>(turned ? 4 * column + row : 4 * row + column);
                    }
                    if (std::all_of(lines.begin(), lines.end(),
                                    [&](const auto& line) { return all.contains(image(line, map)); }))
                        maps_.push_back(map);
                }
            } while (std::next_permutation(columns.begin(), columns.end()));
        } while (std::next_permutation(rows.begin(), rows.end()));
    }

    // The ways to turn the board onto itself.
    std::size_t symmetries() const { return maps_.size(); }

    std::uint64_t operator()(const Board& board) const {
        return 16 - board.left > SYMMETRIC ? key(board.pieces, board.empty, 16 - board.left) : turned(board);
    }

    // The number that all ways to turn the board share too, of a board with any number of pieces that has a key.
    std::uint64_t turned(const Board& board) const {
        const int down = 16 - board.left;
        if (down == 0) return key(board.pieces, board.empty, down);
        std::array<std::uint8_t, MOST> squares{};
        int n = 0;
        for (Mask taken = static_cast<Mask>(~board.empty); taken; taken = rest(taken))
            squares[n++] = static_cast<std::uint8_t>(std::countr_zero(taken));
        Mask most = 0;  // of the empty squares of the images: the image with the greatest mask counts
        std::uint64_t least = 0;
        for (const auto& map : maps_) {
            Mask taken = 0;
            for (int i = 0; i < down; ++i) taken |= bit(map[squares[i]]);
            const Mask empty = static_cast<Mask>(~taken);
            if (empty < most) continue;
            std::uint64_t pieces = 0;
            for (int i = 0; i < down; ++i)
                pieces |= (board.pieces >> 4 * i & 15)
                          << 4 * count(static_cast<Mask>(taken & (bit(map[squares[i]]) - 1u)));
            const std::uint64_t found = key(pieces, empty, down);
            least = empty > most ? found : std::min(least, found);
            most = empty;
        }
        return least;
    }

    // The representative of all boards with the same number, and the symmetry that leads to it: the piece p on square s goes to
    // squares[s] as pieces[p].
    using Map = std::array<std::uint8_t, 16>;
    struct Image {
        Board board;
        Map squares, pieces;
    };
    Image image(const Board& board) const {
        const std::uint64_t wanted = turned(board);
        const auto apply = [&](const Map& squares, const Map& pieces) {
            Board found{{}, 0, 0xFFFF, 0xFFFF, 16};
            int i = 0;
            for (Mask taken = static_cast<Mask>(~board.empty); taken; taken = rest(taken), ++i)
                found = found.with(pieces[board.pieces >> 4 * i & 15], squares[std::countr_zero(taken)]);
            return found;
        };
        for (const auto& map : maps_) {
            const Board there = apply(map, identity());
            if (key(there.pieces, there.empty, 16 - there.left) != wanted) continue;
            Squares order{0, 1, 2, 3};
            do {
                Map pieces{};
                for (unsigned piece = 0; piece < 16; ++piece)
                    for (int i = 0; i < 4; ++i)
                        pieces[piece] |= static_cast<std::uint8_t>(((piece ^ there.pieces) >> i & 1) << order[i]);
                const Board found = apply(map, pieces);
                if ((found.pieces >> 4 << 16 | found.empty) == wanted) return {found, map, pieces};
            } while (std::next_permutation(order.begin(), order.end()));
        }
        throw std::logic_error("a board has no image");
    }

private:
    using Squares = std::array<int, 4>;  // of bytes, g++ 12 warns falsely of next_permutation

    static Map identity() {
        Map map{};
        for (int i = 0; i < 16; ++i) map[i] = static_cast<std::uint8_t>(i);
        return map;
    }
    static Mask image(const Xtic::Line& line, const Map& map) {
        return static_cast<Mask>(bit(map[line[0]]) | bit(map[line[1]]) | bit(map[line[2]]) | bit(map[line[3]]));
    }

    static std::uint64_t key(std::uint64_t pieces, Mask empty, int down) {
        constexpr std::uint64_t each = 0x1111111111111111;
        const std::uint64_t taken = (std::uint64_t{1} << 4 * down) - 1;
        pieces ^= (pieces & 15) * each & taken;
        std::uint64_t a = pieces & each, b = pieces >> 1 & each, c = pieces >> 2 & each, d = pieces >> 3 & each;
        const auto sort = [](std::uint64_t& x, std::uint64_t& y) {
            const auto less = std::min(x, y);
            y = std::max(x, y);
            x = less;
        };
        sort(a, b), sort(c, d), sort(a, c), sort(b, d), sort(b, c);
        return (a | b << 1 | c << 2 | d << 3) >> 4 << 16 | empty;
    }

    std::vector<Map> maps_;
};

// What is known of a board, as bits that may stand together: whether the giver can win, and whether it can hold the game.
enum Known : unsigned { NOTHING = 0, WINS = 1, NO_WIN = 2, HOLDS = 4, NO_HOLD = 8 };

// Remembers what is known under a key of at most 56 bits. Four entries lie together; where all four are taken, the one that
// cost least work makes room. The table starts small and doubles when half full, up to the memory it may use; one that threads
// share has its size from the start. An entry is one self-contained word, so threads need no ordering: at worst two of them
// overwrite each other, and an entry is lost.
//
//   bits 8-63 key · bits 4-7 half the logarithm of the nodes it cost, plus 1 · bits 0-3 Known; 0 is a free entry
class Table {
public:
    explicit Table(std::uint64_t memory, bool shared = false)
        : most_(std::bit_floor(std::max<std::uint64_t>(memory / sizeof(Group), 16))) {
        resize(shared ? most_ : std::min(most_, FIRST));
    }

    unsigned get(std::uint64_t key) const {
        for (auto& word : groups_[place(key)])
            if (const auto entry = load(word); entry >> 8 == key) return entry & 15;
        return NOTHING;
    }

    void put(std::uint64_t key, unsigned known, std::uint64_t work) {
        Group& group = groups_[place(key)];
        auto* least = &group[0];
        for (auto& word : group) {
            if (const auto entry = load(word); entry && entry >> 8 == key) {
                store(word, entry | known);
                return;
            }
            if (cost(load(word)) < cost(load(*least))) least = &word;
        }
        const bool more = load(*least) == 0;
        store(*least, key << 8 | std::min<std::uint64_t>(15, 1 + std::bit_width(work) / 2) << 4 | known);
        if (more && taken_.fetch_add(1, std::memory_order_relaxed) >= 2 * groups_.size() && groups_.size() < most_)
            grow();
    }

    // The used share of its memory limit.
    double fill() const {
        return static_cast<double>(taken_.load(std::memory_order_relaxed)) / (4.0 * static_cast<double>(most_));
    }

private:
    using Group = std::array<std::uint64_t, 4>;
    static constexpr std::uint64_t FIRST = 1 << 8;  // groups; 8 KiB

    static unsigned cost(std::uint64_t entry) { return entry >> 4 & 15; }
    std::uint64_t place(std::uint64_t key) const { return key * 0x9E3779B97F4A7C15u >> shift_; }

    void resize(std::uint64_t groups) {
        groups_.resize(groups);
        shift_ = 64 - std::countr_zero(groups);
    }

    // The entries of group i belong to groups 2i and 2i + 1 of the doubled table: from the last to the first they can move
    // within it. All memory is reserved when it first grows: a small search would spend most of its time on that.
    void grow() {
        const std::uint64_t groups = groups_.size();
        groups_.reserve(most_);  // address space only, until it is written to
        resize(2 * groups);
        for (std::uint64_t i = groups; i-- > 0;) {
            const Group entries = std::exchange(groups_[i], {});
            for (const auto entry : entries)
                if (entry) *std::find(groups_[place(entry >> 8)].begin(), groups_[place(entry >> 8)].end(), 0u) = entry;
        }
    }

    std::uint64_t most_;
    std::vector<Group> groups_;
    std::atomic<std::uint64_t> taken_{0};
    int shift_ = 0;
};

}  // namespace quincunx::xtic
