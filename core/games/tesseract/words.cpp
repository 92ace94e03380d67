// What the law says in words about tesseract, for a browser.
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
        const auto seat = Tesseract::has(read(body).marks[0], number(token)) ? "1" : "2";
        return {"tesseract.taken", {{"square", json(token)}, {"seat", seat}}};
    }

    std::string typed(std::string_view text) const override {
        if (auto square = trimmed(text, true); WordsOf::has(square)) return square;
        const auto last = HEX.substr(static_cast<std::size_t>(game.squares / 16 - 1), 1);
        throw Reasoned({"tesseract.square", {{"square", json(text)}, {"last", json(last)}}});
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
        return {{"tesseract.line", {{"seat", std::to_string(winner)}, {"lines", json_list(fours, json)}}}, squares};
    }
};

const Vocabulary vocabulary(Tesseract::name, words<TesseractWords>);

}  // namespace
