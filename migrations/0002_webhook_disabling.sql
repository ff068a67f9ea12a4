-- compatible: since 0001_first

-- Deliveries of urgent events that wait. The list is that of domain/urgent-events.ts, and statements name it in these words: a claim
-- takes them before all others of the same webhook, however many wait. The first column is an expression that no other index has, so
-- that no plan of a young database takes the index of all deliveries that wait instead.
create index deliveries_urgent on deliveries ((webhook_id || ' urgent'), coalesce(manual_at, next_attempt_at))
  where coalesce(manual_at, next_attempt_at) is not null and event_type in (
    'intent.pending_approval', 'intent.approved', 'intent.rejected', 'intent.canceled', 'card.frozen', 'card.unfrozen', 'card.closed',
    'card.credentials_locked', 'card.issuer_failed', 'customer.updated', 'agent.updated', 'policy.changed', 'budget.threshold',
    'change_request.created', 'change_request.approved', 'change_request.rejected', 'change_request.canceled', 'change_request.expired',
    'webhook.disabled', 'webhook.test');

-- Webhooks that fail: a row from the first failure after a success until the next success. Apart from the webhooks, whose rows no
-- delivery changes.
create table webhook_failures (
  webhook_id text collate "C" primary key,
  account_id text collate "C" not null,
  since bigint not null, -- when that first failed attempt ended
  disabled_at bigint -- the webhook was disabled for it, and its deliveries that wait are being ended
);
create index webhook_failures_by_age on webhook_failures (since);

-- Retention deletes the oldest rows of these tables, as many as a day makes. The default waits for a fifth of the table to be dead.
alter table delivery_attempts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table events set (autovacuum_vacuum_scale_factor = 0.02);
