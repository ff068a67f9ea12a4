-- What an agent's key and the filter `agentId` list, and the approvals that a person is asked for: without these they walk all
-- that the account has, newest first, until a page is full. Ascending: see 0006.
create index intents_by_agent on intents (agent_id, created_at, id) where agent_id is not null;
create index approvals_waiting on approvals (account_id, created_at, id) where status = 'pending';
