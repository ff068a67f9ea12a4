-- Names what the customer and all beneath it are at this moment: every change, under its lock, gives it a name that never was
-- before. A copy that a node keeps is true while this is its name, also after a restore has taken changes back.
alter table customers add column version text not null default gen_random_uuid()::text;

-- It is spend.last_approved_at of the card. Without it, the common purchase leaves the card's row alone.
alter table cards drop column last_spend_at;
