// xtic: sixteen pieces with four properties; whoever completes a line of four alike loses.
#pragma once

#include <bit>

#include "game.hpp"
#include "text.hpp"

namespace quincunx {

// Squares are numbered in reading order, a1 = 0, b1 = 1 … d4 = 15; pieces are 0 to 15, a bit for each property. Moves 0-15
// give the piece of that number, moves 16-31 place the one in hand on square move - 16.
class Xtic {
public:
    static constexpr std::string_view name = "xtic";
    static constexpr std::uint8_t NONE = 0xFF;  // no piece: on a square, or in hand
    static constexpr Move PLACE = 16;           // the first move that places

    enum class Type { normal, nodiags, torus };
    using Line = std::array<std::uint8_t, 4>;

    struct Position {
        std::array<std::uint8_t, 16> board;
        std::uint8_t hand;
        bool complete;           // the board has a line of four alike
        std::uint16_t occupied;  // a bit for each square that has a piece
        std::uint16_t used;      // a bit for each piece on the board; the one in hand is not
        bool operator==(const Position&) const = default;
        int down() const { return std::popcount(occupied); }
    };

    explicit Xtic(std::string_view options) : Xtic(Options(name, options)) {}

    const Type type;
    const bool completing_loses;

    int seats() const { return 2; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    const std::vector<Line>& lines() const { return lines_; }
    Position start() const {
        Position position{{}, NONE, false, 0, 0};
        position.board.fill(NONE);
        return position;
    }

    Position read(std::string_view body) const {
        Position position = start();
        Scan scan(body);
        for (int i = 0; i < 16; ++i) {
            if (i && i % 4 == 0) scan.expect('/');
            if (scan.skip('.')) continue;
            const auto piece = scan.one_of(HEX);
            if (position.used >> piece & 1) throw Refusal("a piece is on the board twice");
            set(position, i, static_cast<std::uint8_t>(piece));
        }
        scan.expect(' ');
        if (!scan.skip('-')) {
            scan.expect('=');
            position.hand = static_cast<std::uint8_t>(scan.one_of(HEX));
            if (position.used >> position.hand & 1) throw Refusal("the piece in hand is on the board");
        }
        scan.end();
        unsigned common = 0xFFFF;
        for (const auto& line : lines_) {
            if (!alike(position, line)) continue;
            position.complete = true;
            common &= mask(line);
        }
        if (position.complete && position.hand != NONE) throw Refusal("a piece is in hand though a line is complete");
        if (!common) throw Refusal("the complete lines have no square in common");
        return position;
    }

    std::string write(const Position& position) const {
        std::string text;
        for (int i = 0; i < 16; ++i) {
            if (i && i % 4 == 0) text += '/';
            text += position.board[i] == NONE ? '.' : HEX[position.board[i]];
        }
        if (position.hand == NONE) return text + " -";
        return text + " =" + HEX[position.hand];
    }

    int turn(const Position& position) const {
        if (over(position)) return NOBODY;
        return 1 + (position.down() + (position.hand != NONE)) % 2;
    }
    int actor(const Position& position) const { return turn(position); }

    void moves(const Position& position, MoveList& list) const {
        list.clear();
        if (over(position)) return;
        const bool giving = position.hand == NONE;
        for (unsigned left = static_cast<std::uint16_t>(~(giving ? position.used : position.occupied)); left;
             left &= left - 1)
            list.push(static_cast<Move>(std::countr_zero(left) + (giving ? 0 : PLACE)));
    }

    void play(Position& position, Move move) const {
        if (move < PLACE) {
            position.hand = static_cast<std::uint8_t>(move);
            return;
        }
        const int square = move - PLACE;
        set(position, square, position.hand);
        position.hand = NONE;
        for (const auto& line : through_[square]) position.complete |= alike(position, line);
    }

    Result result(const Position& position) const {
        if (position.complete) {
            const int placer = position.down() % 2 ? 2 : 1;
            return {true, completing_loses ? 3 - placer : placer, "line"};
        }
        if (position.occupied == 0xFFFF) return {true, 0, "full"};
        return {};
    }

    int weight(const Position&, Move) const { return 0; }
    std::vector<std::string> steps(const Position&, Move) const { return {}; }

    std::uint64_t hash(const Position& position) const {
        std::uint64_t nibbles = 0;  // an empty square and the piece F look the same here: `occupied` tells them apart
        for (int i = 0; i < 16; ++i) nibbles = nibbles << 4 | (position.board[i] & 15);
        return mix(mix(nibbles) ^ (static_cast<std::uint64_t>(position.hand) << 16 | position.occupied));
    }

private:
    explicit Xtic(Options options)
        : type(static_cast<Type>(options.choice("type", {"normal", "nodiags", "torus"}))),
          completing_loses(options.choice("goal", {"avoid", "complete"}) == 0),
          spec_(options.spec()) {
        for (const char piece : HEX) actions_.push_back({'=', piece});
        for (auto& square : square_names(4, 4)) actions_.push_back(std::move(square));
        for (int y = 0; y < 4; ++y) lines_.push_back(line(0, y, 1, 0));
        for (int x = 0; x < 4; ++x) lines_.push_back(line(x, 0, 0, 1));
        for (const int step : {1, 3})  // to the right and, modulo 4, to the left
            for (int x = 0; x < 4; ++x) {
                const bool main = x == (step == 1 ? 0 : 3);
                if (type == Type::torus || (type == Type::normal && main)) lines_.push_back(line(x, 0, step, 1));
            }
        for (const auto& one : lines_)
            for (const auto square : one) through_[square].push_back(one);
    }

    static Line line(int x, int y, int dx, int dy) {
        Line squares{};
        for (int i = 0; i < 4; ++i) squares[i] = static_cast<std::uint8_t>(4 * (y + dy * i) + (x + dx * i) % 4);
        return squares;
    }
    static unsigned mask(const Line& line) { return 1u << line[0] | 1u << line[1] | 1u << line[2] | 1u << line[3]; }

    static bool over(const Position& position) { return position.complete || position.occupied == 0xFFFF; }

    static void set(Position& position, int square, std::uint8_t piece) {
        position.board[square] = piece;
        position.occupied |= static_cast<std::uint16_t>(1u << square);
        position.used |= static_cast<std::uint16_t>(1u << piece);
    }

    // Whether four pieces stand on the line and have the value of some property in common.
    static bool alike(const Position& position, const Line& line) {
        if (mask(line) & ~position.occupied) return false;
        const unsigned a = position.board[line[0]], b = position.board[line[1]];
        const unsigned c = position.board[line[2]], d = position.board[line[3]];
        return ((a & b & c & d) | (~(a | b | c | d) & 15)) != 0;
    }

    std::string spec_;
    std::vector<std::string> actions_;
    std::vector<Line> lines_;
    std::array<std::vector<Line>, 16> through_;
};

static_assert(Game<Xtic>);

}  // namespace quincunx
