"""The games for PettingZoo, OpenSpiel and Gymnasium. Import the module you need; this package imports none of them."""
