-- compatible: since 0001_first

-- Who has stopped all spending of the account, when and why. All four are null while it is not stopped.
alter table accounts
  add column stopped_at bigint,
  add column stopped_by text, -- key_..., per_... or shell
  add column stopped_by_name text,
  add column stop_reason text;

-- Every decision reads which accounts are stopped: mostly none is.
create index accounts_stopped on accounts (id) where stopped_at is not null;
