// Symmetries of the board, and the search for strategies: what it proves is proved again in Python, by the law alone.
#include <set>

#include "games/tesseract/proof.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

std::string body(const Tesseract& game, std::initializer_list<int> x, std::initializer_list<int> o) {
    auto position = game.start();
    auto other = o.begin();
    for (const int square : x) {
        game.play(position, static_cast<Move>(square));
        if (other != o.end()) game.play(position, static_cast<Move>(*other++));
    }
    return game.write(position);
}

void test_symmetries() {
    for (const auto options : {"", "dims=3"}) {
        const Tesseract game(options);
        const LineMap map(game.squares, game.lines());
        const Symmetries symmetries(map, game.dims);
        check(symmetries.size() == (game.dims == 4 ? 1536 : 192), "so many symmetries");
        std::set<Tesseract::Line> lines(game.lines().begin(), game.lines().end());
        Random random(1);
        for (int i = 0; i < 40; ++i) {
            const int symmetry = static_cast<int>(random.below(static_cast<std::uint32_t>(symmetries.size())));
            for (auto line : game.lines()) {
                for (auto& square : line) square = static_cast<std::uint8_t>(symmetries.image(symmetry, square));
                std::sort(line.begin(), line.end());
                check(lines.contains(line), "a symmetry carries lines to lines");
            }
            Squares own, other, own_image, other_image;
            for (int square = 0; square < game.squares; ++square) {
                const auto which = random.below(12);
                if (which > 1) continue;
                (which ? own : other).push_back(static_cast<std::uint8_t>(square));
                (which ? own_image : other_image)
                    .push_back(static_cast<std::uint8_t>(symmetries.image(symmetry, square)));
            }
            const auto [key, turned] = symmetries.least(own, other);
            const auto [same, back] = symmetries.least(own_image, other_image);
            check(key == same, "images share their key");
            const int whole = symmetries.from_to(turned, back);
            std::set<int> seen;
            for (const auto square : own) seen.insert(symmetries.image(whole, square));
            check(seen == std::set<int>(own_image.begin(), own_image.end()),
                  "and the way from one to the other is known");
            if (!own.empty()) check(symmetries.least(other, own).first != key, "who has the marks matters");
        }
        check(symmetries.from_to(5, 5) == 0, "there and back leaves all as it is");
        // The empty board has 32 rich squares, 128 and 96 others, or in the cube 16 and 48: each kind is one to the symmetries.
        check(symmetries.distinct({}, {}).count() == (game.dims == 4 ? 3 : 2), "squares of a kind are the same");
        check(symmetries.distinct({0}, {}).count() > 3, "a mark tells them apart");
    }
}

bool run(TesseractProof& proof, std::uint64_t nodes) {
    Control control;
    Limits limits;
    limits.nodes = nodes;
    control.begin(limits);
    proof.search().run(control);
    return proof.search().proved();
}

void test_proofs() {
    const Tesseract game("");
    // Two of x's twos cross: no quiet move is needed.
    TesseractProof crossed("", body(game, {0x01, 0x02, 0x10, 0x20}, {0x77, 0x88, 0x9B, 0xC6}), 1, 64 << 20);
    check(run(crossed, 100'000) && crossed.search().strategy() == std::vector<std::string>{"!00"},
          "a sequence wins at once");
    TesseractProof other("", body(game, {0x01, 0x02, 0x10, 0x20}, {0x77, 0x88, 0x9B, 0xC6}), 2, 64 << 20);
    check(!run(other, 100'000) && other.search().exhausted(), "who threatens nothing and is not to move does not win");
    // Two marks each.
    const auto early = body(game, {0x33, 0xF3}, {0x15, 0x7A});
    TesseractProof proof("", early, 1, 64 << 20);
    check(!run(proof, 2'000) && !proof.search().exhausted() && proof.search().open() > 0,
          "a small budget leaves it open");
    check(run(proof, 100'000'000), "a large one proves it");
    check(proof.search().share() == 1 && proof.search().known() >= proof.search().strategy().size(), "all of it");
    // After two rich squares in a line most replies are beaten at a glance; all of the empty board rests on that.
    TesseractProof usual("", body(game, {0x00, 0x0C}, {0x01, 0x77}), 1, 64 << 20);
    check(run(usual, 1'000'000), "a usual reply takes few nodes");
    // What was proved can be taken over.
    TesseractProof again("", early, 1, 64 << 20);
    for (const auto& line : proof.search().remember()) again.search().recall(line);
    check(again.search().proved() && again.search().strategy() == proof.search().strategy(), "it is remembered");
    for (const auto line : {"", "00", "00 01", "00 01 0G", "00 01 0 ", "- - 00 !0", "0 - 00"}) {
        bool refused = false;
        try {
            again.search().recall(line);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        check(refused, "what is no memory is refused");
    }
    // A stopped search ends and can go on.
    TesseractProof stopped("", early, 1, 64 << 20);
    Control control;
    control.begin({});
    control.stop();
    stopped.search().run(control);
    check(!stopped.search().proved() && run(stopped, 100'000'000), "a stopped search goes on");
    // Little memory.
    TesseractProof small("", game.write(game.start()), 1, 1 << 20);
    check(!run(small, 50'000'000) && small.search().full(), "a full search stops");
    for (const int seat : {0, 3}) {
        bool refused = false;
        try {
            TesseractProof("", early, seat, 1 << 20);
        } catch (const Refusal&) {
            refused = true;
        }
        check(refused, "there is no such seat");
    }
}

// In three dimensions, where the first moves threaten nothing, another search proves it.
void test_cube() {
    const Tesseract game("dims=3");
    TesseractProof proof("dims=3", body(game, {0, 51, 60}, {3, 12, 48}), 1, 64 << 20);
    check(!run(proof, 2'000) && !proof.search().exhausted(), "a small budget leaves it open");
    check(run(proof, 20'000'000), "a large one proves it");
    check(proof.search().strategy().size() > 10, "with quiet moves");
    TesseractProof again("dims=3", body(game, {0, 51, 60}, {3, 12, 48}), 1, 64 << 20);
    for (const auto& line : proof.search().remember()) again.search().recall(line);
    check(again.search().proved() && again.search().strategy() == proof.search().strategy(), "it is remembered");
    TesseractProof other("dims=3", body(game, {0, 51, 60}, {3, 12, 48}), 2, 64 << 20);
    check(!run(other, 100'000) && other.search().exhausted(), "who threatens nothing and is not to move does not win");
}

}  // namespace

void test_strategy() {
    test_symmetries();
    test_proofs();
    test_cube();
}
