-- A plain hash of a body that holds a card number gives the number away: with the BIN and the last four digits known, a
-- hundred thousand tries find the rest. From now on `key` and `body_hash` are hashes under a key of the vault, and `operation` is
-- a name: path and Idempotency-Key, texts of the caller, are in none of them. Truncated, not deleted: deleted rows stay in the
-- files until a vacuum.
truncate idempotency_keys;

-- The first read with the Idempotency-Key of this one: each repeat is a read of its own.
alter table access_events add column replay_of text collate "C";
