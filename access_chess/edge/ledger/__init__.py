"""The ledger of many machines: NATS JetStream, and nothing of what is written in it."""
