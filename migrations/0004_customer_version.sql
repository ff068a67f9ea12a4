-- Moves on with every change of the customer and of what stands beneath it, under its lock: a copy that a node keeps of it
-- is true while its version is.
alter table customers add column version bigint not null default 0;

-- It is spend.last_approved_at of the card. Without it, the common purchase leaves the card's row alone.
alter table cards drop column last_spend_at;
