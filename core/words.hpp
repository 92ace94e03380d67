// The law's messages about a game of the core, for pages that have no Python: what is to be done, why a move is not legal or a
// text not a position, how a game ended. A reason is the code of a message and its arguments, as in the files messages.toml.
//
// A game's words.cpp derives from WordsOf and registers itself: `const Vocabulary vocabulary(Tactix::name, words<TactixWords>);`
#pragma once

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wasm.hpp"

namespace quincunx::wasm {

// A value that is written as it is.
struct Json {
    std::string_view text;
};

// The code of a message, and its arguments as a JSON object.
struct Reason {
    // A name and a value. It only refers to its texts: they must live until the reason is made.
    struct Argument {
        Argument(std::string_view key, std::string_view text) : key(key), text(text), kind(TEXT) {}
        Argument(std::string_view key, const char* text) : Argument(key, std::string_view(text)) {}
        Argument(std::string_view key, const std::string& text) : Argument(key, std::string_view(text)) {}
        Argument(std::string_view key, std::integral auto number)
            : key(key), number(static_cast<int>(number)), kind(NUMBER) {}
        Argument(std::string_view key, Json json) : key(key), text(json.text), kind(JSON) {}

        std::string_view key, text;
        int number = 0;
        enum { TEXT, NUMBER, JSON } kind;
    };

    Reason(std::string_view code, std::initializer_list<Argument> arguments = {});

    std::string code;
    std::string args;
};

// A refusal with a message of the law.
struct Reasoned : Refusal {
    explicit Reasoned(Reason reason) : Refusal(reason.code), reason(std::move(reason)) {}
    Reason reason;
};

// Throws Reasoned. A function, because throwing takes much code.
[[noreturn]] void refuse(std::string_view code, std::initializer_list<Reason::Argument> arguments = {});

// How a game ended, and the squares that decided it.
struct Ending {
    Reason reason;
    std::vector<std::string> squares = {};
};

// The words of a game with its options. Positions are passed as text without the game's name (`body`).
class Words {
public:
    virtual ~Words() = default;
    virtual std::string_view title() const = 0;                       // the game's name for people
    virtual std::string_view phase(std::string_view body) const = 0;  // what is to be done
    virtual Reason not_a_move(std::string_view token) const {
        return {"law.move", {{"move", token}, {"game", title()}}};
    }
    virtual Reason why_not(std::string_view body, std::string_view token) const = 0;  // of a move that is not legal
    virtual void check(std::string_view body) const = 0;         // of a text that is not a position: throws Reasoned
    virtual std::string typed(std::string_view text) const = 0;  // the token; throws Reasoned
    virtual Ending ending(std::string_view body) const = 0;
    virtual std::string start() const { return ""; }                        // empty where the law draws it
    virtual bool living(std::string_view, int) const { return true; }       // whether a seat is still in the game
    virtual std::string leave(std::string_view, int seat) const = 0;        // the body after a seat has left
    virtual std::vector<int> points(std::string_view) const { return {}; }  // what each seat has made besides winning
    virtual int bonus() const { return 1; }                                 // what winning makes
    virtual std::vector<std::string> idle_options() const { return {}; }    // those that mean nothing beside the others
};

template <class G>
class WordsOf : public Words {
public:
    explicit WordsOf(std::string_view options) : game(options) {}
    std::string start() const override {
        if constexpr (requires { game.start(); }) return game.write(game.start());
        return "";
    }
    std::string leave(std::string_view, int seat) const override {
        refuse("law.leave", {{"seat", seat}, {"seats", game.seats()}});
    }

protected:
    typename G::Position read(std::string_view body) const { return game.read(body); }
    // The number of a move that the game has.
    int number(std::string_view token) const {
        const auto& names = game.actions();
        return static_cast<int>(std::find(names.begin(), names.end(), token) - names.begin());
    }
    bool has(std::string_view token) const { return number(token) < static_cast<int>(game.actions().size()); }

    G game;
};

// The registry, by the names of the games.
class Vocabulary {
public:
    using Make = std::shared_ptr<const Words> (*)(std::string_view options);

    Vocabulary(std::string_view name, Make make) { all().emplace(name, make); }
    static std::map<std::string_view, Make>& all() {
        static std::map<std::string_view, Make> games;
        return games;
    }
};

template <class W>
std::shared_ptr<const Words> words(std::string_view options) {
    return std::make_shared<W>(options);
}

// The parts of a text between the characters `at`.
std::vector<std::string_view> split(std::string_view text, char at);

// Throws Reasoned unless a text is a board as `law/grid.py` reads it: each square is one character of `alone`, or one of
// `owners` and a digit.
void check_board(std::string_view text, int width, int height, std::string_view alone, std::string_view owners = {});

// Typed text, stripped, in lower or upper case.
inline std::string trimmed(std::string_view typed, bool capitals = false) {
    constexpr std::string_view BLANK = " \t";
    const auto first = typed.find_first_not_of(BLANK);
    if (first == typed.npos) return "";
    std::string text(typed.substr(first, typed.find_last_not_of(BLANK) - first + 1));
    for (char& letter : text) {
        if (capitals && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 32);
        if (!capitals && letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 32);
    }
    return text;
}

}  // namespace quincunx::wasm
