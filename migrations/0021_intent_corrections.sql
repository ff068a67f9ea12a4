-- compatible: since 0009_audit_macs

-- What an intent was before each of its corrections, oldest first. Null: it was never corrected.
alter table intents add column corrections json;

-- The card numbers that were released for an intent, which cannot be corrected afterwards.
create index access_events_released on access_events (intent_id) where kind = 'read' and decision = 'granted' and intent_id is not null;
