-- compatible: since 0009_audit_macs

-- Subscriptions: the purchases of a card that come again in each period, as an agent asked for them and a person approved.
create table subscriptions (
  bucket smallint not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  agent_id text collate "C",
  card_id text collate "C" not null,
  status text not null,
  declared json not null, -- as sent: {merchant, maxAmount, interval, purpose, expectedOrigin?, metadata?}
  requires_approval boolean not null,
  requested_by text collate "C" not null, -- an API key, or a person
  decided_by text collate "C",
  decided_at bigint,
  decision_note text,
  activated_at bigint, -- periods are counted from here
  paused_at bigint,
  canceled_at bigint,
  until bigint,
  expires_at bigint, -- the end of the wait for a person, then `until`
  taken_from bigint, -- the start of the last period that a purchase took
  taken_by text collate "C", -- that purchase
  exceeded json, -- the last purchase at the merchant that the subscription did not cover
  created_at bigint not null,
  primary key (id, bucket)
);
create index subscriptions_by_account on subscriptions (account_id, id);
create index subscriptions_by_status on subscriptions ((account_id || ' ' || status), id);
create index subscriptions_by_customer on subscriptions (customer_id, id);
create index subscriptions_by_agent on subscriptions (agent_id, id) where agent_id is not null;
create index subscriptions_by_card on subscriptions (card_id, id);
-- What decisions about a card read, with the card.
create index subscriptions_open on subscriptions (card_id) where status in ('active', 'paused');
-- Of an agent, or of a card without one: those that wait are counted before there is another.
create index subscriptions_by_asker on subscriptions ((coalesce(agent_id, card_id) || ' ' || status));
create index subscriptions_due on subscriptions (expires_at, id)
  where status in ('pending_approval', 'active', 'paused') and expires_at is not null;

-- The subscription that a purchase matched. Null for all others.
alter table transactions add column subscription_id text collate "C";
create index transactions_by_subscription on transactions (subscription_id, id) where subscription_id is not null;

-- The names of the merchants where a customer has bought, up to an entry of its journal: a cache of its purchases, which a policy with
-- `newMerchant` reads. Customers without such a policy have no row.
create table bought_merchants (
  bucket smallint not null,
  customer_id text collate "C" not null,
  upto bigint not null, -- the number of the last purchase in it
  names json not null, -- the newest first
  primary key (customer_id, bucket)
);
