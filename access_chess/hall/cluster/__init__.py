"""Several halls as one, by a ledger that all read in one order: NATS JetStream. Imported by `--ledger` alone."""
