// Answers to many questions in one call, as `quincunx engine --json` writes them. Small searches take less time than Python needs
// for one answer; no Python runs in here, so several threads can answer at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core.hpp"
#include "report_json.hpp"
#include "threads.hpp"

namespace quincunx {

struct Question {
    std::string_view position;  // the whole line
    std::string_view method;
    Limits limits;
    Control* control;
};

// What the core knows of an answer. Python adds the id, and the message for the basis.
struct Answer {
    std::string found;  // JSON: "best", "position", "actor", "moves"
    std::string basis;
    std::string spent;  // JSON: "nodes", "seconds"
};

// Empty if the search fails. Names of games, positions and moves need no escaping.
inline std::optional<Answer> answer(const Question& question) try {
    const Line line(question.position);
    const auto report = line.game->analyse(line.body, question.method, question.limits, *question.control);
    const int actor = line.game->actor(line.body);
    std::string found = "\"best\":";
    found += actor > 0 ? '"' + report.moves[best_move(report, actor)].move + '"' : "null";
    found += ",\"position\":\"" + line.whole(line.game->canonical(line.body)) + '"';
    found += ",\"actor\":" + std::to_string(actor) + ",\"moves\":" + moves_json(report);
    return Answer{std::move(found), report.basis,
                  "\"nodes\":" + std::to_string(report.nodes) + ",\"seconds\":" + json_number(report.seconds)};
} catch (const std::exception&) {
    return std::nullopt;
}

// The answers in the order of the questions. Each thread takes the next open question. If the system grants fewer threads, those
// answer everything.
inline std::vector<std::optional<Answer>> answers(const std::vector<Question>& questions, std::size_t threads) {
    std::vector<std::optional<Answer>> found(questions.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < questions.size();)
            found[i] = answer(questions[i]);
    };
    std::vector<Thread> others;
    try {
        for (std::size_t t = 1; t < std::min(threads, questions.size()); ++t) others.emplace_back(work);
    } catch (const std::exception&) {  // the system grants no more threads
    }
    work();
    others.clear();
    return found;
}

}  // namespace quincunx
