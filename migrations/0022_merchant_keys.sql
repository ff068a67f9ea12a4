-- compatible: since 0009_audit_macs

-- The recognized key of the merchant's name of an approved authorization, behind the version of its rules (`KEY_VERSION` in
-- src/store/transactions/merchant-key.ts). Empty: it is not filled in yet, and a sweep does so; or the row is no approved authorization.
alter table transactions add column merchant_key text collate "C" not null default '';

-- Earlier purchases of a card with one amount at one merchant, of which another one may be a duplicate.
create index transactions_by_merchant on transactions (card_id, amount, merchant_key, id)
  where decision = 'approve' and type = 'authorization';
-- What the sweep has to fill in. It is empty afterwards, and costs new purchases nothing.
create index transactions_without_key on transactions (id)
  where decision = 'approve' and type = 'authorization' and merchant_key < 'a';

-- The recognized keys of `names`, in their order and with the version of their rules, and the `upto` that they were stored with: a node of an
-- older version changes `names` alone, and its `upto` is another one.
alter table bought_merchants add column keys json, add column keys_upto bigint;
