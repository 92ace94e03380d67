// What a winner does, position by position, and how that is written (docs/certificates.md).
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/tesseract/lines.hpp"

namespace quincunx {

using Squares = std::vector<std::uint8_t>;

// What the winner does in a position: takes a square, then wins by one of the sequences or in the position after the reply.
struct Plan {
    static constexpr int NONE = -1;
    int move = NONE;                 // none: the sequence wins at once, or it is the loser's turn
    std::vector<Squares> sequences;  // the winner's own moves
    Squares replies;                 // those that no sequence refutes

    bool is_three() const { return move != NONE && sequences.empty() && replies.size() == 1; }  // it forces the reply
};

// A position with the winner to move, and its plan.
struct PlannedPosition {
    Squares won, lost;
    Plan plan;
};

// Squares by their names: rows of 16 or of 4, each a hexadecimal digit.
class PlanText {
public:
    explicit PlanText(const LineMap& map) : width_(map.squares() / 16) {}

    std::string name(int square) const { return {DIGITS[square / width_], DIGITS[square % width_]}; }
    std::string names(const Squares& squares) const {
        std::string text;
        for (const auto square : squares) text += name(square);
        return text.empty() ? "-" : text;
    }
    // The plan without its replies; `waits` where it is the loser's turn.
    std::string words(const Plan& plan, bool waits) const {
        std::string text = plan.move != Plan::NONE ? name(plan.move) : waits ? "-" : "";
        for (const auto& sequence : plan.sequences) text += (text.empty() ? "!" : " !") + names(sequence);
        return text;
    }
    std::string whole(const PlannedPosition& position) const {
        const auto& [won, lost, plan] = position;
        std::string line = names(won) + ' ' + names(lost) + ' ' + words(plan, false);
        for (const auto reply : plan.replies) line += ' ' + name(reply);
        return line;
    }

    // The reverse of `whole`; std::invalid_argument if the text is not such a line.
    PlannedPosition read(std::string_view line) const {
        std::vector<std::string_view> fields;
        for (std::size_t at = 0; at <= line.size();) {
            const auto end = std::min(line.find(' ', at), line.size());
            fields.push_back(line.substr(at, end - at));
            at = end + 1;
        }
        if (fields.size() < 3) refuse("no position with its plan", line);
        PlannedPosition position{read_squares(fields[0]), read_squares(fields[1]), {}};
        std::sort(position.won.begin(), position.won.end());
        std::sort(position.lost.begin(), position.lost.end());
        for (std::size_t i = 2; i < fields.size(); ++i) {
            if (fields[i].starts_with('!')) {
                position.plan.sequences.push_back(read_squares(fields[i].substr(1)));
                continue;
            }
            const auto one = read_squares(fields[i]);
            if (one.size() != 1) refuse("no square", fields[i]);
            if (i == 2)
                position.plan.move = one[0];
            else
                position.plan.replies.push_back(one[0]);
        }
        return position;
    }

private:
    static constexpr std::string_view DIGITS = "0123456789ABCDEF";

    [[noreturn]] static void refuse(const char* what, std::string_view text) {
        throw std::invalid_argument(std::string(what) + ": " + std::string(text.substr(0, 60)));
    }
    Squares read_squares(std::string_view text) const {
        Squares squares;
        if (text == "-") return squares;
        if (text.empty() || text.size() % 2) refuse("no squares", text);
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const auto row = DIGITS.find(text[i]), column = DIGITS.find(text[i + 1]);
            if (row == DIGITS.npos || column >= static_cast<std::size_t>(width_)) refuse("no squares", text);
            squares.push_back(static_cast<std::uint8_t>(row * width_ + column));
        }
        return squares;
    }

    int width_;
};

}  // namespace quincunx
