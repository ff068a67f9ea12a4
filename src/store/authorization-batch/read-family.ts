import { columnNames } from '../columns.ts'
import { noHistory, spendColumns, spendState } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'
import type { BatchConnection } from './connection.ts'
import type { Copies } from './copies.ts'
import { emptyFamily, type Family } from './family.ts'
import { grouped } from './grouped.ts'
import { loadHistories } from './histories.ts'
import { agentState, cardState, loadedIntent, type AgentRow, type CardRow, type IntentRow } from './rows.ts'

/**
 * Reads cards with all that decisions on them need: their agents, spend and pending intents. The statements travel
 * together, each finds its rows from the card ids by itself: the agent and the customer of a card never change.
 */
export async function readFamily(
  connection: BatchConnection,
  cardIds: readonly string[],
  copies: Copies,
): Promise<Family> {
  if (cardIds.length === 0) return emptyFamily()
  const [cards, agents, spend, intents] = await Promise.all([
    connection.rows<CardRow>(selectCards, [cardIds]),
    connection.rows<AgentRow>(selectAgents, [cardIds]),
    connection.rows<SpendRow>(selectSpend, [cardIds]),
    connection.rows<IntentRow>(selectIntents, [cardIds]),
  ])
  const histories = await loadHistories(connection, spend, copies)
  return {
    agents: new Map(agents.map((row) => [row.id, agentState(row)])),
    cards: new Map(cards.map((row) => [row.id, cardState(row)])),
    spend: new Map(spend.map((row) => [row.subject_id, spendState(row, histories.get(row.subject_id) ?? noHistory)])),
    histories,
    intents: grouped(intents.map((row) => [row.card_id, loadedIntent(row)])),
  }
}

const selectCards = {
  name: 'select-cards',
  text: `select id, account_id, customer_id, agent_id, status, usage, last4, policy::text, limits::text, created_at,
    expires_at, merchant_lock, consumed_at, first_spend_at, last_attested_at
    from cards where id = any($1)`,
}
const selectAgents = {
  name: 'select-agents',
  text: `select id, status, policy::text, limits::text from agents
    where id in (select agent_id from cards where id = any($1))`,
}
const selectSpend = {
  name: 'select-spend',
  text: `select ${columnNames(spendColumns)} from spend where subject_id in (
    select unnest(array[id, agent_id, customer_id]) from cards where id = any($1))`,
}
const selectIntents = {
  name: 'select-intents',
  text: `select id, card_id, declared, ceiling, created_at, expires_at from intents
    where status = 'pending' and card_id = any($1) order by card_id, created_at, id`,
}
