// The rules under the sanitizers: random play, spoiled strings, and many threads at once. That the rules are right is shown
// against the law, in test_differential.py.
#include <cstdlib>
#include <thread>

#include "core.hpp"
#include "games/tactix/rules.hpp"
#include "games/tesseract/rules.hpp"
#include "games/tritoc/rules.hpp"
#include "games/xchain/rules.hpp"
#include "games/xtic/rules.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

template <class G>
bool reads(const G& game, const std::string& body, typename G::Position& position) {
    try {
        position = game.read(body);
    } catch (const Refusal&) {
        return false;
    }
    return true;
}

std::string spoil(std::string text, Random& random) {
    for (auto times = 1 + random.below(4); times && !text.empty(); --times) {
        const auto size = static_cast<std::uint32_t>(text.size());
        const auto i = random.below(size), j = random.below(size);
        switch (random.below(6)) {
            case 0:
                text[i] = static_cast<char>(random());
                break;
            case 1:
                text.erase(i, 1 + random.below(3));
                break;
            case 2:
                text.insert(i, 1, text[j]);
                break;
            case 3:
                std::swap(text[i], text[j]);
                break;
            default:
                text[i] = text[j];
        }
    }
    return text;
}

// Plays random games, and at each position reads its text back, whole and spoiled.
template <class G>
void play(const char* options, const std::string& body, int positions) {
    const G game(options);
    Random random(1);
    MoveList list;
    auto position = game.read(body);
    while (positions-- > 0) {
        const auto text = game.write(position);
        typename G::Position other;
        check(reads(game, text, other) && other == position, "a written position is read back");
        check(game.hash(other) == game.hash(position), "equal positions have equal hashes");
        if (reads(game, spoil(text, random), other)) {
            check(game.read(game.write(other)) == other, "a position from elsewhere is read back");
            game.moves(other, list);
            check(list.empty() == game.result(other).over, "there are moves until the game is over");
            for (const Move move : list) {
                auto next = other;
                game.play(next, move);
                check(game.read(game.write(next)) == next, "every move leads to a position");
                game.steps(other, move);
            }
        }
        game.moves(position, list);
        if (list.empty()) {
            position = game.read(body);
            continue;
        }
        game.play(position, list[random.below(static_cast<std::uint32_t>(list.size()))]);
    }
}

std::string board(int width, int height, char cell) {
    std::string text;
    for (int y = 0; y < height; ++y) text += (y ? "/" : "") + std::string(static_cast<std::size_t>(width), cell);
    return text;
}

void spoil_whole_lines(const std::string& line, int times) {
    Random random(2);
    while (times-- > 0) {
        const auto text = spoil(line, random);
        try {
            const Line found(text);
            check(found.whole(found.game->canonical(found.body)).size() > 0, "an accepted line is written");
        } catch (const Refusal&) {}
    }
}

// Anybody may ask anything at the same time, and stop what runs.
void ask_from_many_threads(const std::string& line) {
    Control control;
    const auto ask = [&] {
        for (const char* spec : {"xtic", "tactix:size=3", "tritoc", "tesseract:dims=3", "xchain"})
            check(known_game(spec)->seats() == 2, "a game that is known");
        const Line found(line);
        found.game->random_games(found.body, 20, 3, control);
        check(!found.game->perft(found.body, AnyGame::MAX_DEPTH, control), "a stopped count gives nothing");
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(ask);
    while (control.nodes() < 100'000) std::this_thread::yield();
    control.stop();
    for (auto& thread : threads) thread.join();
}

}  // namespace

void test_games() {
    const char* wanted = std::getenv("QUINCUNX_FUZZ");  // positions a game
    const int positions = wanted ? std::atoi(wanted) : 2000;
    const auto tritoc = board(9, 9, '.') + " 1 - 0 0";
    for (const char* options : {"", "type=nodiags", "type=torus,goal=complete"})
        play<Xtic>(options, board(4, 4, '.') + " -", positions);
    play<Tactix>("size=3", board(3, 3, 'o') + " 1", positions);
    play<Tactix>("size=6,goal=last-wins", board(6, 6, 'o') + " 2", positions);
    for (const char* options : {"", "dice=equal"}) play<Tritoc>(options, tritoc, positions);
    play<Tesseract>("", board(16, 16, '.'), positions);
    play<Tesseract>("dims=3", board(4, 16, '.'), positions);
    play<Xchain>("", board(8, 8, '.') + " uu 1", positions);
    play<Xchain>("seats=4,size=12x12", board(12, 12, '.') + " uuuu 3", positions);
    play<Xchain>("seats=3,size=3x4", board(3, 4, '.') + " uou 3", positions);
    spoil_whole_lines("xchain:seats=3,size=3x4,preset=random2 " + board(3, 4, '.') + " uuu 3", positions);
    spoil_whole_lines("tactix:size=3,goal=last-wins " + board(3, 3, 'o') + " 1", positions);
    spoil_whole_lines("tritoc:dice=equal " + tritoc, positions);
    ask_from_many_threads("tritoc " + tritoc);
}
