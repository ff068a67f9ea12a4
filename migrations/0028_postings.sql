-- compatible: since 0009_audit_macs

-- The money that moved, beside what counts towards limits: by the moment of each capture, refund and release, whenever its purchase was made.
-- `posted_sequence` is up to which entry they are summed: behind `sequence` while the entries of before are added, and where a node of an older
-- version has added entries. What is missing is added by the sweeps.
alter table spend_sums add column authorized_amount bigint not null default 0;
alter table spend_sums add column held_amount bigint not null default 0;
alter table spend_sums add column captured_amount bigint not null default 0;
alter table spend_sums add column refunded_amount bigint not null default 0;
alter table spend_folds add column posted_sequence bigint not null default 0;

-- Steps of an account in the order of time, for the list of its postings. The journal is not read by it: it names the customer.
create index transaction_steps_by_account on transaction_steps (account_id, id);
