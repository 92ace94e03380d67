// The law's messages about xtic, for a browser.
#include "words.hpp"

#include "games/xtic/rules.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

class XticWords final : public WordsOf<Xtic> {
public:
    using WordsOf::WordsOf;

    std::string_view title() const override { return "xtic"; }
    std::string_view phase(std::string_view body) const override {
        return read(body).hand == Xtic::NONE ? "give" : "place";
    }

    Reason why_not(std::string_view body, std::string_view token) const override {
        const auto position = read(body);
        if (position.hand == Xtic::NONE) {
            if (token[0] != '=') return {"xtic.give"};
            const auto& board = position.board;
            const auto at = std::find(board.begin(), board.end(), HEX.find(token[1])) - board.begin();
            return {"xtic.used", {{"piece", token.substr(1)}, {"square", name_of(static_cast<int>(at))}}};
        }
        if (token[0] == '=') return {"xtic.place", {{"piece", piece(position.hand)}}};
        const auto standing = position.board[static_cast<std::size_t>(number(token) - Xtic::PLACE)];
        return {"xtic.taken", {{"square", token}, {"piece", piece(standing)}}};
    }

    void check(std::string_view body) const override {
        const auto parts = split(body, ' ');
        if (parts.size() != 2) refuse("xtic.position");
        const auto hand = parts[1];
        check_board(parts[0], 4, 4, ".0123456789ABCDEF");
        if (hand != "-" && (hand.size() != 2 || hand[0] != '=' || HEX.find(hand[1]) == HEX.npos))
            refuse("xtic.hand", {{"written", hand}});
        auto position = game.start();
        for (int i = 0; i < 16; ++i)
            if (const auto piece = HEX.find(parts[0][static_cast<std::size_t>(i + i / 4)]); piece != HEX.npos)
                position.board[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(piece);
        const auto& board = position.board;
        for (std::uint8_t n = 0; n < 16; ++n)
            if (std::count(board.begin(), board.end(), n) > 1) refuse("xtic.twice", {{"piece", piece(n)}});
        const bool giving = hand == "-";
        if (!giving && parts[0].find(hand[1]) != parts[0].npos) refuse("xtic.both", {{"piece", hand.substr(1)}});
        unsigned common = 0xFFFF;
        for (const auto& line : game.lines()) {
            if (shared(position, line).empty()) continue;
            if (!giving) refuse("xtic.complete");
            unsigned squares = 0;
            for (const auto square : line) squares |= 1u << square;
            common &= squares;
        }
        if (!common) refuse("xtic.lines");
    }

    std::string typed(std::string_view text) const override {
        auto small = trimmed(text);
        const auto digit = trimmed(text, true).substr(small.starts_with('='));
        if (digit.size() == 1 && HEX.find(digit[0]) != HEX.npos) return '=' + digit;
        if (!small.starts_with('=') && has(small)) return small;
        refuse("xtic.move", {{"move", text}});
    }

    Ending ending(std::string_view body) const override {
        const auto position = read(body);
        if (!position.complete) return {{"xtic.full"}};
        std::string names, traits;
        unsigned decisive = 0;
        for (const auto& line : game.lines()) {
            const auto alike = shared(position, line);
            if (alike.empty()) continue;
            for (const auto square : line) {
                if (traits.empty()) names += (names.empty() ? "" : " ") + name_of(square);
                decisive |= 1u << square;
            }
            if (traits.empty()) traits = alike;
        }
        std::vector<std::string> squares;
        for (int square = 0; square < 16; ++square)
            if (decisive >> square & 1) squares.push_back(name_of(square));
        const int placer = position.down() % 2 ? 2 : 1;
        return {{game.completing_loses ? "xtic.line-avoid" : "xtic.line-complete",
                 {{"seat", placer}, {"line", names}, {"traits", Json{'[' + traits + ']'}}}},
                squares};
    }

private:
    static constexpr std::string_view TRAITS[4][2] = {
        {"black", "brown"}, {"horizontal", "vertical"}, {"solid", "hollow"}, {"round", "square"}};

    static std::string name_of(int square) { return square_name(square % 4, square / 4); }
    static std::string_view piece(std::uint8_t number) { return HEX.substr(number, 1); }

    // What the four pieces of a line have in common, as messages; empty if that is nothing, or if one is missing.
    static std::string shared(const Xtic::Position& position, const Xtic::Line& line) {
        unsigned ones = 15, zeros = 15;
        for (const auto square : line) {
            if (position.board[square] == Xtic::NONE) return "";
            ones &= position.board[square];
            zeros &= ~static_cast<unsigned>(position.board[square]);
        }
        std::string found;
        for (int bit = 0; bit < 8; ++bit) {
            if (!((bit % 2 ? ones : zeros) >> bit / 2 & 1)) continue;
            if (!found.empty()) found += ',';
            found += "{\"code\":\"xtic.word." + std::string(TRAITS[bit / 2][bit % 2]) + "\",\"args\":{}}";
        }
        return found;
    }
};

const Vocabulary vocabulary(Xtic::name, words<XticWords>);

}  // namespace
