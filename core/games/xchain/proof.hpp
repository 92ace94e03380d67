// Who wins small boards of xchain for two, by proof.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "games/xchain/keys.hpp"
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
// other seat to lose. To stop him, all his moves must be shown to fail: that counts as the hardest of them and a sixteenth of the
// others. Their sum would be too much, because moves in another order lead to the same positions: on 2x6 it takes three times
// the work, and on 3x5 an eighth of the others takes five times the nodes that a sixteenth does.
//
// So 95 of 100 visits end with a proof: this is nearly a depth-first search in the order of the evaluation. Looking one to three
// moves ahead for that order took 1.4 to 1.8 times the nodes on 2x7 and 3x5; counting the replies helped one and harmed the other.
//
// Moves after which the other seat wins at once are left out. Searching and keeping them took half as many nodes again on 3x5.
//
// The table has exact keys (keys.hpp), and for each the nodes that were searched below it, roughly: where it is full, what took the
// least work goes.
class XchainProof {
public:
    XchainProof(const Xchain& game, std::uint64_t memory)
        : game_(game), keys_(game), slots_(std::bit_floor(std::max<std::uint64_t>(memory / sizeof(Slot), WAYS))) {
        for (int ahead = -FAR; ahead <= FAR; ++ahead) {
            const double odds = 1 / (1 + std::exp(-(ahead + INITIATIVE) / SLOPE));
            const auto needs = [](double odds) { return static_cast<std::uint32_t>(1 + 3000 * odds * odds); };
            guesses_[ahead + FAR] = {needs(1 - odds), needs(odds)};
        }
    }

    const Xchain& game() const { return game_; }
    const xchain::Keys& keys() const { return keys_; }
    std::uint64_t nodes() const { return nodes_; }
    double fill() const { return static_cast<double>(used_) / static_cast<double>(slots_.size()); }

    // Whether the seat to move wins. Empty if the control stopped it; the next call continues from the table.
    std::optional<bool> wins(const Xchain::Position& position, Control& control) {
        const auto board = keys_.board_of(position);
        const auto key = keys_.of(board);
        auto known = find(key).value_or(Numbers{});
        if (!known.proved()) {
            known = search(board, key, {NEVER, NEVER}, control);
            spend(control);
        }
        if (!known.proved()) return std::nullopt;
        return known.proof == 0;
    }

    // The squares by which the seat to move wins: all of them, or where that would take long those that are known already, and
    // one if none is. Empty if the control stopped it.
    std::optional<std::vector<Move>> winning(const Xchain::Position& position, bool all, Control& control) {
        std::vector<Move> found, open;
        MoveList list;
        game_.moves(position, list);
        for (const Move move : list) {
            const auto after = played(position, move);
            const bool over = game_.result(after).over;
            const auto known = over ? LOST : find(keys_.of(after)).value_or(Numbers{});
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

    // The proved positions, to be saved: a number for each. If there are more than `most`, only those that took the most work.
    std::vector<std::uint64_t> findings(std::size_t most) const {
        std::array<std::size_t, 1 << WORK_BITS> count{};
        for (const auto& slot : slots_)
            if (slot.numbers.proved()) ++count[slot.work()];
        std::size_t least = 0, sum = std::accumulate(count.begin(), count.end(), std::size_t{0});
        while (sum > most) sum -= count[least++];
        std::size_t room = most - sum;  // for some of the next lower work
        std::vector<std::uint64_t> found;
        found.reserve(least ? most : sum);
        for (const auto& slot : slots_) {
            if (!slot.numbers.proved() || slot.work() + 1 < least) continue;
            if (slot.work() < least) {
                if (room == 0) continue;
                --room;
            }
            found.push_back(slot.key() << WORK_BITS | slot.work() >> 1 << 1 | (slot.numbers.proof == 0));
        }
        return found;
    }
    void learn(std::uint64_t finding) {
        const bool won = finding & 1;
        const auto work = finding & ((1 << WORK_BITS) - 2);
        if (const auto key = finding >> WORK_BITS) keep(key, won ? WON : LOST, work);
    }
    // What versions up to 0.2 kept: four sets of 16 squares, the filled ones of `low` and `high`, the mover's and the other's.
    void learn_sets(std::uint64_t sets, bool won) {
        const auto set = [&](int number) { return xchain::Bits<1>{{sets >> 16 * number & 0xFFFF}} & keys_.grid().all; };
        const Board board{.low = set(0), .high = set(1), .own = {set(2), set(3)}, .living = 3, .next = 0};
        keep(keys_.of(board) & KEY, won ? WON : LOST, 0);
    }

private:
    using Board = xchain::Board<1, 2>;
    static constexpr std::uint32_t NEVER = 1u << 30;
    static constexpr std::uint64_t WAYS = 4;     // places for a key
    static constexpr std::uint64_t OTHERS = 16;  // what one of the other moves counts less than the hardest
    static constexpr int FAR = 3000;             // no side is further ahead: 25 squares of at most 118
    // How a lead maps to the confidence of winning, and the value of being to move. Chosen on thirty positions of 3x6 with
    // 15 pieces, where 100 and 0 took some 2.5 times as many nodes; slopes from 300 on and 200 to 400 for the move differed little.
    static constexpr double SLOPE = 400, INITIATIVE = 250;
    static constexpr int WORK_BITS = 64 - xchain::Keys::BITS;
    static constexpr std::uint64_t KEY = ~std::uint64_t{0} >> WORK_BITS;

    struct Numbers {
        std::uint32_t proof = 1, disproof = 1;
        bool proved() const { return proof == 0 || disproof == 0; }
    };
    static constexpr Numbers WON{0, NEVER}, LOST{NEVER, 0};

    struct Slot {
        std::uint64_t word =
            0;  // the key, and how many digits the nodes below it have to the base 4; 0 if the slot is free
        Numbers numbers;

        std::uint64_t key() const { return word >> WORK_BITS; }
        std::uint64_t work() const { return word & ((1 << WORK_BITS) - 1); }
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

    std::uint64_t place(std::uint64_t key) const { return mix(key) & (slots_.size() - 1); }
    std::optional<Numbers> find(std::uint64_t key) const {
        const auto at = place(key);
        for (std::uint64_t way = 0; way < WAYS; ++way)
            if (slots_[at ^ way].key() == key) return slots_[at ^ way].numbers;
        return std::nullopt;
    }
    void keep(std::uint64_t key, Numbers numbers, std::uint64_t work) {
        const auto at = place(key);
        Slot* least = nullptr;
        for (std::uint64_t way = 0; way < WAYS; ++way) {
            auto& slot = slots_[at ^ way];
            if (slot.key() == key || slot.word == 0) {
                used_ += slot.word == 0;
                slot = {key << WORK_BITS | std::max(work, slot.work()), numbers};
                return;
            }
            if (!least || slot.work() < least->work()) least = &slot;
        }
        *least = {key << WORK_BITS | work, numbers};
    }
    std::uint64_t work_since(std::uint64_t began) const {
        return std::min<std::uint64_t>(std::bit_width(nodes_ + pending_ - began) / 2, (1 << WORK_BITS) - 1);
    }

    void spend(Control& control) {
        nodes_ += pending_;
        control.spend(std::exchange(pending_, 0));
    }

    // The initial numbers of a position: the side that seems behind has more to prove. On 3x4 that cuts the work to a tenth.
    Numbers guess(const Board& board) const {
        const int ahead =
            xchain::worth(keys_.grid(), board, board.next) - xchain::worth(keys_.grid(), board, 1 - board.next);
        return guesses_[std::clamp(ahead, -FAR, FAR) + FAR];
    }

    // Whether a chain that the mover sets off wins. It may miss one in which squares explode more than once: on
    // 3x5 in 1 % of the nodes, where the search finds it.
    bool wins_at_once(const Board& board) const {
        const auto& grid = keys_.grid();
        const auto full = board.full(), fuses = full & board.own[board.next], opponents = board.own[1 - board.next];
        const auto two = board.high & ~board.low;  // they explode when two neighbours do
        // What explodes if all his full squares do. Playing them out pays only if that reaches every opponent.
        for (auto hot = fuses;;) {
            const auto [a, b, c, d] = grid.around(hot);
            const auto reached = a | b | c | d, twice = (a & b) | (c & d) | ((a | b) & (c | d));
            const auto more = hot | (reached & full) | (twice & two);
            if (more == hot) {
                if ((opponents & ~reached).any()) return false;
                break;
            }
            hot = more;
        }
        for (auto squares = fuses; squares.any();) {
            auto after = board;
            if (after.play(grid, squares.pop())) return true;
        }
        return false;
    }

    // Searches until a number reaches its limit, or the position is proved; both stand in the table then.
    Numbers search(const Board& board, std::uint64_t key, Numbers limit, Control& control) {
        const auto began = nodes_ + pending_;
        if (++pending_ >= 1024) spend(control);
        std::array<Child, xchain::Keys::SQUARES> children;
        std::size_t count = 0;
        for (auto squares = board.legal(keys_.grid()); squares.any();) {
            auto& child = children[count];
            child.board = board;
            if (child.board.play(keys_.grid(), squares.pop())) {
                keep(key, WON, 0);
                return WON;
            }
            if (wins_at_once(child.board)) continue;
            child.key = keys_.of(child.board);
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
            std::uint64_t sum = 0, most = 0;
            std::uint32_t least = NEVER + 1, second = NEVER + 1;
            Child* best = nullptr;
            for (std::size_t i = 0; i < count; ++i) {
                sum += children[i].numbers.proof;
                most = std::max<std::uint64_t>(most, children[i].numbers.proof);
                const auto needs = children[i].numbers.disproof;
                if (needs < least) {
                    second = least;
                    least = needs;
                    best = &children[i];
                } else {
                    second = std::min(second, needs);
                }
            }
            const auto all = most + (sum - most) / OTHERS;
            const Numbers now =
                least == 0 ? WON
                : sum == 0 ? LOST
                           : Numbers{least, static_cast<std::uint32_t>(std::min<std::uint64_t>(all, NEVER - 1))};
            if (now.proved() || now.proof >= limit.proof || now.disproof >= limit.disproof || control.stopped()) {
                keep(key, now, work_since(began));
                return now;
            }
            // Stays with this move until it needs a quarter more than the second best: switching back and forth costs more.
            const auto patience = std::min<std::uint64_t>({limit.proof, std::uint64_t{second} + second / 4 + 1, NEVER});
            const auto room = std::min<std::uint64_t>(NEVER, best->numbers.proof + OTHERS * (limit.disproof - all));
            best->numbers = search(best->board, best->key,
                                   {static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(patience)}, control);
        }
    }

    const Xchain game_;
    const xchain::Keys keys_;
    std::array<Numbers, 2 * FAR + 1> guesses_;
    std::vector<Slot, LargePages<Slot>> slots_;
    std::uint64_t used_ = 0, nodes_ = 0, pending_ = 0;
};

}  // namespace quincunx
