"""Computer players: what they have to do next, and the threads or cluster that search for them."""
