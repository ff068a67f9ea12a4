-- compatible: since 0009_audit_macs

-- Waiting challenges that the decision about an intent answers. A sweep looks at those of them that expire first, however many others wait.
create index challenges_bound on challenges (expires_at, id) where status = 'pending' and intent_id is not null;
