-- compatible: since 0009_audit_macs

-- Challenges (3-D Secure): an issuer asks whether the cardholder agrees to a purchase.
create table challenges (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  issuer text not null,
  reference text collate "C" not null, -- the issuer's id of the authentication
  status text not null,
  amount bigint, -- minor units of the currency; null: the issuer names no amount
  currency text,
  merchant_amount bigint, -- what the shop asked for, where that is in another currency
  merchant_currency text,
  merchant json not null,
  intent_id text collate "C", -- the intent that answers it, or whose approval does
  decided_by text collate "C", -- an API key, or a person
  decided_at bigint,
  note text,
  expires_at bigint not null,
  answer_until bigint, -- until when the issuer takes an answer by a call; null: it has not asked for one
  answered_at bigint, -- when the issuer has taken the answer
  answer_error text, -- why the issuer refused the answer
  created_at bigint not null,
  primary key (id, bucket)
);
create unique index challenges_by_reference on challenges (card_id, reference, bucket);
create index challenges_by_account on challenges (account_id, id);
create index challenges_by_status on challenges ((account_id || ' ' || status), id);
create index challenges_by_customer on challenges (customer_id, id);
create index challenges_by_agent on challenges (agent_id, id) where agent_id is not null;
create index challenges_by_card on challenges (card_id, id);
create index challenges_by_intent on challenges (intent_id) where intent_id is not null;
create index challenges_due on challenges (expires_at, id) where status = 'pending';
-- Those whose issuer waits for a call with the answer.
create index challenges_unanswered on challenges (card_id, id)
  where status <> 'pending' and answer_until is not null and answered_at is null and answer_error is null;

-- The list of domain/events/urgent-events.ts, with the events of challenges.
drop index deliveries_urgent;
create index deliveries_urgent on deliveries ((webhook_id || ' urgent'), coalesce(manual_at, next_attempt_at))
  where coalesce(manual_at, next_attempt_at) is not null and event_type in (
    'intent.pending_approval', 'intent.approved', 'intent.rejected', 'intent.canceled', 'card.frozen', 'card.unfrozen', 'card.closed',
    'card.credentials_locked', 'card.issuer_failed', 'customer.updated', 'agent.updated', 'policy.changed', 'budget.threshold',
    'change_request.created', 'change_request.approved', 'change_request.rejected', 'change_request.canceled', 'change_request.expired',
    'challenge.requested', 'challenge.approved', 'challenge.declined', 'challenge.expired', 'webhook.disabled', 'webhook.test');
