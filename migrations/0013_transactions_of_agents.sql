-- A customer with many agents has the transactions of all: those of one agent, or of one intent, were found by walking through
-- all of the customer's. Each costs an authorization one more entry, at the end of an index. Ascending: see 0006.
create index transactions_by_agent on transactions (agent_id, created_at, id) where agent_id is not null;
create index transactions_by_intent on transactions (intent_id) where intent_id is not null;
