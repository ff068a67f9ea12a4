-- compatible: since 0009_audit_macs

-- Whether a request came with an access token that acts as the key, and not with the key's secret.
alter table api_key_requests add column by_token boolean not null default false;
