-- Requests of a fixed minute that nodes took out for an API key, each node some at a time: the sum over all nodes never
-- passes the key's limit, and a node asks here once for a twentieth of the limit, not once for a request.
create table rate_leases (
  key_id text collate "C" not null,
  minute bigint not null, -- Unix minutes
  leased integer not null,
  primary key (key_id, minute)
);
