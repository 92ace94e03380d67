// How far a search has come that ends when its limits are spent.
#pragma once

#include <algorithm>

#include "search/search.hpp"

namespace quincunx {

// The share of the nodes or the time that is spent, whichever is more; 0 where neither is limited.
inline double share_spent(const Limits& limits, const Control& control) {
    const double nodes = limits.nodes ? static_cast<double>(control.nodes()) / static_cast<double>(limits.nodes) : 0;
    const double time = limits.seconds > 0 ? control.seconds() / limits.seconds : 0;
    return std::min(std::max(nodes, time), 1.0);
}

}  // namespace quincunx
