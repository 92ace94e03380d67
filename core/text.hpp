// Reading and writing the strings of docs/notation.md: options, boards, names of squares.
//
// Readers are strict: they accept exactly what the law accepts, look at every byte once, and throw Refusal otherwise.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game.hpp"

namespace quincunx {

// A text quoted in a message: unprintable characters become `?`, and a long text is cut.
inline std::string quoted(std::string_view text) {
    constexpr std::size_t MOST = 40;
    std::string shown = "'";
    for (const char c : text.substr(0, MOST)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown + (text.size() > MOST ? "…'" : "'");
}

// The options of a game, written `key=value,key=value`. The game's constructor asks for each of them once, in the order of
// declaration, and then for the canonical text of all.
class Options {
public:
    Options(std::string_view game, std::string_view text) : canonical_(game) {
        while (!text.empty()) {
            const auto comma = text.find(',');
            const auto item = text.substr(0, comma);
            const auto equals = item.find('=');
            if (equals == item.npos) throw Refusal("option " + quoted(item) + " is not of the form key=value");
            given_.emplace_back(item.substr(0, equals), item.substr(equals + 1));
            if (comma == text.npos) return;
            text.remove_prefix(comma + 1);
            if (text.empty()) throw Refusal("the options end with a comma");
        }
    }

    // The index of one of the tokens; the first is the default.
    std::size_t choice(std::string_view key, std::initializer_list<std::string_view> tokens) {
        const auto value = take(key, *tokens.begin());
        std::size_t i = 0;
        for (const auto token : tokens) {
            if (token == value) return i;
            ++i;
        }
        throw bad(key, value);
    }

    // A whole number from low to high.
    int whole(std::string_view key, int normal, int low, int high) {
        const auto value = take(key, std::to_string(normal));
        const int number = to_number(value);
        if (number < low || number > high) throw bad(key, value);
        return number;
    }

    // The text of an option; a game that asks for it checks it itself and throws `bad`.
    std::string take(std::string_view key, std::string_view normal) {
        std::string value(normal);
        bool found = false;
        for (auto item = given_.begin(); item != given_.end();) {
            if (item->first != key) {
                ++item;
                continue;
            }
            if (std::exchange(found, true)) throw Refusal("the option " + std::string(key) + " is given twice");
            value = item->second;
            item = given_.erase(item);
        }
        if (value != normal) {
            canonical_ += any_ ? ',' : ':';
            canonical_ += std::string(key) + '=' + value;
            any_ = true;
        }
        return value;
    }

    // `name` or `name:key=value,key=value` with what differs from the default. Refuses options that the game does not have.
    std::string spec() const {
        if (!given_.empty()) throw Refusal("there is no option " + quoted(given_.front().first));
        return canonical_;
    }

    static Refusal bad(std::string_view key, std::string_view value) {
        return Refusal("the option " + std::string(key) + " cannot be " + quoted(value));
    }

    // A number of at most four digits without leading zeros, or -1.
    static int to_number(std::string_view text) {
        if (text.empty() || text.size() > 4 || (text.size() > 1 && text[0] == '0')) return -1;
        int number = 0;
        for (const char digit : text) {
            if (digit < '0' || digit > '9') return -1;
            number = 10 * number + (digit - '0');
        }
        return number;
    }

private:
    std::vector<std::pair<std::string_view, std::string_view>> given_;
    std::string canonical_;
    bool any_ = false;
};

// Reads a position from the left, one character at a time.
class Scan {
public:
    explicit Scan(std::string_view text) : text_(text) {}

    // The next character's place in `allowed`.
    std::size_t one_of(std::string_view allowed) {
        const auto place = at_ < text_.size() ? allowed.find(text_[at_]) : allowed.npos;
        if (place == allowed.npos) throw wrong(std::string("one of ") + std::string(allowed));
        ++at_;
        return place;
    }
    void expect(char character) { one_of(std::string_view(&character, 1)); }
    // Skips the next character if it is this one, and says whether it was.
    bool skip(char character) {
        if (at_ >= text_.size() || text_[at_] != character) return false;
        ++at_;
        return true;
    }
    void end() const {
        if (at_ != text_.size()) throw wrong("the end");
    }

private:
    Refusal wrong(const std::string& wanted) const {
        return Refusal("position: expected " + wanted + " at byte " + std::to_string(at_));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

inline constexpr std::string_view HEX = "0123456789ABCDEF";

// `a1` is the top left square; letters are columns.
inline std::string square_name(int x, int y) { return static_cast<char>('a' + x) + std::to_string(y + 1); }

// The names of a board's squares in reading order.
inline std::vector<std::string> square_names(int width, int height) {
    std::vector<std::string> names;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) names.push_back(square_name(x, y));
    return names;
}

}  // namespace quincunx
