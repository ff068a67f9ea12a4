-- compatible: since 0009_audit_macs

-- Why an intent or a subscription waits for a person, as it was when that was found out, and when `autoApproveBelow` approved it. A node of
-- an older version leaves both out: set `autoApprovePerDay` when no such node runs any more.
alter table intents add column approval_reasons json, add column auto_approved_at bigint;
alter table subscriptions add column approval_reasons json, add column auto_approved_at bigint;

-- What was approved automatically, and what a person said no to, of a customer in the last hours.
create index intents_auto_approved on intents (customer_id, auto_approved_at) where auto_approved_at is not null;
create index intents_rejected on intents (customer_id, (coalesce(canceled_at, decided_at)))
  where status = 'rejected' or revoked_by is not null;
create index subscriptions_auto_approved on subscriptions (customer_id, auto_approved_at) where auto_approved_at is not null;
create index subscriptions_rejected on subscriptions (customer_id, decided_at) where status = 'rejected';
