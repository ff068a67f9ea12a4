import type { Card } from '@purser/client'
import { purser } from '../../api/client.ts'

const CARD_ID = /^card_\w{26}$/
/** The most agents that match by name and whose cards are searched as well. */
const AGENTS = 3

/** Finds cards by id, label or last digits, or by the name of their agent. */
export async function searchCards(text: string, limit: number, signal: AbortSignal) {
  if (CARD_ID.test(text)) return { cards: [await purser.cards.get(text, { signal })], hasMore: false }
  if (text === '') {
    const { data, hasMore } = await purser.cards.list({ limit }, { signal })
    return { cards: data, hasMore }
  }
  const [own, agents] = await Promise.all([
    purser.cards.list({ search: text, limit }, { signal }),
    purser.agents.list({ search: text, limit: AGENTS }, { signal }),
  ])
  const ofAgents = await Promise.all(agents.data.map(({ id }) => purser.cards.list({ agentId: id, limit }, { signal })))
  const lists = [own, ...ofAgents]
  const all = new Map<string, Card>(lists.flatMap(({ data }) => data).map((card) => [card.id, card]))
  return { cards: [...all.values()].slice(0, limit), hasMore: all.size > limit || lists.some((one) => one.hasMore) }
}
