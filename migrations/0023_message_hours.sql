-- compatible: since 0009_audit_macs

-- How many messages about one agent or card a receiver got within an hour, and what is kept back until one message counts it.
create table message_hours (
  bucket smallint not null, -- of the agent or card
  receiver_id text collate "C" not null, -- the `webhook_id` of the deliveries
  subject_id text collate "C" not null, -- an agent, or a card without one
  kind text collate "C" not null, -- decision, challenge, report
  started_at bigint not null,
  sent integer not null,
  kept json not null, -- ids of what one message is to count, or has counted
  counting_id text collate "C", -- the delivery that counts it
  counted_from bigint, -- when that delivery is due
  primary key (receiver_id, subject_id, kind, bucket)
);
create index message_hours_by_age on message_hours (started_at);
