-- compatible: no
-- Entries of the audit trail and the ends of its chains carry a MAC under a key of the vault. A node of a version before knows none: it
-- would append entries that look as if somebody else had written them. The columns have no default, so that its insert fails instead.

-- Empty: written before this migration.
alter table audit_entries add column mac text not null default '';
alter table audit_entries alter column mac drop default;

alter table audit_heads
  add column macs_from bigint, -- number of the first entry that has a MAC; null: the chain was not taken over yet
  add column signed_sequence bigint not null default 0, -- number that the last signed head names; 0: none was signed
  add column mac text not null default ''; -- over all other columns but the bucket; empty: before this migration, or the head was not the service's own
alter table audit_heads
  alter column signed_sequence drop default,
  alter column mac drop default;

-- Each names the one before it: one that was removed is missed, whichever it was.
alter table signed_heads
  add column previous_sequence bigint not null default 0, -- that the signed head before it names; 0: it is the first
  add column mac text not null default ''; -- over all other columns but the bucket; empty: before this migration
alter table signed_heads
  alter column previous_sequence drop default,
  alter column mac drop default;
