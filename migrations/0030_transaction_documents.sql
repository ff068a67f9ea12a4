-- compatible: since 0009_audit_macs

-- The papers of a purchase, sealed. Their names, types and hashes stand with the notes of the transaction, whose row is locked by whoever
-- adds or deletes one. A node of an older version shows none.
alter table transaction_metadata add column documents json;

create table transaction_documents (
  bucket smallint not null,
  id text collate "C" not null,
  transaction_id text collate "C" not null,
  account_id text collate "C" not null,
  customer_id text collate "C" not null,
  sealed bytea not null,
  created_at bigint not null,
  primary key (id, bucket)
);
-- Sealed bytes are random, so compressing them would only take time.
alter table transaction_documents alter column sealed set storage external;
