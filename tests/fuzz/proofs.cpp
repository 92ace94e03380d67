// A position, and what an earlier search has saved of its proof: taken back, or refused with a reason; then the search goes on.
// Saved work may be wrong, and then so is the answer (checkers judge those); but it must not break the search.
#include <cstring>

#include "fuzz.hpp"
#include "games/tactix/rules.hpp"
#include "games/tactix/subsets.hpp"
#include "games/tesseract/proof.hpp"
#include "games/xchain/proof.hpp"

using namespace quincunx;

namespace {

constexpr std::uint64_t MEMORY = 1 << 20;

std::string_view options(std::string_view position) {
    const auto game = position.substr(0, position.find(' '));
    const auto colon = game.find(':');
    return colon == game.npos ? std::string_view{} : game.substr(colon + 1);
}

void go_on_with_tesseract(const Line& line, std::string_view options, std::string_view saved) {
    TesseractProof proof(options, line.body, 1, MEMORY);
    while (!saved.empty()) proof.search().recall(fuzz::line(saved));
    Control control;
    control.begin({.nodes = 300});
    proof.search().run(control);
    if (proof.search().proved()) proof.search().strategy();
    for (const auto& known : proof.search().remember()) proof.search().recall(known);
}

void go_on_with_xchain(const Line& line, std::string_view options, std::string_view saved) {
    XchainProof proof(Xchain(options), MEMORY);
    for (bool old = false; saved.size() >= 8; saved.remove_prefix(8), old = !old) {
        std::uint64_t finding;
        std::memcpy(&finding, saved.data(), sizeof finding);
        old ? proof.learn_sets(finding, finding & 1) : proof.learn(finding);
    }
    Control control;
    control.begin({.nodes = 300});
    const auto position = proof.game().read(line.body);
    if (!proof.game().result(position).over) proof.winning(position, true, control);
}

void go_on_with_tactix(const Line& line, std::string_view options, std::string_view saved) {
    const Tactix game(options);
    const auto position = game.read(line.body);
    if (std::popcount(position.counters) > 12) return;
    tactix::Losses table(position.counters, game.spans(), game.last_loses);
    std::vector<std::uint64_t> words(saved.size() / 8);
    if (!words.empty()) std::memcpy(words.data(), saved.data(), 8 * words.size());
    table.restore(words.data(), words.size());
    Control control;
    control.begin({});
    table.fill(control);
    table.winning(position.counters, game.spans());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    auto text = fuzz::text(data, size);
    const auto position = fuzz::line(text);
    try {
        const Line line(position);
        const auto& spec = line.game->spec();
        if (spec.starts_with(Tesseract::name)) go_on_with_tesseract(line, options(position), text);
        if (spec.starts_with(Xchain::name)) go_on_with_xchain(line, options(position), text);
        if (spec.starts_with(Tactix::name)) go_on_with_tactix(line, options(position), text);
    } catch (const std::invalid_argument&) {}
    return 0;
}
