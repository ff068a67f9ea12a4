-- What a replay of every decision needs: see docs/guides/verify.md. Authorizations and forced captures have their place in
-- the history of their customer in transactions.sequence; the steps that follow them have it here. Together the numbers of
-- a customer have no gap.
create table transaction_steps (
  customer_id text collate "C" not null,
  sequence bigint not null,
  account_id text collate "C" not null,
  transaction_id text collate "C" not null,
  kind text not null, -- increment, settle, reverse, refund, expire
  amount bigint not null, -- cents that it asked for, captured, gave back or refunded
  final boolean, -- of a capture
  decision text, -- of an increment
  reasons json, -- of a declined increment
  policy_version text collate "C", -- where a policy was asked
  circumstances json,
  at bigint not null,
  primary key (customer_id, sequence)
);
create index transaction_steps_by_transaction on transaction_steps (transaction_id, sequence);

-- Policies, limits and statuses as decisions saw them, each stored once under the hash of its text.
create table policy_versions (
  hash text collate "C" primary key,
  body text not null
);

alter table transactions
  add column policy_version text collate "C", -- absent where nothing was decided: a forced capture
  add column circumstances json; -- what else the decision saw, where there was anything to see

-- The decision or step of the customer that the event tells of; absent where it tells of something else.
alter table events add column sequence bigint;
