"""Audit: the ledger, its chain, and when and how an audit is reported."""
