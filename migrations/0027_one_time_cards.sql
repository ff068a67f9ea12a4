-- compatible: since 0009_audit_macs

-- A one-time card: it was made for an intent that was declared on its parent. Null: an ordinary card. A node of an older version declines
-- what is bought with a one-time card, because it finds no intent of that card.
alter table cards add column parent_card_id text collate "C";
alter table cards add column intent_id text collate "C";
alter table intents add column one_time_card_id text collate "C";
-- The one-time card that paid; `card_id` is its parent, which the purchase counts on.
alter table transactions add column one_time_card_id text collate "C";

create index cards_by_parent on cards (parent_card_id, id) where parent_card_id is not null;
create index cards_by_intent on cards (intent_id, id) where intent_id is not null;
-- Lists of cards leave one-time cards out, however many there are.
create index cards_own_by_account on cards (account_id, id) where parent_card_id is null;
create index cards_own_by_status on cards ((account_id || ' ' || status), id) where parent_card_id is null;
create index cards_own_by_customer on cards (customer_id, id) where parent_card_id is null;
create index cards_own_by_agent on cards (agent_id, id) where parent_card_id is null and agent_id is not null;
create index cards_own_open_by_agent on cards (agent_id, id) where parent_card_id is null and status <> 'closed';
