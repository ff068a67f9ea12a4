-- Purser's tables. Times are Unix milliseconds (bigint), amounts integer cents (bigint): the same numbers that the code
-- computes with. Identifiers sort in creation order, which needs the "C" collation. Nothing here calls now().
-- Every row carries account_id and, where it belongs to one, customer_id: the tables can be distributed by customer_id.
-- There are no foreign keys: none of the hot path may cross customers, and deletion is never a row's end.

create table accounts (
  id text collate "C" primary key,
  name text not null,
  created_at bigint not null
);

create table api_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  name text not null,
  role text not null,
  agent_id text collate "C",
  tier text not null,
  requests_per_minute integer,
  expires_at bigint,
  revoked_at bigint,
  created_at bigint not null
);
create index api_keys_by_account on api_keys (account_id, created_at desc, id desc);

-- A key has one secret, and two while a rotation overlaps. Only hashes are kept.
create table api_key_secrets (
  secret_hash bytea primary key,
  key_id text collate "C" not null,
  valid_until bigint
);
create index api_key_secrets_by_key on api_key_secrets (key_id);

create table customers (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  type text not null,
  status text not null,
  email text,
  name jsonb,
  phone text,
  policy json not null,
  limits json not null,
  metadata json, -- json, not jsonb: answered as it was sent
  last_sequence bigint not null default 0, -- of its decisions, without gaps
  created_at bigint not null
);
create index customers_by_account on customers (account_id, created_at desc, id desc);
create index customers_by_email on customers (account_id, lower(email), created_at desc, id desc);

create table agents (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  external_id text not null,
  name text not null,
  status text not null,
  policy json not null,
  limits json not null,
  metadata json, -- json, not jsonb: answered as it was sent
  created_at bigint not null,
  deleted_at bigint
);
create unique index agents_by_external_id on agents (account_id, external_id) where deleted_at is null;
create index agents_by_account on agents (account_id, created_at desc, id desc);
create index agents_by_customer on agents (customer_id, created_at desc, id desc);

create table cards (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  type text not null,
  usage text not null,
  status text not null,
  last4 text not null,
  exp_month text not null,
  exp_year text not null,
  policy json not null,
  limits json not null,
  configuration json,
  billing json,
  shipping json,
  merchant_lock text,
  expires_at bigint,
  first_spend_at bigint,
  last_spend_at bigint,
  consumed_at bigint,
  last_attested_at bigint, -- when a grant of the card was last used up
  closed_at bigint,
  created_at bigint not null
);
create index cards_by_account on cards (account_id, created_at desc, id desc);
create index cards_by_customer on cards (customer_id, created_at desc, id desc);
create index cards_by_agent on cards (agent_id, created_at desc, id desc) where agent_id is not null;
create index cards_closed on cards (closed_at) where closed_at is not null;
create index cards_due on cards (expires_at) where status <> 'closed' and expires_at is not null;

-- The sealed number and CVV, apart from the card so that no list of cards ever touches them.
-- number_hash is a keyed hash: what an authorization by number is found with.
create table card_secrets (
  card_id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  master_key_id text not null,
  hash_key_id text not null,
  wrapped_key bytea not null,
  sealed_pan bytea,
  sealed_cvv bytea,
  number_hash bytea,
  destroyed_at bigint
);
create unique index card_secrets_by_number on card_secrets (number_hash) where number_hash is not null;
create index card_secrets_by_master_key on card_secrets (master_key_id, card_id);

-- One row per level that counts (card, agent, customer): window sums are arithmetic on its columns. Every approval writes
-- it, so it holds only the newest entries; the older ones stand in spend_history, written once in dozens of approvals.
create table spend (
  subject_id text collate "C" primary key, -- a card, agent or customer id
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  total bigint not null,
  month integer not null, -- 202611
  month_total bigint not null,
  last_approved_at bigint,
  recent text not null, -- newest entries: see domain/spend-entries.ts
  history_version integer not null -- 0: no history
) with (fillfactor = 70);

create table spend_history (
  subject_id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  version integer not null,
  entries text not null
);

create table transactions (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  intent_id text collate "C",
  sequence bigint not null, -- of the customer's decisions
  type text not null,
  status text not null,
  amount bigint not null,
  authorized_amount bigint not null,
  settled_amount bigint not null,
  refunded_amount bigint not null,
  currency text not null,
  merchant json not null,
  decision text not null,
  counted json not null, -- [[at, cents], ...]: where the spend rows hold it, oldest first
  reasons json not null,
  flags integer not null, -- bits in the order of contract/decisions.ts
  trace json not null,
  attestation text not null,
  network_reference text,
  created_at bigint not null,
  updated_at bigint not null,
  settled_at bigint,
  expires_at bigint not null -- of the hold
);
create index transactions_by_account on transactions (account_id, created_at desc, id desc);
create index transactions_by_customer on transactions (customer_id, created_at desc, id desc);
create index transactions_by_card on transactions (card_id, created_at desc, id desc);
create unique index transactions_by_reference on transactions (card_id, network_reference)
  where network_reference is not null;
create index transactions_due on transactions (expires_at) where status = 'pending';

create table intents (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  client_id text, -- the caller's own id
  status text not null,
  declared json not null, -- as sent
  requires_approval boolean not null,
  decided_by text,
  decided_at bigint,
  rejection_reason text,
  canceled_at bigint,
  matched_at bigint, -- or mismatched
  transaction_id text collate "C",
  match_result jsonb,
  expires_at bigint not null,
  created_at bigint not null
);
create unique index intents_by_client_id on intents (card_id, client_id) where client_id is not null;
create index intents_by_account on intents (account_id, created_at desc, id desc);
create index intents_by_card on intents (card_id, created_at desc, id desc);
create index intents_open on intents (card_id) where status = 'pending';
create index intents_due on intents (expires_at) where status in ('pending', 'pending_approval');

create table approvals (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  intent_id text collate "C" not null,
  status text not null,
  subject jsonb not null,
  decided_by text,
  decided_at bigint,
  note text,
  created_at bigint not null
);
create unique index approvals_by_intent on approvals (intent_id);
create index approvals_by_account on approvals (account_id, created_at desc, id desc);

create table access_events (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  intent_id text collate "C",
  key_id text not null,
  kind text not null, -- 'grant' (attestation) or 'read' (of the number)
  decision text not null,
  reasons jsonb not null,
  purpose text,
  granted_at bigint,
  expires_at bigint,
  consumed_at bigint,
  created_at bigint not null
);
create index access_events_by_card on access_events (card_id, created_at desc, id desc);
create index access_events_live on access_events (card_id, expires_at) where kind = 'grant' and consumed_at is null;

create table events (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  customer_id text collate "C",
  type text not null,
  data json not null,
  created_at bigint not null
);
create index events_by_account on events (account_id, created_at desc, id desc);

create table webhooks (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhooks_by_account on webhooks (account_id, created_at desc, id desc);

create table deliveries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  status text not null,
  attempt_count integer not null default 0,
  next_attempt_at bigint, -- by the schedule; set exactly while pending
  manual_at bigint, -- a further attempt, asked for by hand, waits since then
  leased_until bigint, -- a dispatcher is sending it; the value is also its token for recording
  created_at bigint not null,
  updated_at bigint not null
) with (
  fillfactor = 70, -- room on the page for the lease, which then touches no index
  autovacuum_vacuum_scale_factor = 0.01 -- a queue: dead entries at its head would be walked by every claim
);
create index deliveries_by_webhook on deliveries (webhook_id, created_at desc, id desc);
create index deliveries_due on deliveries (webhook_id, coalesce(manual_at, next_attempt_at))
  where coalesce(manual_at, next_attempt_at) is not null;

create table delivery_attempts (
  delivery_id text collate "C" not null,
  number integer not null,
  started_at bigint not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_snippet text,
  manual boolean not null,
  primary key (delivery_id, number)
);

create table idempotency_keys (
  account_id text collate "C" not null,
  key text not null,
  operation text not null, -- method and path
  body_hash bytea not null,
  status integer not null,
  reply bytea not null, -- the reply's body; sealed where it holds a secret
  sealed boolean not null,
  created_at bigint not null,
  primary key (account_id, key, operation)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Facts about this database itself: which master key it was opened with, the vault's wrapped hash key.
create table settings (
  name text primary key,
  value text not null
);
