"""Tests named by the items of the maintenance contract."""
