// The law's messages about tritoc, for a browser.
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
        if (places(rolled) && !placing) return {"tritoc.task.place", {{"roll", rolled}}};
        if (!places(rolled) && !taking) return {rolled == 2 ? "tritoc.task.own" : "tritoc.task.opponent"};
        const int field = placing ? move - Tritoc::PLACE : (move - Tritoc::TAKE) / 9;
        const int hole = placing ? rolled : 3 + (move - Tritoc::TAKE) % 9;
        const auto name = field_name(field);
        const Reason::Argument named{"field", name};
        const Reason::Argument numbered{"hole", hole};
        if (position.closed >> field & 1) {
            const bool red = position.won[0] >> field & 1, yellow = position.won[1] >> field & 1;
            if (red || yellow) return {"tritoc.field-won", {named, {"seat", red ? 1 : 2}}};
            return {"tritoc.field-full", {named}};
        }
        if (placing) return {"tritoc.taken", {numbered, named}};
        const auto& pieces = position.fields[static_cast<std::size_t>(field)];
        if (!((pieces[0] | pieces[1]) >> (hole - 3) & 1)) return {"tritoc.empty", {numbered, named}};
        return {rolled == 2 ? "tritoc.only-own" : "tritoc.only-other"};
    }

    void check(std::string_view body) const override {
        const auto parts = split(body, ' ');
        if (parts.size() != 5) refuse("tritoc.position");
        const auto fields = split(parts[0], '/');
        if (fields.size() != 9) refuse("tritoc.fields", {{"n", fields.size()}});
        for (int i = 0; i < 9; ++i) {
            const auto field = fields[static_cast<std::size_t>(i)];
            if (field.size() != 9 || field.find_first_not_of(".ry") != field.npos)
                refuse("tritoc.field", {{"field", field_name(i)}, {"written", field}});
        }
        constexpr std::string_view CODES[] = {"tritoc.part.next", "tritoc.part.rolled", "tritoc.part.tries",
                                              "tritoc.part.forfeited"};
        constexpr std::string_view RIGHT[] = {" 1 2 ", " - 2 3 4 5 6 7 8 9 10 11 12 ", " 0 1 2 ", " 0 1 2 3 4 "};
        for (std::size_t i = 0; i < 4; ++i)
            if (const auto part = parts[i + 1]; RIGHT[i].find(' ' + std::string(part) + ' ') == std::string_view::npos)
                refuse(CODES[i], {{"written", part}});
        check_fields(fields, parts);
    }

    std::string typed(std::string_view text) const override {
        auto token = trimmed(text);
        if (token == "pass") return "-";
        if (is_hole(token)) token = 'x' + token;
        if (has(token)) return token;
        const Reason::Argument move{"move", text};
        if (is_number(token)) refuse("tritoc.roll", {move});
        if (token.starts_with('x') && is_hole(token.substr(1))) refuse("tritoc.hole", {move});
        refuse("tritoc.move", {move});
    }

    Ending ending(std::string_view body) const override { return ending(read(body)); }
    Ending ending(const Tritoc::Position& position) const {
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
        return {{"tritoc.row", {{"seat", result.winner}, {"fields", fields}}}, names(decisive)};
    }

    std::vector<int> points(std::string_view body) const override {
        const auto position = read(body);
        return {std::popcount(position.won[0]), std::popcount(position.won[1])};
    }
    int bonus() const override { return 5; }

private:
    // Throws Reasoned where parts that are fine by themselves do not go together.
    void check_fields(const std::vector<std::string_view>& fields, const std::vector<std::string_view>& parts) const {
        auto position = game.empty(parts[1][0] - '0');
        const auto number = [&](std::size_t part) {
            return static_cast<std::uint8_t>(std::max(0, Options::to_number(parts[part])));
        };
        position.rolled = number(2);
        position.tries = number(3);
        position.forfeits = number(4);
        for (std::size_t i = 0; i < 9; ++i) {
            auto& pieces = position.fields[i];
            for (std::size_t hole = 0; hole < 9; ++hole)
                for (const std::size_t seat : {0, 1})
                    if (fields[i][hole] == "ry"[seat]) pieces[seat] |= static_cast<Tritoc::Nine>(1 << hole);
            const auto bit = static_cast<Tritoc::Nine>(1 << i);
            const bool red = Tritoc::row(pieces[0]), yellow = Tritoc::row(pieces[1]);
            if (red && yellow) refuse("tritoc.both", {{"field", field_name(static_cast<int>(i))}});
            if (red || yellow) position.won[yellow] |= bit;
            if (red || yellow || fields[i].find('.') == std::string_view::npos) position.closed |= bit;
        }
        if (Tritoc::row(position.won[position.next - 1u])) refuse("tritoc.won", {{"seat", position.next}});
        if (const auto result = game.result(position); result.over) {
            const bool forfeited = result.why == "forfeits";
            if (!position.rolled && !position.tries && (forfeited || !position.forfeits)) return;
            const auto [reason, squares] = ending(position);
            const auto why = "{\"code\":" + json(reason.code) + ",\"args\":" + reason.args + '}';
            refuse("tritoc.over", {{"reason", Json{why}}, {"rest", forfeited ? "- 0 4" : "- 0 0"}});
        }
        MoveList list;
        game.moves(position, list);
        if (list.size() == (position.rolled == 12))  // a pass alone is not a use of the roll
            refuse("tritoc.useless", {{"roll", position.rolled}});
    }

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
