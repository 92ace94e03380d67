// tritoc: nine fields of nine holes; the dice say which hole, the player which field.
#pragma once

#include <bit>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "game.hpp"
#include "text.hpp"

namespace quincunx {

namespace tritoc {

// How often a roll comes, of 29 with equal numbers, of 36 with two real dice; roll 0 is the sum 2.
constexpr int weight(bool equal_dice, int roll) {
    const int sum = roll + 2;
    if (equal_dice) return sum == 2 || sum == 12 ? 1 : 3;
    return sum <= 7 ? sum - 1 : 13 - sum;
}

}  // namespace tritoc

// Fields, and the holes of a field, are numbered in reading order; so are the bits of a mask of nine:
//
//      a  b  c        3  4  5        bits 0 1 2
//   1  0  1  2        6  7  8             3 4 5
//   2  3  4  5        9 10 11             6 7 8
//   3  6  7  8
//
// Moves: 0-10 are the rolls 2 to 12; 11-19 place in a field; 20-100 take from field (move - 20) / 9 its hole (move - 20) % 9;
// 101 leaves it.
class Tritoc {
public:
    static constexpr std::string_view name = "tritoc";
    static constexpr Move PLACE = 11, TAKE = 20, LEAVE = 101;
    static constexpr int ROLLS = 11, TRIES = 3, FORFEITS = 4;

    using Nine = std::uint16_t;  // a bit for each of nine holes or fields

    struct Position {
        std::array<std::array<Nine, 2>, 9> fields;  // the pieces in each field, by seat - 1
        std::array<Nine, 2> won;                    // the fields each seat has won
        Nine closed;                                // the fields that are won or full
        std::uint8_t next;                          // the seat whose turn it is, or would be if the game were not over
        std::uint8_t rolled;                        // the sum to use, 0 while the dice are to be rolled
        std::uint8_t tries;                         // useless rolls of this turn
        std::uint8_t forfeits;                      // turns in a row that were forfeited
        bool operator==(const Position&) const = default;
    };

    explicit Tritoc(std::string_view options) : Tritoc(Options(name, options)) {}

    const bool equal_dice;

    int seats() const { return 2; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    // Whether a mask of nine holds a row, column or diagonal.
    static bool row(Nine nine) { return ROW[nine]; }
    // An empty board. Handicaps are drawn by the law; here they only come as positions.
    Position empty(int first = 1) const {
        Position position{};
        position.next = static_cast<std::uint8_t>(first);
        return position;
    }

    Position read(std::string_view body) const {
        Position position{};
        Scan scan(body);
        for (int field = 0; field < 9; ++field) {
            if (field) scan.expect('/');
            for (int hole = 0; hole < 9; ++hole)
                if (const auto piece = scan.one_of(".ry"))
                    position.fields[field][piece - 1] |= static_cast<Nine>(1 << hole);
            const auto& [red, yellow] = position.fields[field];
            if (row(red) && row(yellow)) throw Refusal("a field has a row of both colours");
            judge(position, field);
        }
        scan.expect(' ');
        position.next = static_cast<std::uint8_t>(1 + scan.one_of("12"));
        scan.expect(' ');
        if (!scan.skip('-')) {
            position.rolled = static_cast<std::uint8_t>(1 + scan.one_of("123456789"));
            position.rolled =
                static_cast<std::uint8_t>(position.rolled == 1 ? 10 + scan.one_of("012") : position.rolled);
        }
        scan.expect(' ');
        position.tries = static_cast<std::uint8_t>(scan.one_of("012"));
        scan.expect(' ');
        position.forfeits = static_cast<std::uint8_t>(scan.one_of("01234"));
        scan.end();
        if (row(position.won[position.next - 1])) throw Refusal("the next seat has won already");
        const bool fields = row(position.won[2 - position.next]) || position.closed == ALL;
        if (fields && position.forfeits) throw Refusal("forfeits though the fields have ended the game");
        if (over(position) && (position.rolled || position.tries))
            throw Refusal("a throw or tries though the game is over");
        if (position.rolled && !useful(position, position.rolled)) throw Refusal("nothing can be done with the roll");
        return position;
    }

    std::string write(const Position& position) const {
        std::string text;
        text.reserve(100);
        for (int field = 0; field < 9; ++field) {
            if (field) text += '/';
            const auto& [red, yellow] = position.fields[field];
            for (int hole = 0; hole < 9; ++hole) text += red >> hole & 1 ? 'r' : yellow >> hole & 1 ? 'y' : '.';
        }
        const auto rolled = position.rolled ? std::to_string(position.rolled) : "-";
        return std::move(text) + ' ' + std::to_string(position.next) + ' ' + rolled + ' ' +
               std::to_string(position.tries) + ' ' + std::to_string(position.forfeits);
    }

    int turn(const Position& position) const { return over(position) ? NOBODY : position.next; }
    int actor(const Position& position) const {
        return over(position) ? NOBODY : position.rolled ? position.next : CHANCE;
    }

    void moves(const Position& position, MoveList& list) const {
        list.clear();
        if (over(position)) return;
        if (!position.rolled) {
            for (Move move = 0; move < ROLLS; ++move) list.push(move);
            return;
        }
        const int hole = position.rolled - 3, seat = taken_from(position, position.rolled);
        for (unsigned open = ALL & ~position.closed; open; open &= open - 1) {
            const int field = std::countr_zero(open);
            const auto& pieces = position.fields[field];
            if (seat < 0) {
                if (!((pieces[0] | pieces[1]) >> hole & 1)) list.push(static_cast<Move>(PLACE + field));
                continue;
            }
            for (unsigned left = pieces[seat]; left; left &= left - 1)
                list.push(static_cast<Move>(TAKE + 9 * field + std::countr_zero(left)));
        }
        if (position.rolled == 12) list.push(LEAVE);
    }

    // The open fields in which the roll can place a piece; nothing for a roll that takes one away.
    static Nine places(const Position& position) {
        if (position.rolled < 3 || position.rolled > 11) return 0;
        unsigned taken = position.closed;
        for (int field = 0; field < 9; ++field) {
            const auto& pieces = position.fields[field];
            taken |= ((pieces[0] | pieces[1]) >> (position.rolled - 3) & 1u) << field;
        }
        return static_cast<Nine>(ALL & ~taken);
    }

    template <class R>
    Move any_move(const Position& position, R& random) const {
        if (const unsigned fields = places(position)) {
            const auto n = random.below(static_cast<std::uint32_t>(std::popcount(fields)));
            return static_cast<Move>(PLACE + nth(fields, n));
        }
        MoveList list;
        moves(position, list);
        return list[random.below(static_cast<std::uint32_t>(list.size()))];
    }

    void play(Position& position, Move move) const {
        if (move < PLACE) {
            play_roll(position, move + 2);
            return;
        }
        const int mover = position.next - 1;
        if (move < TAKE) {
            const int field = move - PLACE;
            position.fields[field][mover] |= static_cast<Nine>(1 << (position.rolled - 3));
            judge(position, field);
        } else if (move < LEAVE) {
            const int seat = taken_from(position, position.rolled);
            position.fields[(move - TAKE) / 9][seat] &= static_cast<Nine>(~(1 << (move - TAKE) % 9));
        }
        pass(position, 0);
    }

    Result result(const Position& position) const {
        const int seat = 3 - position.next;  // only the seat that has just moved can have won
        if (row(position.won[seat - 1])) return {true, seat, "row"};
        if (position.closed == ALL) return {true, 0, "full"};
        if (position.forfeits == FORFEITS) return {true, 0, "forfeits"};
        return {};
    }

    // Of a roll: out of 36 with two real dice, out of 29 with equal numbers.
    int weight(const Position&, Move move) const { return move < ROLLS ? tritoc::weight(equal_dice, move) : 0; }

    // A roll by its weight, out of the sum of all.
    template <class R>
    Move any_roll(R& random) const {
        return ROLLED[equal_dice][random.below(equal_dice ? 29 : 36)];
    }

    std::vector<std::string> steps(const Position&, Move) const { return {}; }

    std::uint64_t hash(const Position& position) const {
        std::uint64_t sum = position.next | position.rolled << 2 | position.tries << 6 | position.forfeits << 8;
        for (int field = 0; field < 9; field += 3) {
            std::uint64_t word = 0;
            for (int i = field; i < field + 3; ++i)
                word = word << 18 | static_cast<std::uint64_t>(position.fields[i][0] << 9 | position.fields[i][1]);
            sum = mix(sum + word) + 0x9E3779B97F4A7C15ull;
        }
        return mix(sum);
    }

private:
    // For either kind of dice the rolls, each as often as it weighs.
    static constexpr std::array<std::array<std::uint8_t, 36>, 2> ROLLED = [] {
        std::array<std::array<std::uint8_t, 36>, 2> table{};
        for (const bool equal : {false, true})
            for (int roll = 0, i = 0; roll < ROLLS; ++roll)
                for (int n = 0; n < tritoc::weight(equal, roll); ++n)
                    table[equal][i++] = static_cast<std::uint8_t>(roll);
        return table;
    }();
    static constexpr Nine ALL = 0x1FF;
    static constexpr std::array<bool, 512> ROW = [] {
        std::array<bool, 512> table{};
        for (int nine = 0; nine < 512; ++nine)
            for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
                table[nine] |= (nine & line) == line;
        return table;
    }();

    explicit Tritoc(Options options) : equal_dice(options.choice("dice", {"standard", "equal"}) == 1) {
        options.choice("level", {"normal", "red1", "red2", "red3", "yellow1", "yellow2", "yellow3"});
        options.choice("first", {"1", "2", "random"});
        spec_ = options.spec();
        const auto fields = square_names(3, 3);
        for (int sum = 2; sum <= 12; ++sum) actions_.push_back(std::to_string(sum));
        for (const auto& field : fields) actions_.push_back(field);
        for (const auto& field : fields)
            for (int hole = 3; hole <= 11; ++hole) actions_.push_back('x' + field + '.' + std::to_string(hole));
        actions_.push_back("-");
    }

    // The place of the bit of a mask that has n others below it.
    static int nth(unsigned mask, unsigned n) {
#ifdef __BMI2__
        mask = _pdep_u32(1u << n, mask);
#else
        for (; n; --n) mask &= mask - 1;
#endif
        return std::countr_zero(mask);
    }

    static bool over(const Position& position) {
        return row(position.won[2 - position.next]) || position.closed == ALL || position.forfeits == FORFEITS;
    }

    // Whose pieces a roll takes away, as seat - 1: 2 one's own, 12 the opponent's; -1 for a roll that places.
    static int taken_from(const Position& position, int rolled) {
        return rolled == 2 ? position.next - 1 : rolled == 12 ? 2 - position.next : -1;
    }

    static bool useful(const Position& position, int rolled) {
        const int seat = taken_from(position, rolled);
        for (unsigned open = ALL & ~position.closed; open; open &= open - 1) {
            const auto& pieces = position.fields[std::countr_zero(open)];
            if (seat < 0 ? !((pieces[0] | pieces[1]) >> (rolled - 3) & 1) : pieces[seat] != 0) return true;
        }
        return false;
    }

    static void play_roll(Position& position, int sum) {
        if (useful(position, sum))
            position.rolled = static_cast<std::uint8_t>(sum);
        else if (++position.tries == TRIES)
            pass(position, position.forfeits + 1);
    }

    static void pass(Position& position, int forfeits) {
        position.next = 3 - position.next;
        position.rolled = position.tries = 0;
        position.forfeits = static_cast<std::uint8_t>(forfeits);
    }

    // Marks a field as won or closed if it has become so.
    static void judge(Position& position, int field) {
        const auto& [red, yellow] = position.fields[field];
        const auto bit = static_cast<Nine>(1 << field);
        if (row(red)) position.won[0] |= bit;
        if (row(yellow)) position.won[1] |= bit;
        if (row(red) || row(yellow) || (red | yellow) == ALL) position.closed |= bit;
    }

    std::string spec_;
    std::vector<std::string> actions_;
};

static_assert(Game<Tritoc>);

}  // namespace quincunx
