-- compatible: since 0009_audit_macs

-- An IANA name. Null: UTC. It says how people read days; sums and limits stay in UTC.
alter table accounts add column time_zone text;
