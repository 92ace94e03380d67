// A second proof for halves of a tactix grid, where taking the last counter loses. It shares nothing with checkers/tactix.cpp
// but the rule, and works in another way: a half is replaced by its canonical form for games in which the last move loses
// (J. H. Conway, On Numbers and Games, chapter 12), and pairs are searched from the given one downwards.
//
//     second_halves ROWS COLUMNS
//
// reads pairs of halves, each a number whose bit ROW * COLUMNS + COLUMN is a counter, and writes a line for each pair: 1 if it is
// lost for the seat to move, else 0. At the end it writes the number of forms and of pairs that it has looked at.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Form = std::uint32_t;
using Forms = std::vector<Form>;  // ascending

bool contains(const Forms& forms, Form form) { return std::binary_search(forms.begin(), forms.end(), form); }

// All forms of a half: what their moves lead to, and whether they are lost when played alone.
class Halves {
public:
    Halves(int rows, int columns) : rows_(rows), columns_(columns), form_(std::size_t{1} << rows * columns) {
        for (std::uint32_t half = 0; half < form_.size(); ++half) {
            std::set<Form> after;
            for (int x = 0; x < columns; ++x)
                for (int y = 0; y < rows; ++y)
                    for (const auto& [right, down] : {std::pair{1, 0}, std::pair{0, 1}})
                        take(half, x, y, right, down, after);
            form_[half] = formed(Forms(after.begin(), after.end()));
        }
    }

    // Here the counters are numbered column by column.
    Form form(std::uint32_t row_by_row) const {
        std::uint32_t half = 0;
        for (int x = 0; x < columns_; ++x)
            for (int y = 0; y < rows_; ++y)
                if (row_by_row >> (y * columns_ + x) & 1) half |= bit(x, y);
        return form_[half];
    }

    const Forms& after(Form form) const { return after_[form]; }
    std::size_t count() const { return after_.size(); }

private:
    std::uint32_t bit(int x, int y) const { return std::uint32_t{1} << (x * rows_ + y); }

    // What is left when one, two, … counters from a square on are taken.
    void take(std::uint32_t half, int x, int y, int right, int down, std::set<Form>& after) const {
        for (; x < columns_ && y < rows_ && (half & bit(x, y)); x += right, y += down) {
            half &= ~bit(x, y);
            after.insert(form_[half]);
        }
    }

    // The canonical form of a game with these moves. If a game h, to which the other side can move back from every move that h does
    // not have, has only moves of these, h is equal to it; h may be the empty game only if this one is won when played alone too.
    Form formed(const Forms& after) {
        if (const auto found = known_.find(after); found != known_.end()) return found->second;
        const bool lost = !after.empty() && std::ranges::none_of(after, [this](Form form) { return lost_[form]; });
        std::set<Form> back;
        for (const Form form : after) back.insert(after_[form].begin(), after_[form].end());
        for (const Form h : back) {
            const Forms& moves = after_[h];
            if (!std::ranges::includes(after, moves) || (moves.empty() && lost)) continue;
            const auto reversible = [&](Form form) { return contains(moves, form) || contains(after_[form], h); };
            if (std::ranges::all_of(after, reversible)) return known_[after] = h;
        }
        after_.push_back(after);
        lost_.push_back(lost);
        return known_[after] = static_cast<Form>(after_.size() - 1);
    }

    int rows_, columns_;
    std::vector<Form> form_;
    std::map<Forms, Form> known_;
    std::vector<Forms> after_;
    std::vector<bool> lost_;
};

// Pairs of forms, with two bits for each: what is known of it.
class Pairs {
public:
    explicit Pairs(const Halves& halves) : halves_(halves), known_(halves.count() * (halves.count() + 1) / 8 + 1) {}

    bool lost(Form a, Form b) {
        if (const int value = known(a, b)) return value == LOST;
        ++looked_at_;
        const bool found = !wins(a, b);
        known_[place(a, b) >> 2] |= static_cast<std::uint8_t>((found ? LOST : WON) << 2 * (place(a, b) & 3));
        return found;
    }

    std::uint64_t looked_at() const { return looked_at_; }

private:
    static constexpr int WON = 1, LOST = 2;

    static std::size_t place(Form a, Form b) {
        return a < b ? std::size_t{b} * (b + 1) / 2 + a : std::size_t{a} * (a + 1) / 2 + b;
    }

    int known(Form a, Form b) const { return known_[place(a, b) >> 2] >> 2 * (place(a, b) & 3) & 3; }

    // What is known is tried first, then moves that leave equal halves, then the others, in both halves by turns.
    bool wins(Form a, Form b) {
        const Forms &left = halves_.after(a), &right = halves_.after(b);
        if (left.empty() && right.empty()) return true;  // the other seat has taken the last counter
        if (std::ranges::any_of(left, [&](Form form) { return known(form, b) == LOST; })) return true;
        if (std::ranges::any_of(right, [&](Form form) { return known(a, form) == LOST; })) return true;
        if (contains(left, b) && lost(b, b)) return true;
        if (contains(right, a) && lost(a, a)) return true;
        for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
            if (i < left.size() && lost(left[i], b)) return true;
            if (i < right.size() && lost(a, right[i])) return true;
        }
        return false;
    }

    const Halves& halves_;
    std::vector<std::uint8_t> known_;
    std::uint64_t looked_at_ = 0;
};

}  // namespace

int main(int, char** words) {
    const Halves halves(std::stoi(words[1]), std::stoi(words[2]));
    Pairs pairs(halves);
    for (std::uint32_t first, second; std::cin >> first >> second;)
        std::cout << pairs.lost(halves.form(first), halves.form(second)) << '\n';
    std::cout << halves.count() << " forms, " << pairs.looked_at() << " pairs\n";
}
