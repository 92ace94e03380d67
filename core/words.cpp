// The words of the games as functions that a browser can call; web/local/rules/rules.js documents what each returns.
#include "words.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

std::vector<std::string_view> quincunx::wasm::split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

Reason::Reason(std::string_view code, std::initializer_list<Argument> arguments) : code(code) {
    for (const auto& [key, text, number, kind] : arguments) {
        args += args.empty() ? '{' : ',';
        args += json(key) + ':';
        args += kind == Argument::TEXT ? json(text) : kind == Argument::NUMBER ? std::to_string(number) : text;
    }
    args += args.empty() ? "{}" : "}";
}

void quincunx::wasm::refuse(std::string_view code, std::initializer_list<Reason::Argument> arguments) {
    throw Reasoned({code, arguments});
}

void quincunx::wasm::check_board(std::string_view text, int width, int height, std::string_view alone,
                                 std::string_view owners) {
    const auto rows = split(text, '/');
    if (static_cast<int>(rows.size()) != height) refuse("law.rows", {{"n", rows.size()}, {"height", height}});
    int y = 0;
    for (auto row : rows) {
        ++y;
        int x = 0;
        for (; !row.empty(); ++x) {
            const bool digit = row.size() > 1 && row[1] >= '0' && row[1] <= '9';
            const std::size_t length = alone.find(row[0]) != alone.npos              ? 1
                                       : digit && owners.find(row[0]) != owners.npos ? 2
                                                                                     : 0;
            if (!length) {
                std::size_t bytes = 1;  // of one character in UTF-8
                while (bytes < row.size() && (row[bytes] & 0xC0) == 0x80) ++bytes;
                refuse("law.cell", {{"row", y}, {"column", x + 1}, {"found", row.substr(0, bytes)}});
            }
            row.remove_prefix(length);
        }
        if (x != width) refuse("law.row", {{"row", y}, {"n", x}, {"width", width}});
    }
}

namespace {

// A game with its options, and what follows it.
struct Spoken : Line {
    explicit Spoken(std::string_view text) : Line((check(text), text)), words(known(text.substr(0, text.find(' ')))) {}
    std::shared_ptr<const Words> words;

private:
    // The words come first: they say why options conflict.
    static void check(std::string_view text) { known(text.substr(0, text.find(' '))); }

    static std::shared_ptr<const Words> known(std::string_view spec) {
        static std::map<std::string, std::shared_ptr<const Words>, std::less<>> kept;
        if (const auto found = kept.find(spec); found != kept.end()) return found->second;
        const auto colon = spec.find(':');
        const auto make = Vocabulary::all().find(spec.substr(0, colon));
        if (make == Vocabulary::all().end()) throw Refusal("there is no game " + quoted(spec));
        if (kept.size() >= 64) kept.clear();
        auto made = make->second(colon == spec.npos ? std::string_view{} : spec.substr(colon + 1));
        return kept.emplace(spec, std::move(made)).first->second;
    }
};

// A game with its options, and a position of it.
struct Placed : Spoken {
    explicit Placed(std::string_view text) : Spoken(text) {
        try {
            game->turn(body);
        } catch (const Refusal&) {
            words->check(body);
            throw;
        }
    }
};

std::string number(int n) { return std::to_string(n); }
std::string member(std::string_view key, const std::string& value) { return ',' + json(key) + ':' + value; }

// A game: its canonical text, its number of seats, its first position, and the options without effect next to the others.
std::string game(const Arguments& arguments) {
    const Spoken spoken(arguments.at(0));
    const auto start = spoken.words->start();
    return "{\"game\":" + json(spoken.game->spec()) + member("seats", number(spoken.game->seats())) +
           member("start", start.empty() ? "null" : json(spoken.whole(start))) +
           member("idle", json_list(spoken.words->idle_options(), json)) + '}';
}

std::string outcome(const Placed& spoken, const Result& result) {
    const Ending ending = spoken.words->ending(spoken.body);
    return "{\"winner\":" + (result.winner ? number(result.winner) : "null") + member("why", json(result.why)) +
           member("code", json(ending.reason.code)) + member("args", ending.reason.args) +
           member("squares", json_list(ending.squares, json)) + '}';
}

std::string view(const Arguments& arguments) {
    const Placed spoken(arguments.at(0));
    const auto& [any, body] = std::tie(*spoken.game, spoken.body);
    const Result result = any.result(body);
    std::vector<int> living;
    for (int seat = 1; seat <= any.seats(); ++seat)
        if (spoken.words->living(body, seat)) living.push_back(seat);
    const auto points = spoken.words->points(body);
    const auto weights = any.weights(body);
    return "{\"game\":" + json(any.spec()) + member("position", json(spoken.whole(any.canonical(body)))) +
           member("turn", number(any.turn(body))) + member("actor", number(any.actor(body))) +
           member("phase", json(result.over ? std::string_view{} : spoken.words->phase(body))) +
           member("moves", json_list(any.moves(body), json)) +
           member("outcome", result.over ? outcome(spoken, result) : "null") +
           member("weights", weights.empty() ? "null" : json_list(weights, number)) +
           member("seats", number(any.seats())) + member("living", json_list(living, number)) +
           member("points", points.empty() ? "null" : json_list(points, number)) +
           member("bonus", number(spoken.words->bonus())) + '}';
}

// The token of a move as typed.
std::string typed(const Arguments& arguments) { return json(Spoken(arguments.at(0)).words->typed(arguments.at(1))); }

// The position after a move; if it is not legal, why not.
std::string made(const Arguments& arguments) {
    const Placed spoken(arguments.at(0));
    const auto token = arguments.at(1);
    const auto& [any, body] = std::tie(*spoken.game, spoken.body);
    if (any.result(body).over) refuse("law.over");
    const auto known = [&](const std::vector<std::string>& moves) {
        return std::find(moves.begin(), moves.end(), token) != moves.end();
    };
    if (!known(any.actions())) throw Reasoned(spoken.words->not_a_move(token));
    if (!known(any.moves(body))) throw Reasoned(spoken.words->why_not(body, token));
    return json(spoken.whole(any.play(body, token)));
}

// The position after a seat has left a game of three or more.
std::string left(const Arguments& arguments) {
    const Placed spoken(arguments.at(0));
    return json(spoken.whole(spoken.words->leave(spoken.body, arguments.at(1)[0] - '0')));
}

const Function functions[] = {{"game", game}, {"view", view}, {"typed", typed}, {"made", made}, {"left", left}};

}  // namespace
