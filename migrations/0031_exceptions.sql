-- compatible: since 0009_audit_macs

-- The intent that a change request asks an exception for, with the rules that approving it lifts for that purchase alone. Null: the request
-- asks for a change of a card or an agent. A node of an older version does not lift them: ask for the first exception when no such node
-- runs any more.
alter table change_requests add column once jsonb;
