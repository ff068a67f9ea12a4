-- compatible: since 0009_audit_macs

-- A sentence about a purchase, and its accounts, beside the metadata. Null: none. No decision reads them. A node of an older version shows
-- neither, and keeps both when it changes the metadata.
alter table transaction_metadata add column memo text;
alter table transaction_metadata add column coding json; -- json, not jsonb: answered in the order in which it was sent
