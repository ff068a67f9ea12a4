-- compatible: since 0009_audit_macs

-- For which part of the business purchases are: a text of the caller's. Null: none. A node of an older version copies it to no purchase and
-- sums nothing up by it: set the first one when no such node runs any more.
alter table customers add column cost_center text;
alter table agents add column cost_center text;
alter table cards add column cost_center text;

-- That of the card, else of the agent, else of the customer, as it was at the authorization.
alter table transactions add column cost_center text;
