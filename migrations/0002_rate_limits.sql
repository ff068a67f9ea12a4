-- The current minute of each API key, from its first request on: what all nodes together took out of it. The sum never
-- passes the key's limit, and a node asks here once for a thousandth of a large limit, not once for a request.
create table rate_leases (
  key_id text collate "C" primary key,
  started_at bigint not null, -- Unix milliseconds
  leased integer not null
);
