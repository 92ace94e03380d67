"""What the results of a tournament show: ratings, SPRT, standings, and the report."""
