-- compatible: since 0009_audit_macs

-- The nodes that run, as each of them writes every few seconds. No decision reads this table: it is for `purser status`.
create table nodes (
  node text collate "C" primary key, -- node_...
  version text not null,
  host text not null,
  process_id integer not null,
  issuers text[] not null, -- that the node calls
  unsafe_settings text[] not null, -- the warnings about settings that the node logged when it started
  connections integer not null, -- that the node opens to this server at most
  clock_difference_ms bigint not null, -- how far the node's clock is ahead of the database's; below 0: behind
  started_at bigint not null,
  seen_at bigint not null
);

-- The last run of each command that works through all data, such as `purser verify`.
create table command_runs (
  command text collate "C" primary key,
  version text not null,
  result json not null,
  ended_at bigint not null
);

-- The approval that has waited longest, for `purser status`.
create index approvals_pending on approvals (id) where status = 'pending';
