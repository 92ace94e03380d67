// What every game of the core offers: the same rules as the Python law, made for speed.
//
// A game G is a small immutable object made from its option text; it owns tables, never positions. A position is a plain
// value. Law and core share no code: they exchange only strings, and tests compare them.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace quincunx {

using Move = std::uint16_t;  // a move's place in the game's ordered list of all tokens

inline constexpr int CHANCE = 0;   // the actor while dice are to be rolled
inline constexpr int NOBODY = -1;  // the actor when the game is over
inline constexpr int MAX_SEATS = 4;

// A string that is not a game, position or move. The message is for programmers; the law has the one for players.
struct Refusal : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The legal moves of one position, in ascending order. 256: the squares of tesseract, the most any game has.
class MoveList {
public:
    void clear() { size_ = 0; }
    void push(Move move) { moves_[size_++] = move; }
    // Adds the move if it is legal, without a branch: for games that must try them all.
    void push_if(bool legal, Move move) {
        moves_[size_] = move;
        size_ += legal;
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

private:
    std::size_t size_ = 0;
    std::array<Move, 257> moves_;  // one more, for a push_if that is not legal
};

// Mixes the bits of a word, for the hashes of the games (the finaliser of splitmix64).
constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

// How a game ended. `winner` is a seat, or 0 for a draw, and meaningful only if `over`. `why` is the law's token.
struct Result {
    bool over = false;
    int winner = 0;
    std::string_view why;
};

// A game may offer more than this asks for: `any_move(view, random)` is a random legal move, each equally likely, for games that
// have a quicker way than making the list; `random.below(n)` gives a number below n. `plays(view, seat)` says whether a seat is still in
// the game, where seats can be eliminated. `must_lose(view)` says whether every move of the seat to move loses at once.
template <class G>
concept Game = requires(const G game, typename G::Position position, const typename G::Position& view, Move move,
                        MoveList& list, std::string_view text) {
    requires std::copyable<typename G::Position>;
    requires std::equality_comparable<typename G::Position>;
    { G::name } -> std::convertible_to<std::string_view>;
    requires std::constructible_from<G, std::string_view>;  // from `key=value,key=value`; throws Refusal
    { game.spec() } -> std::same_as<const std::string&>;    // `name:options`, canonical: only what is not the default
    { game.seats() } -> std::same_as<int>;
    { game.actions() } -> std::same_as<const std::vector<std::string>&>;
    { game.read(text) } -> std::same_as<typename G::Position>;  // the body of a position; throws Refusal
    { game.write(view) } -> std::same_as<std::string>;          // the body, canonical
    { game.turn(view) } -> std::same_as<int>;                   // the seat whose turn it is, also while dice are rolled
    { game.actor(view) } -> std::same_as<int>;                  // a seat, CHANCE or NOBODY
    { game.moves(view, list) } -> std::same_as<void>;           // replaces the list; the rolls when chance acts
    { game.play(position, move) } -> std::same_as<void>;        // the move must be legal
    { game.result(view) } -> std::same_as<Result>;
    { game.weight(view, move) } -> std::same_as<int>;  // of a roll, out of the sum over all rolls
    {
        game.steps(view, move)
    } -> std::same_as<std::vector<std::string>>;         // boards between two positions (xchain's waves)
    { game.hash(view) } -> std::same_as<std::uint64_t>;  // equal positions of one game have equal hashes
};

}  // namespace quincunx
