-- Also those that wait for a person: together they are counted before a card gets another one. Every query of intents_open is
-- answered by it.
create index intents_waiting on intents (card_id) where status in ('pending', 'pending_approval');
drop index intents_open;
