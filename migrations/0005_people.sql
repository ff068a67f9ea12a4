-- compatible: since 0001_first
-- Passkeys that confirm nothing yet, and who made an API key. Additive: nodes of the version before go on beside it.

-- A first passkey that was made by a session alone signs its person in, and confirms nothing until then. Null: it confirms.
alter table passkeys add column if not exists waits_until bigint;

-- The keys and people who have made the key or one of its secrets. Null: made before this was kept; the audit trail tells.
alter table api_keys add column if not exists made_by text[];
