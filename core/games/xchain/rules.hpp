// xchain: Chain Reaction; squares grow until they explode over their neighbours, and the last seat alive wins.
#pragma once

#include <algorithm>

#include "game.hpp"
#include "text.hpp"

namespace quincunx {

// Squares are numbered in reading order, `width * height` of them in use. What a square can hold is one less than its number
// of neighbours: corner 1, edge 2, inside 3.
class Xchain {
public:
    static constexpr std::string_view name = "xchain";
    static constexpr int MAX_SQUARES = 144;  // 12x12

    enum Standing : std::uint8_t { UNMOVED, ALIVE, DEAD, OUT };

    struct Position {
        std::array<std::uint8_t, MAX_SQUARES> value;      // up to 7 in won positions, else up to 3
        std::array<std::uint8_t, MAX_SQUARES> owner;      // a seat, 0 for nobody
        std::array<std::uint8_t, 1 + MAX_SEATS> squares;  // how many each owns; [0] counts the unowned ones
        std::array<Standing, MAX_SEATS> standing;         // by seat - 1
        std::uint8_t next;                                // the seat to move; 0 when the game is won
        bool operator==(const Position&) const = default;
    };

    struct Neighbours {
        std::uint8_t count;
        std::array<std::uint8_t, 4> squares;
        const std::uint8_t* begin() const { return squares.data(); }
        const std::uint8_t* end() const { return squares.data() + count; }
    };

    explicit Xchain(std::string_view options) : Xchain(Options(name, options)) {}

    int seats() const { return seats_; }
    int width() const { return width_; }
    int height() const { return height_; }
    int area() const { return width_ * height_; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    const Neighbours& neighbours(int square) const { return neighbours_[square]; }
    // The most a square can hold.
    int maximum(int square) const { return neighbours_[square].count - 1; }
    const std::array<std::uint8_t, MAX_SQUARES>& maxima() const { return maxima_; }

    // An empty board with everybody unmoved. Presets are drawn by the law; here they only come as positions.
    Position empty(int first = 1) const {
        Position position{};
        position.squares[0] = static_cast<std::uint8_t>(area());
        position.standing.fill(OUT);
        for (int seat = 0; seat < seats_; ++seat) position.standing[seat] = UNMOVED;
        position.next = static_cast<std::uint8_t>(first);
        return position;
    }

    Position read(std::string_view body) const {
        Position position = empty(0);
        Scan scan(body);
        for (int i = 0; i < area(); ++i) {
            if (i && i % width_ == 0) scan.expect('/');
            if (scan.skip('.')) continue;
            const auto owner = static_cast<std::uint8_t>(1 + scan.one_of(LETTERS.substr(0, seats_)));
            position.value[i] = static_cast<std::uint8_t>(1 + scan.one_of("1234567"));
            position.owner[i] = owner;
            --position.squares[0];
            ++position.squares[owner];
        }
        scan.expect(' ');
        for (int seat = 0; seat < seats_; ++seat)
            position.standing[seat] = static_cast<Standing>(scan.one_of(STANDINGS));
        scan.expect(' ');
        if (!scan.skip('-')) position.next = static_cast<std::uint8_t>(1 + scan.one_of(NUMBERS.substr(0, seats_)));
        scan.end();
        check(position);
        return position;
    }

    std::string write(const Position& position) const {
        std::string text = board(position) + ' ';
        for (int seat = 0; seat < seats_; ++seat) text += STANDINGS[position.standing[seat]];
        return text + ' ' + (position.next ? static_cast<char>('0' + position.next) : '-');
    }

    int turn(const Position& position) const { return position.next ? position.next : NOBODY; }
    int actor(const Position& position) const { return turn(position); }

    void moves(const Position& position, MoveList& list) const {
        list.clear();
        if (!position.next) return;
        for (int i = 0; i < area(); ++i)
            list.push_if(position.owner[i] == 0 || position.owner[i] == position.next, static_cast<Move>(i));
    }

    template <class R>
    Move any_move(const Position& position, R& random) const {
        while (true) {
            const auto square = static_cast<Move>(random.below(static_cast<std::uint32_t>(area())));
            if (position.owner[square] == 0 || position.owner[square] == position.next) return square;
        }
    }

    void play(Position& position, Move square) const {
        grow(position, square);
        Chain chain(position, square, maximum(square));
        while (chain.count) wave(position, chain);
        pass(position);
    }

    // The position as seen by a player who follows a chain for this many waves only. Squares still over-full then stay so: no
    // real game has such a board, but it can be evaluated and played on in the same way.
    void glimpse(Position& position, Move square, int waves) const {
        grow(position, square);
        Chain chain(position, square, maximum(square));
        for (; chain.count && waves > 0; --waves) wave(position, chain);
        pass(position);
    }

    Result result(const Position& position) const {
        if (position.next) return {};
        for (int seat = 1; seat <= seats_; ++seat)
            if (living(position, seat)) return {true, seat, "alone"};
        return {};
    }

    // Whether a seat is still in the game.
    bool plays(const Position& position, int seat) const { return living(position, seat); }

    int weight(const Position&, Move) const { return 0; }

    // The board with the square grown, if that is too much for it, and after each wave but the last, which is the position
    // after the move. Boards only: STANDING and NEXT are settled at the end.
    std::vector<std::string> steps(const Position& before, Move square) const {
        std::vector<std::string> boards;
        Position position = before;
        grow(position, square);
        Chain chain(position, square, maximum(square));
        while (chain.count) {
            boards.push_back(board(position));
            wave(position, chain);
        }
        return boards;
    }

    std::uint64_t hash(const Position& position) const {
        std::uint64_t sum = position.next;
        for (const auto standing : position.standing) sum = sum << 2 | standing;
        for (int i = 0; i < area(); i += 8) {  // beyond the area all is 0
            std::uint64_t word = 0;
            for (int k = i; k < i + 8; ++k)
                word = word << 8 | static_cast<std::uint64_t>(position.value[k] | position.owner[k] << 4);
            sum = mix(sum + word) + 0x9E3779B97F4A7C15ull;
        }
        return mix(sum);
    }

private:
    static constexpr std::string_view LETTERS = "ABCD", NUMBERS = "1234";
    static constexpr std::string_view STANDINGS = "uado";

    explicit Xchain(Options options) : seats_(options.whole("seats", 2, 2, 4)) {
        const auto size = options.take("size", "8x8");
        const auto by = std::min(size.find('x'), size.size());
        width_ = Options::to_number(std::string_view(size).substr(0, by));
        height_ = by < size.size() ? Options::to_number(std::string_view(size).substr(by + 1)) : -1;
        if (std::min(width_, height_) < 2 || std::max(width_, height_) > 12) throw Options::bad("size", size);
        check_preset(options.take("preset", "none"));
        options.choice("values", {"random", "ones"});
        const auto first = options.choice("first", {"1", "2", "3", "4", "random"});
        if (first < 4 && static_cast<int>(first) >= seats_) throw Refusal("first: there is no such seat in this game");
        spec_ = options.spec();
        actions_ = square_names(width_, height_);
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x) {
                auto& near = neighbours_[y * width_ + x];
                const auto add = [&](int square) { near.squares[near.count++] = static_cast<std::uint8_t>(square); };
                if (y > 0) add((y - 1) * width_ + x);
                if (x > 0) add(y * width_ + x - 1);
                if (x + 1 < width_) add(y * width_ + x + 1);
                if (y + 1 < height_) add((y + 1) * width_ + x);
                maxima_[y * width_ + x] = static_cast<std::uint8_t>(near.count - 1);
            }
    }

    // Presets only matter for the first position, which the law makes; but a preset that does not fit is an invalid option.
    void check_preset(const std::string& preset) const {
        if (preset == "none") return;
        const auto digits = std::min(preset.find_first_of("0123456789"), preset.size());
        const auto word = preset.substr(0, digits);
        const int number = Options::to_number(std::string_view(preset).substr(digits));
        int most = 0;
        if (word == "columns" && seats_ == 2) most = width_ / 2;
        if (word == "rows" && seats_ == 2) most = height_ / 2;
        if (word == "blocks" && seats_ > 2) most = std::min(width_, height_) / 2;
        if (word == "random") most = area() / seats_;
        if (number < 1 || number > most) throw Options::bad("preset", preset);
    }

    // The squares that are over their maximum: all of them explode in the next wave.
    struct Chain {
        Chain(const Position& position, int square, int maximum) : mover(position.next) {
            for (const auto standing : position.standing) unmoved |= standing == UNMOVED;
            if (position.value[square] > maximum) squares[count++] = static_cast<std::uint8_t>(square);
        }
        int count = 0;
        std::uint8_t mover;
        bool unmoved = false;                               // somebody is still unmoved, so nobody can win yet
        std::array<std::uint8_t, MAX_SQUARES + 1> squares;  // one more, for a square that does not stay
    };

    static void take(Position& position, int square, std::uint8_t seat) {
        --position.squares[position.owner[square]];
        ++position.squares[seat];
        position.owner[square] = seat;
    }

    static void grow(Position& position, int square) {
        if (position.owner[square] != position.next) take(position, square, position.next);
        ++position.value[square];
        auto& standing = position.standing[position.next - 1];
        if (standing == UNMOVED) standing = ALIVE;
    }

    // One wave. The chain is empty afterwards when the board has settled or the mover has won. No square ever holds more than
    // twice its maximum plus 1: what it keeps is at most its maximum, and each neighbour adds at most 1.
    void wave(Position& position, Chain& chain) const {
        const auto exploding = chain.squares;
        const int count = chain.count;
        chain.count = 0;
        for (int i = 0; i < count; ++i) {
            const int square = exploding[i];
            position.value[square] -= neighbours_[square].count;
            if (!position.value[square]) take(position, square, 0);
        }
        for (int i = 0; i < count; ++i)
            for (const auto near : neighbours_[exploding[i]]) {
                take(position, near, chain.mover);
                chain.squares[chain.count] = near;  // without a branch: whether it stays is hard to predict
                chain.count += ++position.value[near] == neighbours_[near].count;
            }
        if (!chain.unmoved && position.squares[0] + position.squares[chain.mover] == area()) chain.count = 0;
    }

    // The end of a move: seats without squares are eliminated, and the next living seat is to move, if there is another.
    void pass(Position& position) const {
        for (int seat = 1; seat <= seats_; ++seat)
            if (position.standing[seat - 1] == ALIVE && !position.squares[seat]) position.standing[seat - 1] = DEAD;
        const int mover = position.next;
        int next = mover;
        do next = next % seats_ + 1;
        while (next != mover && !living(position, next));
        position.next = static_cast<std::uint8_t>(next == mover ? 0 : next);
    }

    static bool living(const Position& position, int seat) { return position.standing[seat - 1] <= ALIVE; }

    void check(const Position& position) const {
        int left = 0, unmoved = 0, winner = 0;
        for (int seat = 1; seat <= seats_; ++seat) {
            const auto standing = position.standing[seat - 1];
            if (standing == ALIVE && !position.squares[seat]) throw Refusal("a living seat has no squares");
            if ((standing == UNMOVED || standing == DEAD) && position.squares[seat])
                throw Refusal("an unmoved or dead seat has squares");
            unmoved += standing == UNMOVED;
            if (!living(position, seat)) continue;
            ++left;
            winner = seat;
        }
        if (!left) throw Refusal("nobody is left");
        if ((left == 1) != (position.next == 0))
            throw Refusal("there must be a seat to move exactly while the game goes on");
        if (position.next && !living(position, position.next)) throw Refusal("the seat to move is not in the game");
        for (int i = 0; i < area(); ++i) {
            if (unmoved && position.value[i] > 1) throw Refusal("a square of more than 1 while a seat is unmoved");
            if (position.value[i] <= maximum(i)) continue;
            if (left > 1 || position.owner[i] != winner || position.squares[0] + position.squares[winner] != area())
                throw Refusal("an over-full square that no won game leaves");
            if (position.value[i] > 2 * maximum(i) + 1) throw Refusal("a square of more than twice its maximum plus 1");
        }
        if (position.squares[0] < unmoved) throw Refusal("too few empty squares for the unmoved seats");
        bool moved = false;  // in turn order from the next, the unmoved come first
        for (int i = 0; position.next && i < seats_; ++i) {
            const int seat = (position.next - 1 + i) % seats_ + 1;
            if (position.standing[seat - 1] == ALIVE) moved = true;
            if (position.standing[seat - 1] == UNMOVED && moved)
                throw Refusal("the unmoved seats are not the next in turn");
        }
    }

    std::string board(const Position& position) const {
        std::string text;
        for (int i = 0; i < area(); ++i) {
            if (i && i % width_ == 0) text += '/';
            if (!position.owner[i]) {
                text += '.';
                continue;
            }
            text += LETTERS[position.owner[i] - 1];
            text += static_cast<char>('0' + position.value[i]);
        }
        return text;
    }

    int seats_;
    int width_ = 0;
    int height_ = 0;
    std::string spec_;
    std::vector<std::string> actions_;
    std::array<Neighbours, MAX_SQUARES> neighbours_{};
    std::array<std::uint8_t, MAX_SQUARES> maxima_{};
};

static_assert(Game<Xchain>);

}  // namespace quincunx
