// Who wins small boards of xchain for two, by proof.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "games/xchain/rules.hpp"
#include "games/xchain/worth.hpp"
#include "pages.hpp"
#include "search/search.hpp"

namespace quincunx {

// Depth-first proof-number search (Nagai's df-pn) with a table of positions. There are no draws, and no position comes again: each
// move adds one piece. Of a position the table knows
//
//     proof      how many positions at least must still be shown won or lost so that its mover wins
//     disproof   the same, so that its mover loses
//
// and where one is 0 the other is NEVER: it is proved. What the mover needs is what one of his moves needs least, for the
// other seat to lose; what it takes to stop him is the sum over all his moves.
//
// A position's key is exact: four sets of up to 16 squares, the mover's own and the other's, as the turn of the board has them that
// gives the smallest number. So boards have at most 16 squares.
class XchainProof {
public:
    static constexpr int SQUARES = 16;

    XchainProof(const Xchain& game, std::uint64_t memory)
        : game_(game),
          grid_(game.width(), game.height()),
          slots_(std::bit_floor(std::max<std::uint64_t>(memory / sizeof(Slot), WAYS))) {
        if (game.seats() != 2 || game.area() > SQUARES)
            throw Refusal("proofs of xchain are for 2 seats and at most 16 squares");
        for (int turn = 0; turn < (game.width() == game.height() ? 8 : 4); ++turn)
            for (int square = 0; square < game.area(); ++square) {
                const auto image = std::uint64_t{1} << turned(square, turn) << 16 * (turn & 3);
                for (unsigned byte = 0; byte < 256; ++byte)
                    if (byte >> square % 8 & 1) images_[turn / 4][square / 8][byte] |= image;
            }
        for (int ahead = -FAR; ahead <= FAR; ++ahead) {
            const double odds = 1 / (1 + std::exp(-ahead / 100.0));
            const auto needs = [](double odds) { return static_cast<std::uint32_t>(1 + 3000 * odds * odds); };
            guesses_[ahead + FAR] = {needs(1 - odds), needs(odds)};
        }
    }

    const Xchain& game() const { return game_; }
    // The same for a position and all its turns, and for no other.
    std::uint64_t key(const Xchain::Position& position) const { return key_of(board_of(position)); }
    // Where a turn of the board brings a square; docs/certificates.md has the turns.
    int turned(int square, int turn) const {
        int x = square % game_.width(), y = square / game_.width();
        if (turn & 1) x = game_.width() - 1 - x;
        if (turn & 2) y = game_.height() - 1 - y;
        if (turn & 4) std::swap(x, y);
        return y * game_.width() + x;
    }
    std::uint64_t nodes() const { return nodes_; }
    double fill() const { return static_cast<double>(used_) / static_cast<double>(slots_.size()); }

    // Whether the seat to move wins. Nothing if the control stopped it; the next call goes on with what the table knows.
    std::optional<bool> wins(const Xchain::Position& position, Control& control) {
        const auto board = board_of(position);
        const auto key = key_of(board);
        auto known = find(key).value_or(Numbers{});
        if (!known.proved()) {
            known = search(board, key, {NEVER, NEVER}, control);
            spend(control);
        }
        if (!known.proved()) return std::nullopt;
        return known.proof == 0;
    }

    // The squares by which the seat to move wins: all of them, or where that would take long those that are known already, and one
    // if none is. Nothing if the control stopped it.
    std::optional<std::vector<Move>> winning(const Xchain::Position& position, bool all, Control& control) {
        std::vector<Move> found, open;
        MoveList list;
        game_.moves(position, list);
        for (const Move move : list) {
            const auto after = played(position, move);
            const bool over = game_.result(after).over;
            const auto known = over ? LOST : find(key_of(board_of(after))).value_or(Numbers{});
            if (known.disproof == 0) found.push_back(move);
            if (!known.proved()) open.push_back(move);
        }
        if (!all && !found.empty()) return found;
        for (const Move move : open) {
            const auto lost = wins(played(position, move), control);
            if (!lost) return std::nullopt;
            if (!*lost) found.push_back(move);
            if (!*lost && !all) break;
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    // What is proved, for another day: keys, with the side that wins in the words beside them.
    struct Finding {
        std::uint64_t key, won;
    };
    std::vector<Finding> findings() const {
        std::vector<Finding> found;
        for (const auto& [key, numbers] : slots_)
            if (key && numbers.proved()) found.push_back({key, numbers.proof == 0});
        return found;
    }
    void learn(const Finding& finding) { keep(finding.key, finding.won ? WON : LOST); }

private:
    using Board = xchain::Board<1, 2>;
    static constexpr std::uint32_t NEVER = 1u << 30;
    static constexpr std::uint64_t WAYS = 4;  // places for a key
    static constexpr int FAR = 2000;          // no side is further ahead: 16 squares of at most 118

    struct Numbers {
        std::uint32_t proof = 1, disproof = 1;
        bool proved() const { return proof == 0 || disproof == 0; }
    };
    static constexpr Numbers WON{0, NEVER}, LOST{NEVER, 0};

    struct Slot {
        std::uint64_t key = 0;  // no position has 0: empty corners and edges have their bits set
        Numbers numbers;
    };
    struct Child {
        std::uint64_t key;
        Board board;
        Numbers numbers;  // for the other seat, who is to move there
    };

    Xchain::Position played(Xchain::Position position, Move move) const {
        game_.play(position, move);
        return position;
    }

    Board board_of(const Xchain::Position& position) const {
        Board board{.low = grid_.edge,
                    .high = grid_.corner,
                    .own = {},
                    .living = 3,
                    .next = static_cast<std::uint8_t>(position.next - 1)};
        for (int square = 0; square < game_.area(); ++square) {
            const auto here = xchain::Bits<1>::square(square);
            if (position.owner[square]) board.own[position.owner[square] - 1] |= here;
            for (int i = 0; i < position.value[square]; ++i) {
                board.high ^= board.low & here;
                board.low ^= here;
            }
        }
        return board;
    }

    std::uint64_t key_of(const Board& board) const {
        const auto low = board.low.word[0], high = board.high.word[0];
        const auto own = board.own[board.next].word[0], other = board.own[1 - board.next].word[0];
        auto least = ~std::uint64_t{0};
        for (int half = 0; half < (game_.width() == game_.height() ? 2 : 1); ++half) {
            const auto& image = images_[half];  // not taken apart: clang 14 (emscripten) cannot capture the parts
            const auto turned = [&](std::uint64_t set) { return image[0][set & 255] | image[1][set >> 8]; };
            const auto a = turned(low), b = turned(high), c = turned(own), d = turned(other);
            for (int place = 0; place < 64; place += 16)
                least = std::min(least, (a >> place & 0xFFFF) | (b >> place & 0xFFFF) << 16 |
                                            (c >> place & 0xFFFF) << 32 | (d >> place & 0xFFFF) << 48);
        }
        return least;
    }

    std::uint64_t place(std::uint64_t key) const { return mix(key) & (slots_.size() - 1); }
    std::optional<Numbers> find(std::uint64_t key) const {
        const auto at = place(key);
        for (std::uint64_t way = 0; way < WAYS; ++way)
            if (slots_[at ^ way].key == key) return slots_[at ^ way].numbers;
        return std::nullopt;
    }
    // Where all places are taken, the position about which the least is known goes.
    void keep(std::uint64_t key, Numbers numbers) {
        const auto at = place(key);
        Slot* least = nullptr;
        for (std::uint64_t way = 0; way < WAYS; ++way) {
            auto& slot = slots_[at ^ way];
            if (slot.key == key || slot.key == 0) {
                used_ += slot.key == 0;
                slot = {key, numbers};
                return;
            }
            if (!least || worth(slot.numbers) < worth(least->numbers)) least = &slot;
        }
        *least = {key, numbers};
    }
    static std::uint32_t worth(const Numbers& numbers) {
        return numbers.proved() ? NEVER : std::min(numbers.proof, numbers.disproof);
    }

    void spend(Control& control) {
        nodes_ += pending_;
        control.spend(std::exchange(pending_, 0));
    }

    // Of a position not looked at yet: who looks worse has more to show. On 3x4 that makes a tenth of the work.
    Numbers guess(const Board& board) const {
        const int ahead = xchain::worth(grid_, board, board.next) - xchain::worth(grid_, board, 1 - board.next);
        return guesses_[std::clamp(ahead, -FAR, FAR) + FAR];
    }

    // Searches until a number reaches its limit, or the position is proved; both stand in the table then.
    Numbers search(const Board& board, std::uint64_t key, Numbers limit, Control& control) {
        if (++pending_ >= 1024) spend(control);
        std::array<Child, SQUARES> children;
        std::size_t count = 0;
        for (auto squares = board.legal(grid_); squares.any();) {
            auto& child = children[count];
            child.board = board;
            if (child.board.play(grid_, squares.pop())) {
                keep(key, WON);
                return WON;
            }
            child.key = key_of(child.board);
            const bool twin = std::any_of(children.begin(), children.begin() + count,
                                          [&](const Child& other) { return other.key == child.key; });
            if (twin) continue;
            __builtin_prefetch(&slots_[place(child.key)]);  // otherwise half the time is spent waiting for memory
            ++count;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const auto known = find(children[i].key);
            children[i].numbers = known ? *known : guess(children[i].board);
        }
        for (;;) {
            std::uint64_t sum = 0;
            std::uint32_t least = NEVER + 1, second = NEVER + 1;
            Child* best = nullptr;
            for (std::size_t i = 0; i < count; ++i) {
                sum += children[i].numbers.proof;
                const auto needs = children[i].numbers.disproof;
                if (needs < least) {
                    second = least;
                    least = needs;
                    best = &children[i];
                } else {
                    second = std::min(second, needs);
                }
            }
            const Numbers now =
                least == 0 ? WON
                : sum == 0 ? LOST
                           : Numbers{least, static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, NEVER - 1))};
            if (now.proved() || now.proof >= limit.proof || now.disproof >= limit.disproof || control.stopped()) {
                keep(key, now);
                return now;
            }
            // He stays with this move until it needs a quarter more than the second best: going to and fro costs more.
            const auto patience = std::min<std::uint64_t>({limit.proof, std::uint64_t{second} + second / 4 + 1, NEVER});
            const auto room = limit.disproof == NEVER ? NEVER : limit.disproof - (sum - best->numbers.proof);
            best->numbers = search(best->board, best->key,
                                   {static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(patience)}, control);
        }
    }

    const Xchain game_;
    const xchain::Grid<1> grid_;
    // Where turns bring the squares of a byte, the first or the second one of a set: four turns in a word, 16 bits each.
    std::array<std::array<std::array<std::uint64_t, 256>, 2>, 2> images_{};
    std::array<Numbers, 2 * FAR + 1> guesses_;
    std::vector<Slot, LargePages<Slot>> slots_;
    std::uint64_t used_ = 0, nodes_ = 0, pending_ = 0;
};

}  // namespace quincunx
