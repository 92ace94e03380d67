// The searches of xchain on boards with more than 64 squares.
#include "games/xchain/methods.hpp"

namespace quincunx::xchain {

QUINCUNX_THINK_ON(3, 2);
QUINCUNX_THINK_ON(3, 4);

}  // namespace quincunx::xchain
