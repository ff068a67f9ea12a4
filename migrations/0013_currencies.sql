-- compatible: since 0009_audit_macs

-- A node of an older version takes every amount for dollars. So the first customer in another currency is made when no such node runs any
-- more (docs/guides/upgrading.md).

-- The currency of customers that name none, as an ISO 4217 code in upper case.
alter table accounts add column currency text not null default 'USD';

-- The customer's currency. It never changes: all amounts beneath the customer are in its minor units.
alter table customers add column currency text not null default 'USD';

-- The same as the customer's, for readers of cards.
alter table cards add column currency text not null default 'USD';

-- The amount that the merchant asked for, in minor units of its own currency, before the network converted it. Null: the network did not say.
alter table transactions
  add column merchant_amount bigint,
  add column merchant_currency text;
