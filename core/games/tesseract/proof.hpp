// The strategy search on a position of tesseract.
#pragma once

#include <memory>

#include "games/tesseract/cube.hpp"
#include "games/tesseract/rules.hpp"
#include "games/tesseract/strategy.hpp"

namespace quincunx {

// Looks for a proof that `winner` wins a position that is not over.
class TesseractProof {
public:
    TesseractProof(std::string_view options, std::string_view body, int winner, std::uint64_t memory)
        : game_(options),
          map_(game_.squares, game_.lines()),
          search_(make(map_, game_.dims, seed(game_, game_.read(body), winner), memory)) {}
    TesseractProof(const TesseractProof&) = delete;

    StrategyTree& search() { return *search_; }

private:
    static std::unique_ptr<StrategyTree> make(const LineMap& map, int dims, StrategyTree::Seed seed,
                                              std::uint64_t memory) {
        if (dims == 3) return std::make_unique<CubeSearch>(map, dims, std::move(seed), memory);
        return std::make_unique<StrategySearch>(map, dims, std::move(seed), memory);
    }
    static StrategyTree::Seed seed(const Tesseract& game, const Tesseract::Position& position, int winner) {
        if (game.turn(position) == NOBODY) throw Refusal("the game is over");
        if (winner != 1 && winner != 2) throw Refusal("the winner is seat 1 or 2");
        StrategyTree::Seed seed;
        seed.attacker_moves = game.turn(position) == winner;
        for (int square = 0; square < game.squares; ++square) {
            if (Tesseract::has(position.marks[winner - 1], square))
                seed.won.push_back(static_cast<std::uint8_t>(square));
            if (Tesseract::has(position.marks[2 - winner], square))
                seed.lost.push_back(static_cast<std::uint8_t>(square));
        }
        return seed;
    }

    Tesseract game_;
    LineMap map_;
    std::unique_ptr<StrategyTree> search_;
};

}  // namespace quincunx
