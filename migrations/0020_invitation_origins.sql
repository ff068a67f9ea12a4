-- compatible: since 0009_audit_macs

-- Who made an invitation, where a request did, and who accepted it.
alter table invitations add column created_by text collate "C", add column accepted_by text collate "C";
