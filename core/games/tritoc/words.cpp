// What the law says in words about tritoc, for a browser.
#include "words.hpp"

#include "games/tritoc/rules.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

class TritocWords final : public WordsOf<Tritoc> {
public:
    using WordsOf::WordsOf;

    std::string_view title() const override { return "TriToc"; }

    std::string_view phase(std::string_view body) const override {
        const int rolled = read(body).rolled;
        return !rolled ? "roll" : places(rolled) ? "place" : "remove";
    }

    Reason why_not(std::string_view body, std::string_view token) const override {
        const auto position = read(body);
        const int rolled = position.rolled, move = number(token);
        if (!rolled) return {"law.roll-first"};
        const bool placing = move >= Tritoc::PLACE && move < Tritoc::TAKE;
        const bool taking = move >= Tritoc::TAKE && move < Tritoc::LEAVE;
        if (places(rolled) && !placing) return {"tritoc.task.place", {{"roll", std::to_string(rolled)}}};
        if (!places(rolled) && !taking) return {rolled == 2 ? "tritoc.task.own" : "tritoc.task.opponent"};
        const int field = placing ? move - Tritoc::PLACE : (move - Tritoc::TAKE) / 9;
        const int hole = placing ? rolled : 3 + (move - Tritoc::TAKE) % 9;
        const Reason::Argument named{"field", json(field_name(field))};
        const Reason::Argument numbered{"hole", std::to_string(hole)};
        if (position.closed >> field & 1) {
            const bool red = position.won[0] >> field & 1, yellow = position.won[1] >> field & 1;
            if (red || yellow) return {"tritoc.field-won", {named, {"seat", red ? "1" : "2"}}};
            return {"tritoc.field-full", {named}};
        }
        if (placing) return {"tritoc.taken", {numbered, named}};
        const auto& pieces = position.fields[static_cast<std::size_t>(field)];
        if (!((pieces[0] | pieces[1]) >> (hole - 3) & 1)) return {"tritoc.empty", {numbered, named}};
        return {rolled == 2 ? "tritoc.only-own" : "tritoc.only-other"};
    }

    std::string typed(std::string_view text) const override {
        auto token = trimmed(text);
        if (token == "pass") return "-";
        if (is_hole(token)) token = 'x' + token;
        if (has(token)) return token;
        const Reason::Argument move{"move", json(text)};
        if (is_number(token)) throw Reasoned({"tritoc.roll", {move}});
        if (token.starts_with('x') && is_hole(token.substr(1))) throw Reasoned({"tritoc.hole", {move}});
        throw Reasoned({"tritoc.move", {move}});
    }

    Ending ending(std::string_view body) const override {
        const auto position = read(body);
        const Result result = game.result(position);
        if (result.why != "row") return {{"tritoc." + std::string(result.why)}};
        const int won = position.won[static_cast<std::size_t>(result.winner - 1)];
        int first = 0, decisive = 0;
        for (const int row : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124}) {
            if ((won & row) != row) continue;
            if (!first) first = row;
            decisive |= row;
        }
        std::string fields;
        for (const auto& name : names(first)) fields += (fields.empty() ? "" : " ") + name;
        return {{"tritoc.row", {{"seat", std::to_string(result.winner)}, {"fields", json(fields)}}}, names(decisive)};
    }

    std::vector<int> points(std::string_view body) const override {
        const auto position = read(body);
        return {std::popcount(position.won[0]), std::popcount(position.won[1])};
    }
    int bonus() const override { return 5; }

private:
    static bool places(int rolled) { return rolled > 2 && rolled < 12; }
    static std::string field_name(int field) { return square_name(field % 3, field / 3); }

    static std::vector<std::string> names(int fields) {
        std::vector<std::string> found;
        for (int field = 0; field < 9; ++field)
            if (fields >> field & 1) found.push_back(field_name(field));
        return found;
    }

    static bool is_number(std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    }
    // A field, a dot and a number.
    static bool is_hole(std::string_view text) {
        return text.size() > 3 && text[0] >= 'a' && text[0] <= 'c' && text[1] >= '1' && text[1] <= '3' &&
               text[2] == '.' && is_number(text.substr(3));
    }
};

const Vocabulary vocabulary(Tritoc::name, words<TritocWords>);

}  // namespace
