-- compatible: since 0009_audit_macs

-- Whose access tokens act as the key at /mcp, as {issuer, subject, clientId}. Null: none do. A node of an older version does not know such a
-- key, and refuses its secret.
alter table api_keys add column mcp_token json;
