// The law's messages about tesseract, for a browser.
#include "words.hpp"

#include "games/tesseract/rules.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

class TesseractWords final : public WordsOf<Tesseract> {
public:
    using WordsOf::WordsOf;

    std::string_view title() const override { return "Tesseract"; }
    std::string_view phase(std::string_view) const override { return "mark"; }

    Reason why_not(std::string_view body, std::string_view token) const override {
        const int seat = Tesseract::has(read(body).marks[0], number(token)) ? 1 : 2;
        return {"tesseract.taken", {{"square", token}, {"seat", seat}}};
    }

    void check(std::string_view body) const override {
        if (const auto space = body.find(' '); space != body.npos)
            refuse("tesseract.position", {{"rest", body.substr(space + 1)}});
        const int width = game.squares / 16;
        check_board(body, width, 16, ".xo");
        const auto x = std::count(body.begin(), body.end(), 'x'), o = std::count(body.begin(), body.end(), 'o');
        if (x != o && x != o + 1) refuse("tesseract.counts", {{"x", x}, {"o", o}});
        const char mover = x > o ? 'o' : 'x';
        const auto mark = [&](int square) { return body[static_cast<std::size_t>(square + square / width)]; };
        int won = 0, lost = 0;  // fours of the seat that moved last, and of the other
        std::array<int, 256> fours{};
        for (const auto& line : game.lines()) {
            const char first = mark(line[0]);
            if (first == '.' || !std::all_of(line.begin(), line.end(), [&](int i) { return mark(i) == first; }))
                continue;
            ++(first == mover ? lost : won);
            if (first != mover)
                for (const auto square : line) ++fours[square];
        }
        if (won && lost) refuse("tesseract.both");
        if (lost) refuse("tesseract.won", {{"seat", mover == 'x' ? 1 : 2}});
        if (*std::max_element(fours.begin(), fours.end()) < won) refuse("tesseract.fours");
    }

    std::string typed(std::string_view text) const override {
        if (auto square = trimmed(text, true); WordsOf::has(square)) return square;
        const auto last = HEX.substr(static_cast<std::size_t>(game.squares / 16 - 1), 1);
        refuse("tesseract.square", {{"square", text}, {"last", last}});
    }

    Ending ending(std::string_view body) const override {
        const auto position = read(body);
        if (!position.four) return {{"tesseract.dead"}};
        const int winner = position.count % 2 ? 1 : 2;
        const auto& names = game.actions();
        std::vector<std::string> fours, squares;
        std::array<bool, 256> decisive{};
        for (const auto& line : game.lines()) {
            int marks = 0;
            for (const auto square : line) marks += Tesseract::has(position.marks[winner - 1], square);
            if (marks < 4) continue;
            fours.emplace_back();
            for (const auto square : line) {
                fours.back() += (fours.back().empty() ? "" : " ") + names[square];
                decisive[square] = true;
            }
        }
        for (std::size_t square = 0; square < names.size(); ++square)
            if (decisive[square]) squares.push_back(names[square]);
        return {{"tesseract.line", {{"seat", winner}, {"lines", Json{json_list(fours, json)}}}}, squares};
    }
};

const Vocabulary vocabulary(Tesseract::name, words<TesseractWords>);

}  // namespace
