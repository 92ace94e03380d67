// tesseract: four in a row in four dimensions, or in three.
#pragma once

#include <algorithm>
#include <bit>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "game.hpp"
#include "text.hpp"

namespace quincunx {

// A square's number is row * width + column, the picture being 16 rows of `width`, so in hex it is the square's name when
// dims is 4 (width 16). Its coordinates are the base-4 digits of that number; with dims=3 (width 4) there are three:
//
//   dims=4   bits  7 6 | 5 4 | 3 2 | 1 0      dims=3   bits  5 4 | 3 2 | 1 0
//                 board  row   board  column                board  row   column
//
// Marks are a bit for each square, 64 to a word. A line is four squares, ascending; lines are in lexicographic order.
class Tesseract {
public:
    static constexpr std::string_view name = "tesseract";

    using Line = std::array<std::uint8_t, 4>;
    using Marks = std::array<std::uint64_t, 4>;

    struct Position {
        Marks marks[2];         // by seat - 1
        std::uint16_t count;    // marks of both; seat 1 moves when it is even
        std::uint16_t blocked;  // lines that hold marks of both
        bool four;              // the seat that moved last has four in a line
        bool operator==(const Position&) const = default;
    };

    explicit Tesseract(std::string_view options) : Tesseract(Options(name, options)) {}

    const int dims;
    const int squares;  // 256 or 64

    int seats() const { return 2; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    const std::vector<Line>& lines() const { return lines_; }
    // The lines through a square, as places in `lines()`.
    const std::vector<std::uint16_t>& through(int square) const { return through_[square]; }
    Position start() const { return {}; }

    static bool has(const Marks& marks, int square) { return marks[square >> 6] >> (square & 63) & 1; }
    // Whether a set of squares has one of the others, or all of them.
    static bool meet(const Marks& marks, const Marks& others) {
#ifdef __AVX2__
        return !_mm256_testz_si256(all(marks), all(others));
#else
        std::uint64_t both = 0;
        for (std::size_t i = 0; i < marks.size(); ++i) both |= marks[i] & others[i];
        return both;
#endif
    }
    static bool holds(const Marks& marks, const Marks& others) {
#ifdef __AVX2__
        return _mm256_testc_si256(all(marks), all(others));
#else
        std::uint64_t missing = 0;
        for (std::size_t i = 0; i < marks.size(); ++i) missing |= others[i] & ~marks[i];
        return !missing;
#endif
    }

    Position read(std::string_view body) const {
        Position position{};
        const int width = squares / 16;
        Scan scan(body);
        for (int i = 0; i < squares; ++i) {
            if (i && i % width == 0) scan.expect('/');
            const auto cell = scan.one_of(".xo");
            if (!cell) continue;
            position.marks[cell - 1][i >> 6] |= std::uint64_t{1} << (i & 63);
            ++position.count;
        }
        scan.end();
        int first = 0;
        for (const auto word : position.marks[0]) first += std::popcount(word);
        if (first != position.count - first && first != position.count - first + 1)
            throw Refusal("seat 1 must have as many marks as seat 2, or one more");
        const int last = position.count % 2 ? 0 : 1;  // who moved last, less 1
        std::array<int, 256> fours{};
        int found = 0;
        for (const auto& line : lines_) {
            const int mine = held(position.marks[last], line), other = held(position.marks[1 - last], line);
            if (mine && other) ++position.blocked;
            if (other == 4) throw Refusal("a four of the seat that is to move");
            if (mine < 4) continue;
            ++found;
            for (const auto square : line) ++fours[square];
        }
        position.four = found > 0;
        if (found && *std::max_element(fours.begin(), fours.end()) < found)
            throw Refusal("the fours have no square in common");
        return position;
    }

    std::string write(const Position& position) const {
        std::string text;
        const int width = squares / 16;
        for (int i = 0; i < squares; ++i) {
            if (i && i % width == 0) text += '/';
            text += has(position.marks[0], i) ? 'x' : has(position.marks[1], i) ? 'o' : '.';
        }
        return text;
    }

    int turn(const Position& position) const { return over(position) ? NOBODY : 1 + position.count % 2; }
    int actor(const Position& position) const { return turn(position); }

    void moves(const Position& position, MoveList& list) const {
        list.clear();
        if (over(position)) return;
        for (int word = 0; word < squares / 64; ++word)
            for (auto left = ~(position.marks[0][word] | position.marks[1][word]); left; left &= left - 1)
                list.push(static_cast<Move>(64 * word + std::countr_zero(left)));
    }

    template <class R>
    Move any_move(const Position& position, R& random) const {
        while (true) {
            const auto square = static_cast<Move>(random.below(static_cast<std::uint32_t>(squares)));
            if (!has(position.marks[0], square) && !has(position.marks[1], square)) return square;
        }
    }

    void play(Position& position, Move square) const {
        auto& mine = position.marks[position.count % 2];
        const auto& other = position.marks[1 - position.count % 2];
        const auto before = mine;
        mine[square >> 6] |= std::uint64_t{1} << (square & 63);
        ++position.count;
        for (const auto number : through_[square]) {
            const auto& line = marks_[number];
            position.four |= holds(mine, line);
            position.blocked += int{meet(other, line)} & int{!meet(before, line)};
        }
    }

    Result result(const Position& position) const {
        if (position.four) return {true, position.count % 2 ? 1 : 2, "line"};
        if (position.blocked == lines_.size()) return {true, 0, "dead"};
        return {};
    }

    int weight(const Position&, Move) const { return 0; }
    std::vector<std::string> steps(const Position&, Move) const { return {}; }

    std::uint64_t hash(const Position& position) const {
        std::uint64_t sum = position.count;
        for (const auto& marks : position.marks)
            for (const auto word : marks) sum = mix(sum + word) + 0x9E3779B97F4A7C15ull;
        return mix(sum);
    }

private:
#ifdef __AVX2__
    static __m256i all(const Marks& marks) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(marks.data()));
    }
#endif

    explicit Tesseract(Options options)
        : dims(options.choice("dims", {"4", "3"}) == 0 ? 4 : 3), squares(dims == 4 ? 256 : 64), spec_(options.spec()) {
        const int width = squares / 16;
        for (int i = 0; i < squares; ++i) actions_.push_back({HEX[i / width], HEX[i % width]});
        // Along a line each coordinate stands still, rises 0 to 3 or falls 3 to 0; in ascending order of squares the first
        // that moves rises.
        for (int first = 0; first < squares; ++first)
            for (int second = first + 1; second < squares; ++second) {
                Line line{};
                if (extend(first, second, line)) lines_.push_back(line);
            }
        marks_.resize(lines_.size());
        for (std::size_t i = 0; i < lines_.size(); ++i)
            for (const auto square : lines_[i]) {
                through_[square].push_back(static_cast<std::uint16_t>(i));
                marks_[i][square >> 6] |= std::uint64_t{1} << (square & 63);
            }
    }

    // The line that begins with these two squares, if there is one.
    bool extend(int first, int second, Line& line) const {
        std::array<int, 4> found{first, second, first, first};
        for (int shift = 0; shift < 2 * dims; shift += 2) {
            const int a = first >> shift & 3, b = second >> shift & 3;
            if (a == b) continue;
            const int step = b - a;
            if (!(a == 0 && step == 1) && !(a == 3 && step == -1)) return false;
            found[2] += 2 * step * (1 << shift);
            found[3] += 3 * step * (1 << shift);
        }
        for (int i = 0; i < 4; ++i) line[i] = static_cast<std::uint8_t>(found[i]);
        return true;
    }

    static int held(const Marks& marks, const Line& line) {
        return has(marks, line[0]) + has(marks, line[1]) + has(marks, line[2]) + has(marks, line[3]);
    }

    bool over(const Position& position) const { return position.four || position.blocked == lines_.size(); }

    std::string spec_;
    std::vector<std::string> actions_;
    std::vector<Line> lines_;
    std::array<std::vector<std::uint16_t>, 256> through_;
    std::vector<Marks> marks_;  // of a seat that has the whole line
};

static_assert(Game<Tesseract>);

}  // namespace quincunx
