-- Purser's tables. Times are Unix milliseconds (bigint), amounts integer cents (bigint): the same numbers that the code
-- computes with. Nothing here calls now(), or draws a random number.
--
-- Keys. An id begins with its moment, which is the row's created_at: the order of ids, which needs the "C" collation, is the
-- order of (created_at, id), and lists are ordered by id alone. An id ends with its bucket. Whatever belongs to a customer is in
-- the customer's bucket, which is a part of its primary key and of every unique constraint, so that the tables can be distributed
-- by it; statements that know an id name the bucket too. Other indexes leave it out. Tables without a bucket are small and would
-- stand on every server. What is unique over customers has tables of its own, in buckets by the hash of what is unique.
--
-- The bucket is the last part of a key: no index begins with it, so that none is of use for the bucket alone. Plans are made once,
-- often for an empty table, where an index of one row and one of a sixty-fourth of all rows cost the same. For the same reason
-- what two columns find together is one expression: neither finds anything alone.
--
-- Indexes are ascending: newest rows are listed first by reading them backwards. An ascending index takes the newest row at its
-- end, where PostgreSQL inserts fastest and leaves full pages behind; a descending one splits its first page again and again.
--
-- There are no foreign keys: none of the hot path may cross customers, and deletion is never a row's end. Every row carries
-- account_id and, where it belongs to one, customer_id.

-- The event of a decision is told from its transaction and has its id, with another prefix: see domain/batch/decision-event.ts.
create function decision_event_id(transaction_id text) returns text
  language sql immutable strict parallel safe
  return replace(transaction_id, 'txn_', 'evt_');
create function decision_of(event_id text) returns text
  language sql immutable strict parallel safe
  return replace(event_id, 'evt_', 'txn_');

create table accounts (
  id text collate "C" primary key,
  name text not null,
  approval_passkey_above bigint, -- cents; null: nobody has to confirm with a passkey
  numbers_need_passkey boolean not null, -- of every person who reads a card number; false: of those who have one
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
  allowed_addresses text[], -- networks; null: from anywhere
  mcp_card_details text, -- plain; null: no tool shows the key a card number
  expires_at bigint,
  revoked_at bigint,
  created_at bigint not null
);
create index api_keys_by_account on api_keys (account_id, id);
create index api_keys_by_agent on api_keys (agent_id) where agent_id is not null;

-- A key has one secret, two while a rotation overlaps, and none once it is revoked. Only hashes are kept, each with a MAC under a key
-- of the vault over the hash and what the key may do: what was written by hand is no key.
create table api_key_secrets (
  secret_hash bytea primary key,
  key_id text collate "C" not null,
  valid_until bigint,
  mac bytea not null
);
create index api_key_secrets_by_key on api_key_secrets (key_id);

-- The last minute in which a key was used. Apart from the keys: a use waits for nobody who changes one.
create table api_key_uses (
  key_id text collate "C" primary key,
  last_used_at bigint not null
);

-- People sign in to the dashboard. The MAC, under a key of the vault, covers what a person may do and signs in with: what was written
-- by hand is nobody. A password is kept as argon2id in its PHC form.
create table people (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  email text not null, -- lower case
  name text not null,
  role text not null,
  status text not null,
  password text not null,
  created_at bigint not null,
  mac bytea not null
);
create unique index people_by_email on people (email, account_id);
create index people_by_account on people (account_id, id);

create table invitations (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  email text, -- null: whoever accepts it says theirs
  role text not null,
  secret_hash bytea not null,
  mac bytea not null,
  expires_at bigint not null,
  accepted_at bigint,
  revoked_at bigint,
  created_at bigint not null
);
create unique index invitations_by_secret on invitations (secret_hash);
create index invitations_by_account on invitations (account_id, id);

-- Links for a new password. One that was used has no row, and a new password takes all of its person away.
create table password_resets (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  secret_hash bytea not null,
  mac bytea not null,
  expires_at bigint not null,
  created_at bigint not null
);
create unique index password_resets_by_secret on password_resets (secret_hash);
create index password_resets_by_person on password_resets (person_id, id);
create index password_resets_by_end on password_resets (expires_at);

-- Who is told of events beside webhooks: a person by mail, an account in Slack. Their deliveries name them as those of a webhook do.
create table notification_channels (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  person_id text collate "C", -- null: the account's, in Slack
  events text[] not null,
  sealed_url bytea, -- of Slack
  created_at bigint not null,
  updated_at bigint not null
);
create unique index notification_channels_by_owner on notification_channels (account_id, coalesce(person_id, ''));

-- Mails with a link that lets somebody in, each with a delivery of its own. The secret is sealed; what it opens says whether the letter
-- is still to be sent.
create table letters (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  kind text not null,
  about_id text collate "C" not null, -- an invitation, or a password reset
  email text not null,
  sealed_secret bytea not null,
  expires_at bigint not null,
  created_at bigint not null
);

-- A session that is ended, or over, has no row. Only the hash of its secret is kept.
create table sessions (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  secret_hash bytea not null,
  mac bytea not null,
  address text,
  user_agent text,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null
);
create unique index sessions_by_secret on sessions (secret_hash);
create index sessions_by_person on sessions (person_id, id);
create index sessions_by_end on sessions (expires_at);

create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null, -- COSE
  counter bigint not null,
  host text not null,
  created_at bigint not null,
  last_used_at bigint,
  mac bytea not null
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_person on passkeys (person_id, id);

-- What somebody is asked to sign, for five minutes. One that was answered has no row.
create table passkey_challenges (
  challenge bytea primary key, -- SHA-256 of the statement
  statement text not null, -- canonical JSON
  expires_at bigint not null,
  mac bytea not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- What people signed when they decided about intents. Written before the decision: none is without it.
create table approval_proofs (
  challenge bytea primary key,
  account_id text collate "C" not null,
  intent_id text collate "C" not null,
  person_id text collate "C" not null,
  decision text not null,
  statement text not null,
  credential_id bytea not null,
  public_key bytea not null, -- COSE
  host text not null,
  client_data bytea not null,
  authenticator_data bytea not null,
  signature bytea not null,
  created_at bigint not null,
  mac bytea not null
);
create index approval_proofs_by_intent on approval_proofs (intent_id, person_id, decision, created_at);

-- Wrong passwords of late, by a keyed hash of whom or where they were for.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_at bigint not null
);
create index sign_in_failures_by_time on sign_in_failures (last_at);

-- The current minute of each API key, from its first request on: what all nodes together took out of it. The sum never
-- passes the key's limit, and a node asks here once for a thousandth of a large limit, not once for a request.
create table rate_leases (
  bucket smallint not null, -- of the key
  key_id text collate "C" not null,
  started_at bigint not null,
  leased integer not null,
  primary key (key_id, bucket)
);

create table customers (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  type text not null,
  status text not null,
  email text,
  name jsonb,
  phone text,
  policy json not null,
  shadow_policy json, -- decides beside it, without an effect
  shadow_since bigint, -- when it became what it is
  limits json not null,
  metadata json, -- json, not jsonb: answered as it was sent
  -- Names what the customer and all beneath it are at this moment: every change, under its lock, gives it a name that never was
  -- before. What a node keeps of them is true while this is its name, also after a restore has taken changes back.
  version text collate "C" not null,
  created_at bigint not null,
  primary key (id, bucket)
);
create index customers_by_account on customers (account_id, id);
create index customers_by_status on customers ((account_id || ' ' || status), id);
create index customers_by_email on customers ((account_id || ' ' || lower(email)), id);

create table agents (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  external_id text not null,
  name text not null,
  status text not null,
  policy json not null,
  shadow_policy json, -- decides beside it, without an effect
  shadow_since bigint, -- when it became what it is
  limits json not null,
  metadata json, -- json, not jsonb: answered as it was sent
  created_at bigint not null,
  deleted_at bigint,
  primary key (id, bucket)
);
create index agents_by_account on agents (account_id, id);
create index agents_by_status on agents ((account_id || ' ' || status), id);
create index agents_by_customer on agents (customer_id, id);

-- Which living agent of an account has an external id. Of two registrations at once the second waits here for the first.
create table agent_external_ids (
  bucket smallint not null, -- of account and external id
  account_id text collate "C" not null,
  external_id text collate "C" not null,
  agent_id text collate "C" not null,
  primary key (account_id, external_id, bucket)
);

create table cards (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  type text not null,
  usage text not null,
  status text not null,
  issuer text collate "C", -- whoever issues it, from its creation on; null: Purser, which has its number
  last4 text, -- this and the next two: null until its issuer has made it
  exp_month text,
  exp_year text,
  policy json not null,
  shadow_policy json, -- decides beside it, without an effect
  shadow_since bigint, -- when it became what it is
  limits json not null,
  label text,
  configuration json,
  metadata json, -- json, not jsonb: answered as it was sent
  billing json,
  shipping json,
  merchant_lock text,
  expires_at bigint,
  first_spend_at bigint,
  consumed_at bigint,
  failed_credentials json, -- [at, ...]: wrong expiries and CVVs in a row, the last five at most; null: none
  last_attested_at bigint, -- when a grant of the card was last used up
  closed_at bigint,
  -- Stands with the closing, so that an index of those that are left finds them, however long ago they were closed. A moment
  -- until which all was done is wrong for good once a clock was.
  number_destroyed boolean not null default false,
  created_at bigint not null,
  primary key (id, bucket)
);
create index cards_by_account on cards (account_id, id);
create index cards_by_status on cards ((account_id || ' ' || status), id);
create index cards_by_customer on cards (customer_id, id);
create index cards_by_agent on cards (agent_id, id) where agent_id is not null;
create index cards_open_by_agent on cards (agent_id, id) where status <> 'closed';
create index cards_number_due on cards (closed_at) where closed_at is not null and not number_destroyed;
create index cards_due on cards (expires_at, id) where status <> 'closed' and expires_at is not null;

-- The sealed number and CVV, apart from the card so that no list of cards ever touches them.
create table card_secrets (
  bucket smallint not null,
  card_id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  master_key_id text not null,
  hash_key_id text not null,
  wrapped_key bytea not null,
  sealed_pan bytea,
  sealed_cvv bytea,
  number_hash bytea, -- keyed; as in card_numbers
  destroyed_at bigint,
  primary key (card_id, bucket)
);
create index card_secrets_by_master_key on card_secrets (master_key_id, card_id);

-- Which card has a number, by a keyed hash: what an authorization by number finds it with.
create table card_numbers (
  bucket smallint not null, -- of the hash
  number_hash bytea not null,
  card_id text collate "C" not null,
  primary key (number_hash, bucket)
);

-- Which card a token of an issuer is: what its requests and events name their card by. It never changes.
create table issuer_cards (
  bucket smallint not null, -- of the token
  card_token text collate "C" not null,
  issuer text not null,
  card_id text collate "C" not null,
  created_at bigint not null,
  primary key (card_token, issuer, bucket)
);

-- A card that another issuer makes, as far as that one knows of it: what differs from the card is still to be told. One row a card, so
-- that its issuer is called about it by one node at a time, and in order.
create table issuer_calls (
  bucket smallint not null, -- of the customer
  card_id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  issuer text collate "C" not null,
  first_status text not null, -- what it is made with: the same in every attempt
  version integer not null, -- of the idempotency key that it is made under
  tried_at bigint, -- when that key was first used
  card_token text collate "C", -- null: it is not made yet
  asked_status text, -- the last one that it was asked for, and how many they were
  asked_count integer not null,
  told_status text, -- the one that it has; null: not known
  asked_limits text, -- the same of what it holds the card to
  told_limits text,
  failed boolean not null, -- the last call was refused for good, or given up
  attempt integer not null, -- how many have failed in a row, and since when
  failing_since bigint,
  last_error text,
  next_at bigint, -- null: nothing is to be told
  leased_until bigint, -- a node is calling; the value is also its token for recording
  primary key (card_id, bucket)
);
create index issuer_calls_due on issuer_calls (next_at) where next_at is not null;
create index issuer_calls_by_customer on issuer_calls (customer_id);

-- A customer as an issuer knows it.
create table issuer_holders (
  bucket smallint not null,
  customer_id text collate "C" not null,
  account_id text collate "C" not null,
  issuer text collate "C" not null,
  request json not null, -- what it is made from: the same in every attempt
  version integer not null,
  tried_at bigint,
  holder_token text collate "C",
  created_at bigint not null,
  primary key (customer_id, issuer, bucket)
);

-- A customer's journal is what was decided beneath it, authorizations and forced captures here and the steps that follow them
-- in transaction_steps. Together they are numbered without gaps. Spend is a fold of it.
create table transactions (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  intent_id text collate "C",
  sequence bigint not null, -- place in the customer's journal, without gaps, shared with transaction_steps
  type text not null,
  status text not null,
  amount bigint not null,
  authorized_amount bigint not null,
  settled_amount bigint not null,
  refunded_amount bigint not null,
  currency text not null,
  merchant json not null,
  decision text not null,
  counted json not null, -- [[at, cents], ...]: what of it counts, oldest first
  reasons json not null,
  flags integer not null, -- bits in the order of contract/decisions.ts
  trace json not null,
  shadow json, -- what the shadow policies would have decided, where there were any
  attestation text not null,
  network_reference text, -- as it is shown
  reference_hash text collate "C", -- keyed, of account, card and reference; what a reference is compared by
  policy_version text collate "C", -- absent where nothing was decided: a forced capture
  decision_inputs json, -- what else the decision saw, where there was anything to see
  created_at bigint not null,
  updated_at bigint not null,
  settled_at bigint,
  expires_at bigint not null, -- of the hold
  primary key (id, bucket)
);
create unique index transactions_journal on transactions (customer_id, sequence, bucket);
-- The hash is of the card, too, and what looks for a reference does not name the card: with an index that begins with it, all of
-- a card's transactions are read where the planner met the table young and calls them few.
create unique index transactions_by_reference on transactions (reference_hash, bucket) where reference_hash is not null;
create index transactions_by_account on transactions (account_id, id);
-- By an expression, which what reads the journal does not name: only the journal's index begins with the customer. With another
-- one that does, all of a customer's entries are read and sorted as soon as statistics call them few.
create index transactions_by_customer on transactions ((account_id || ' ' || customer_id), id);
create index transactions_by_card on transactions (card_id, id);
create index transactions_by_agent on transactions (agent_id, id) where agent_id is not null;
create index transactions_by_intent on transactions (intent_id) where intent_id is not null;
create index transactions_due on transactions (expires_at, id) where status = 'pending';
-- What of a customer's spend is held. The journal is not read by it: no statement of the journal names the status.
create index transactions_held on transactions (customer_id, id) where status = 'pending';

create table transaction_steps (
  bucket smallint not null,
  id text collate "C" not null, -- names the entry: a sequence may come again, after a restore
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  transaction_id text collate "C" not null,
  sequence bigint not null,
  kind text not null, -- increment, settle, reverse, refund, expire, advise, capture
  amount bigint not null, -- cents that it asked for, captured, gave back or refunded; of an advice, what is held after it
  final boolean, -- of a capture
  decision text, -- of an increment, or of an advice the issuer's
  reasons json, -- of a decline
  counted json, -- [[at, cents], ...]: what it added to or took from the spend, or null
  policy_version text collate "C", -- where a policy was asked
  decision_inputs json,
  at bigint not null,
  primary key (customer_id, sequence, bucket)
);
create index transaction_steps_by_transaction on transaction_steps (transaction_id, sequence);
create index transaction_steps_by_card on transaction_steps (card_id, sequence);
create index transaction_steps_by_agent on transaction_steps (agent_id, sequence) where agent_id is not null;

-- What an issuer or a network told that has happened, so that it has no second effect when it is told again.
create table facts (
  bucket smallint not null,
  fact_hash text collate "C" not null, -- keyed, of the card and the teller's own name of the fact
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  card_id text collate "C" not null,
  reference_hash text collate "C", -- keyed, of the card and the authorization that it is about
  as_of bigint, -- of an advice: when it was so
  transaction_id text collate "C" not null, -- where it found its place
  credit_id text collate "C", -- the credit of what that could not take
  created_at bigint not null,
  primary key (fact_hash, bucket)
);
create index facts_by_reference on facts (reference_hash, as_of) where as_of is not null;
create index facts_by_age on facts (created_at);

-- What the journal of a card, an agent or a customer comes to, up to one entry: spend from there on is folded from what follows
-- it. Written once in hundreds of entries; never what was spent until now.
create table spend_checkpoints (
  bucket smallint not null,
  subject_id text collate "C" not null, -- a card, agent or customer
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  sequence bigint not null, -- the last journal entry in it, with its id and moment
  entry_id text collate "C" not null,
  at bigint not null,
  entries bigint not null, -- how many entries of the level are in it
  total bigint not null,
  month integer not null, -- 202611
  month_total bigint not null,
  last_approved_at bigint,
  older text not null, -- see domain/spend-entries.ts
  recent text not null,
  primary key (subject_id, bucket)
);

-- What was spent and declined, by hours and days of UTC: of an account, a customer, an agent and a card, as one sum and by what it is
-- told apart by. Folded from the journals behind the decisions: none of them waits for it.
create table spend_sums (
  bucket smallint not null, -- of the scope
  scope_id text collate "C" not null, -- an account, customer, agent or card
  account_id text collate "C" not null,
  grouped_by text collate "C" not null, -- none, customer, agent, card, merchant, category, reason
  length text collate "C" not null, -- hour, day, period (30 days)
  start bigint not null,
  group_key text collate "C" not null, -- empty: it has none
  approved_count bigint not null,
  approved_amount bigint not null,
  declined_count bigint not null,
  declined_amount bigint not null,
  -- How large it is: by what was approved, where that is nothing by what was declined. In steps of 4 %, so that few changes of a sum move it
  -- in its index: the others stay in their page.
  standing smallint not null generated always as (case
    when approved_amount > 0 then 1000 + floor(16 * ln(approved_amount::double precision) / ln(2::double precision))
    when approved_amount < 0 then -1 - floor(16 * ln(-approved_amount::double precision) / ln(2::double precision))
    else floor(16 * ln(declined_amount::double precision + 1) / ln(2::double precision)) end) stored,
  primary key (scope_id, grouped_by, length, start, group_key, bucket)
) with (fillfactor = 70); -- the rows of today change with every fold
create index spend_sums_by_standing on spend_sums (scope_id, grouped_by, length, start, standing)
  where grouped_by not in ('none', 'reason') and length <> 'hour';

-- Up to which entry a customer's journal is in these sums.
create table spend_folds (
  bucket smallint not null,
  customer_id text collate "C" not null,
  account_id text collate "C" not null,
  sequence bigint not null,
  primary key (customer_id, bucket)
);

-- What an account notes beside its transactions. Apart from them: no decision reads it, and no purchase writes it.
create table transaction_metadata (
  bucket smallint not null,
  id text collate "C" not null, -- of the transaction
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  metadata json,
  primary key (id, bucket)
);

-- Policies, limits and statuses as decisions saw them, each stored once in a bucket under the hash of its text.
create table policy_versions (
  bucket smallint not null,
  hash text collate "C" not null,
  body text not null,
  primary key (hash, bucket)
);

create table intents (
  bucket smallint not null,
  id text collate "C" not null,
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
  decision_note text, -- of whoever approved or rejected it
  canceled_at bigint,
  matched_at bigint, -- or mismatched
  transaction_id text collate "C",
  match_result jsonb,
  report json, -- how the purchase ended, as its agent says
  -- Most cents that a purchase of the intent may come to; absent where no amount is expected.
  ceiling bigint,
  declared_by text collate "C" not null, -- an API key, or a person
  expires_at bigint not null,
  created_at bigint not null,
  primary key (id, bucket)
);
create unique index intents_by_client_id on intents (card_id, client_id, bucket) where client_id is not null;
create index intents_by_account on intents (account_id, id);
create index intents_by_status on intents ((account_id || ' ' || status), id);
create index intents_by_customer on intents (customer_id, id);
create index intents_by_card on intents (card_id, id);
create index intents_by_agent on intents (agent_id, id) where agent_id is not null;
-- Those that wait for their transaction, and those that wait for a person: together they are counted before a card gets another.
create index intents_waiting on intents (card_id) where status in ('pending', 'pending_approval');
-- What waits for a person, of a customer, an agent and a card.
create index intents_asking_by_customer on intents (customer_id, id) where status = 'pending_approval';
create index intents_asking_by_agent on intents (agent_id, id) where status = 'pending_approval';
create index intents_asking_by_card on intents (card_id, id) where status = 'pending_approval';
create index intents_due on intents (expires_at, id) where status in ('pending', 'pending_approval');

create table approvals (
  bucket smallint not null,
  id text collate "C" not null,
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
  created_at bigint not null,
  primary key (id, bucket)
);
create unique index approvals_by_intent on approvals (intent_id, bucket);
create index approvals_by_account on approvals (account_id, id);
-- What a person is asked for, and not all that anybody ever was.
create index approvals_by_status on approvals ((account_id || ' ' || status), id);
create index approvals_by_customer on approvals (customer_id, id);
create index approvals_by_agent on approvals (agent_id, id) where agent_id is not null;

-- What agents ask people to change of a card, or of the agent.
create table change_requests (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C", -- null: of the agent itself
  status text not null,
  wanted json not null, -- as sent
  fingerprint text collate "C" not null, -- SHA-256 of the card or agent and what is wanted: the same is not asked twice at a time
  why text not null,
  transaction_id text collate "C", -- the purchase that was declined
  purchase json, -- one that was only evaluated
  changes json not null, -- [{path, before, after}, ...]: what approving it has changed
  requested_by text collate "C" not null, -- an API key, or a person
  decided_by text collate "C",
  decided_at bigint,
  note text,
  expires_at bigint not null,
  created_at bigint not null,
  primary key (id, bucket)
);
create index change_requests_by_account on change_requests (account_id, id);
create index change_requests_by_status on change_requests ((account_id || ' ' || status), id);
create index change_requests_by_customer on change_requests (customer_id, id);
create index change_requests_by_agent on change_requests (agent_id, id) where agent_id is not null;
create index change_requests_by_card on change_requests (card_id, id) where card_id is not null;
create index change_requests_by_fingerprint on change_requests (fingerprint, id);
-- Of an agent, or of a card without one: those that wait are counted before there is another.
create index change_requests_by_asker on change_requests ((coalesce(agent_id, card_id) || ' ' || status));
create index change_requests_due on change_requests (expires_at, id) where status = 'pending';

create table access_events (
  bucket smallint not null,
  id text collate "C" not null,
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
  -- What an attestation said beside its purpose: the purchase that the number is read for.
  expected_amount bigint, -- cents
  merchant text,
  passkey_id text collate "C", -- what a person confirmed the read with
  replay_of text collate "C", -- the first read with the Idempotency-Key of this one: each repeat is a read of its own
  granted_at bigint,
  expires_at bigint,
  consumed_at bigint,
  created_at bigint not null,
  primary key (id, bucket)
);
create index access_events_by_card on access_events (card_id, id);
-- A read of a card number uses the grant that expires first, of the intent that is named or of none. Nothing bounds how many an
-- agent asks for: with the intent before the time, and the id that decides between equals, the first is found at once.
create index access_events_live on access_events (card_id, expires_at, id) where kind = 'grant' and consumed_at is null;
create index access_events_live_by_intent on access_events (card_id, intent_id, expires_at, id)
  where kind = 'grant' and consumed_at is null;

-- What enters card numbers for an agent: numbers are sealed for its public key. One that was deleted has no row.
create table fillers (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C" not null,
  name text not null,
  public_key json not null, -- JWK
  created_at bigint not null,
  primary key (id, bucket)
);
create index fillers_by_agent on fillers (agent_id, id);

create table events (
  bucket smallint not null, -- of the customer; of the webhook where the event is a test of it
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C",
  type text not null,
  data json not null,
  -- The entry of the customer's journal that it tells of; absent where it tells of something else.
  sequence bigint,
  created_at bigint not null,
  primary key (id, bucket)
);
create index events_by_account on events (account_id, id);
create index events_by_type on events ((account_id || ' ' || type), id);

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
create index webhooks_by_account on webhooks (account_id, id);

create table deliveries (
  bucket smallint not null, -- of the event, or the letter
  id text collate "C" not null,
  account_id text collate "C" not null,
  webhook_id text collate "C" not null, -- or of a notification channel, or of a letter
  event_id text collate "C" not null, -- or of a letter
  event_type text not null,
  status text not null,
  attempt_count integer not null default 0,
  next_attempt_at bigint, -- by the schedule; set exactly while pending
  manual_at bigint, -- a further attempt, asked for by hand, waits since then
  leased_until bigint, -- a dispatcher is sending it; the value is also its token for recording
  created_at bigint not null,
  updated_at bigint not null,
  primary key (id, bucket)
) with (
  fillfactor = 70, -- room on the page for the lease, which then touches no index
  autovacuum_vacuum_scale_factor = 0.01 -- a queue: dead entries at its head would be walked by every claim
);
create index deliveries_by_webhook on deliveries (webhook_id, id);
create index deliveries_due on deliveries (webhook_id collate "POSIX", coalesce(manual_at, next_attempt_at))
  where coalesce(manual_at, next_attempt_at) is not null;

create table delivery_attempts (
  bucket smallint not null,
  delivery_id text collate "C" not null,
  number integer not null,
  started_at bigint not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_snippet text,
  manual boolean not null,
  primary key (delivery_id, number, bucket)
);

-- A plain hash of a body that holds a card number gives the number away: with the BIN and the last four digits known, a
-- hundred thousand tries find the rest. Path and Idempotency-Key are texts of the caller too: keyed hashes of all are kept.
create table idempotency_keys (
  bucket smallint not null, -- of the API key
  account_id text collate "C" not null,
  key text not null, -- keyed hash of API key, Idempotency-Key, method and path
  operation text not null, -- its name
  body_hash bytea not null, -- keyed
  status integer not null,
  reply bytea not null, -- the reply's body; sealed where it holds a secret
  sealed boolean not null,
  created_at bigint not null,
  primary key (account_id, key, operation, bucket)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The audit trail: what anybody has changed, chained for each account. Nothing updates an entry, and only retention deletes any.
create table audit_entries (
  bucket smallint not null, -- of the account
  account_id text collate "C" not null,
  sequence bigint not null, -- place in the account's chain, without gaps
  id text collate "C" not null, -- in the order of the sequence; begins with the moment
  actor_type text not null, -- key, person, shell, system
  actor_id text collate "C" not null,
  actor_name text not null,
  request_id text,
  operation text not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  customer_id text collate "C",
  changes json not null, -- [{path, before, after}, ...]
  previous_hash text not null, -- of the entry before it
  hash text not null, -- SHA-256 over the entry: see lib/audit-chain.ts
  primary key (account_id, sequence, bucket)
);
create unique index audit_entries_by_id on audit_entries (id, bucket);
create index audit_entries_by_account on audit_entries (account_id, id);
create index audit_entries_by_resource on audit_entries ((account_id || ' ' || resource_id), id);
create index audit_entries_by_actor on audit_entries ((account_id || ' ' || actor_id), id);
create index audit_entries_by_operation on audit_entries ((account_id || ' ' || operation), id);

-- The end of each account's chain: the lock of whoever appends to it.
create table audit_heads (
  bucket smallint not null, -- of the account
  account_id text collate "C" not null,
  sequence bigint not null,
  entry_id text collate "C" not null,
  hash text not null,
  sign_due_at bigint, -- an hour after the first entry that is not signed yet
  primary key (account_id, bucket)
);
create index audit_heads_due on audit_heads (sign_due_at) where sign_due_at is not null;

-- Ends as they were signed: what is missing from a chain since is found by them.
create table signed_heads (
  bucket smallint not null, -- of the account
  account_id text collate "C" not null,
  sequence bigint not null,
  hash text not null,
  signed_at bigint not null,
  signature text not null, -- Ed25519, base64
  primary key (account_id, sequence, bucket)
);

-- The nodes that share out buckets among themselves, where tables are distributed: see store/node-parts.ts.
create table node_leases (
  node text primary key,
  until bigint not null
);

-- Facts about this database itself: which master key it was opened with, the vault's wrapped hash key.
create table settings (
  name text primary key,
  value text not null
);
