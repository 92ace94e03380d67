"""What the results of an event show: ratings, SPRT, standings, and the report."""
