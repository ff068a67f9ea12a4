-- compatible: since 0009_audit_macs

-- What each API key has asked lately: the newest 50 requests that succeeded and the newest 50 that did not. Nodes write it in the
-- background, and delete what is older. No decision reads it.
create table api_key_requests (
  key_id text collate "C" not null,
  failed boolean not null, -- the status is 400 or above
  id text collate "C" not null, -- req_..., Purser's own id: it sorts by time
  account_id text collate "C" not null,
  request_id text not null, -- that of the reply, which the caller may have chosen
  method text not null,
  path text not null, -- without the query; what is neither a word of the API nor an id of Purser is left out
  operation text, -- null: none was reached
  status smallint not null,
  error_code text,
  duration_ms integer not null,
  missed_before integer not null, -- requests before this one that the node did not keep
  primary key (key_id, failed, id)
);
create index api_key_requests_by_time on api_key_requests (id);
