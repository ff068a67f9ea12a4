import type { SpendBucket, SpendGroup } from '../contract/stats.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'

/** As much of a journal's entry as sums tell of. */
export interface SpendFact {
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** Unix milliseconds. */
  readonly at: number
  readonly merchant: string
  readonly mcc: string
  /** Codes of the reasons for which a transaction was declined. */
  readonly reasons: readonly string[]
  /** Transactions that it made, and the cents of them: of a step, no transaction. */
  readonly approved: Tally
  readonly declined: Tally
}

export interface Tally {
  readonly count: number
  /** Cents. */
  readonly amount: number
}

export const nothing: Tally = { count: 0, amount: 0 }

/** Which sum a fact adds to. */
export interface SpendShare {
  /** An account, customer, agent or card. */
  readonly scopeId: string
  readonly groupedBy: SpendGroup
  /** Empty: it has none. */
  readonly group: string
  readonly bucket: SpendBucket
  /** Unix milliseconds. */
  readonly start: number
}

const lengths: Readonly<Record<SpendBucket, number>> = { hour: HOUR_MS, day: DAY_MS }

export const bucketStart = (bucket: SpendBucket, at: number): number => at - (at % lengths[bucket])
export const bucketEnd = (bucket: SpendBucket, at: number): number => bucketStart(bucket, at) + lengths[bucket]

export type Level = 'account' | 'customer' | 'agent' | 'card'

/**
 * What is told apart beneath each level. Merchants and categories beneath an agent or a card, and their hours, would be a row for
 * nearly every purchase: as much again as the journal. What is above a level is the same for all of it.
 */
export const groupsOf: Readonly<Record<Level, readonly SpendGroup[]>> = {
  account: ['none', 'customer', 'agent', 'card', 'merchant', 'category', 'reason'],
  customer: ['none', 'agent', 'card', 'merchant', 'category', 'reason'],
  agent: ['none', 'card', 'reason'],
  card: ['none', 'reason'],
}
export const hasHours = (level: Level): boolean => level === 'account' || level === 'customer'

/** The sums that a fact is in. */
export function sharesOf(fact: SpendFact): SpendShare[] {
  const { customerId, agentId, cardId, merchant, mcc, reasons, at } = fact
  const keys: Readonly<Record<SpendGroup, readonly string[]>> = {
    none: [''],
    customer: [customerId],
    agent: [agentId ?? ''],
    card: [cardId],
    merchant: [merchant],
    category: [mcc],
    reason: reasons,
  }
  const start = bucketStart('day', at)
  return levelsOf(fact).flatMap(([level, scopeId]): SpendShare[] => [
    ...(hasHours(level)
      ? [{ scopeId, groupedBy: 'none', group: '', bucket: 'hour', start: bucketStart('hour', at) } as const]
      : []),
    ...groupsOf[level].flatMap((groupedBy) =>
      keys[groupedBy].map((group) => ({ scopeId, groupedBy, group, bucket: 'day', start }) as const),
    ),
  ])
}

const levelsOf = ({ accountId, customerId, agentId, cardId }: SpendFact): (readonly [Level, string])[] => [
  ['account', accountId],
  ['customer', customerId],
  ...(agentId === null ? [] : [['agent', agentId] as const]),
  ['card', cardId],
]
