import type { Policy } from '../../../src/contract/policy.ts'
import { mostSpecific } from '../history.ts'
import { isOneMerchant } from '../merchants.ts'
import type { ModelCard } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What was declared to buy. Amounts are cents. */
export interface Wish {
  readonly amount?: number | undefined
  readonly merchant?: string | undefined
  readonly origin?: string | undefined
  /** A subscription names no origin, and `raise` takes more than was agreed to. */
  readonly kind: 'purchase' | 'subscription' | 'raise'
}

/** What a person said no to: at most so much, or anything. */
export interface Rejected {
  readonly merchant?: string | undefined
  readonly origin?: string | undefined
  readonly most?: number | undefined
  readonly at: number
  readonly by: ModelCard
}

/** What nobody was asked about. It counts until `endsAt`, and for ever once it was bought. */
export interface Unasked {
  readonly id: string
  readonly cardId: string
  readonly agentId: string | null
  readonly amount: number
  readonly at: number
  endsAt: number
}

/** What is known of a customer beside the spend. */
export interface ApprovalBook {
  readonly rejected: Rejected[]
  readonly unasked: Unasked[]
  readonly origins: Set<string>
  /** The rules that had a person asked, once for each time. */
  readonly asked: string[]
}

export const settingOf =
  (card: ModelCard) =>
  <K extends keyof Policy>(field: K) =>
    mostSpecific({ customer: card.customer, agent: card.agent, card }, (policy) => policy[field])

/** Whether an amount is below the threshold of a policy that asks for approvals. */
export const isExempt = (card: ModelCard, amount: number): boolean => {
  const setting = settingOf(card)
  return setting('requireApproval').value === true && amount < (setting('autoApproveBelow').value ?? 0)
}

/** The rules for which a person has to decide, each with its level. */
export function rulesThatAsk(card: ModelCard, wish: Wish, now: number): string[] {
  const setting = settingOf(card)
  const { rejected, origins } = card.customer.book
  const asked: string[] = []
  const ask = (field: keyof Policy) => asked.push(`${field} of ${setting(field).level}`)
  const asksAll = setting('requireApproval').value === true
  const asksOrigins = setting('newOrigin').value === 'approve'
  const below = setting('autoApproveBelow').value ?? 0
  if (asksAll && (wish.kind === 'raise' || !(wish.amount !== undefined && wish.amount < below)))
    ask(below === 0 ? 'requireApproval' : 'autoApproveBelow')
  const hours = setting('rejectionMemoryHours').value ?? 24
  const isRemembered = ({ at }: Rejected) => now - at < hours * HOUR_MS
  if ((asksAll || asksOrigins) && rejected.some((each) => isRemembered(each) && isAbout(each, card, wish)))
    ask('rejectionMemoryHours')
  if ((wish.amount ?? 0) > automaticRoom(card, now)) ask('autoApprovePerDay')
  if (asksOrigins && wish.kind === 'purchase' && !(wish.origin !== undefined && origins.has(wish.origin)))
    ask('newOrigin')
  return asked
}

function isAbout({ merchant, origin, most = Infinity, by }: Rejected, card: ModelCard, wish: Wish): boolean {
  if (wish.amount !== undefined && wish.amount > most) return false
  if (merchant === undefined || wish.merchant === undefined)
    return by === card || (by.agent !== null && by.agent === card.agent)
  return isOneMerchant(merchant, wish.merchant) || (origin !== undefined && origin === wish.origin)
}

/** Cents that may still be approved with nobody asked. */
export function automaticRoom(card: ModelCard, now: number): number {
  const { value: most, level } = settingOf(card)('autoApprovePerDay')
  if (most === undefined || !isExempt(card, 0)) return Infinity
  const counts = card.customer.book.unasked.filter(
    ({ cardId, agentId, at, endsAt }) =>
      now - at < DAY_MS &&
      endsAt > now &&
      (level === 'customer' || cardId === card.id || (level === 'agent' && agentId === card.agent?.id)),
  )
  return most - 1 - counts.reduce((sum, { amount }) => sum + amount, 0)
}
