-- compatible: since 0009_audit_macs

-- Who took back the approval of an intent before its purchase, and why. `canceled_at` says when.
alter table intents add column revoked_by text collate "C", add column revocation_reason text;
