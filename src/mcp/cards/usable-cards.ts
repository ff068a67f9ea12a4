import type { Card } from '../../contract/resources/cards.ts'
import type { ToolCall } from '../tool.ts'

const PAGE = 100
/** The most cards of an agent that are read: more than anybody creates by hand. */
const MOST = 500

/** The cards of the caller that could pay: active, not used up and not expired, newest first. */
export const cardsAbleToPay = (call: ToolCall): Promise<Card[]> => unspent(call, 'active')

/** The cards that could pay, or, if there are none, the frozen ones that could pay after unfreezing. */
export async function usableCards(call: ToolCall): Promise<Card[]> {
  const paying = await cardsAbleToPay(call)
  return paying.length > 0 ? paying : unspent(call, 'frozen')
}

async function unspent({ purser, signal, now }: ToolCall, status: 'active' | 'frozen'): Promise<Card[]> {
  const found: Card[] = []
  let cursor: string | null = null
  do {
    const query = { status, limit: PAGE, ...(cursor === null ? {} : { cursor }) }
    const page = await purser.cards.list(query, { signal })
    found.push(...page.data.filter((card) => isUnspent(card, now())))
    cursor = page.nextCursor
  } while (cursor !== null && found.length < MOST)
  return found
}

const isUnspent = ({ singleUseConsumedAt, expiresAt }: Card, now: number): boolean =>
  singleUseConsumedAt === null && (expiresAt === null || Date.parse(expiresAt) > now)
