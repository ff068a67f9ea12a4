import type { SpendBucket, SpendGroup } from '../../contract/resources/stats.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'

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
  readonly length: SumLength
  /** Unix milliseconds. */
  readonly start: number
}

/** Periods are 30 days, from 1970 on: by them the largest of an account's many groups are found, and nobody is told of them. */
export type SumLength = SpendBucket | 'period'

const lengths: Readonly<Record<SumLength, number>> = { hour: HOUR_MS, day: DAY_MS, period: 30 * DAY_MS }

export const sumStart = (length: SumLength, at: number): number => at - (at % lengths[length])
export const sumEnd = (length: SumLength, at: number): number => sumStart(length, at) + lengths[length]

/** The starts of all that a range touches. */
export const startsIn = (length: SumLength, { from, to }: { from: number; to: number }): number[] => {
  const first = sumStart(length, from)
  return Array.from({ length: Math.ceil((to - first) / lengths[length]) }, (_, n) => first + n * lengths[length])
}

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
/** There may be any number of them. Reasons are those of the catalogue. */
export const hasManyGroups = (group: SpendGroup): boolean => group !== 'none' && group !== 'reason'
/** Of a customer's merchants a period would have as many rows as its days. */
export const hasPeriods = (level: Level, group: SpendGroup): boolean => level === 'account' && hasManyGroups(group)

/** A kind of sum that is kept of a level. */
interface KeptSum {
  readonly level: Level
  readonly groupedBy: SpendGroup
  readonly length: SumLength
  readonly ms: number
}

const lengthsOf = (level: Level, group: SpendGroup): readonly SumLength[] => [
  'day',
  ...(group === 'none' && hasHours(level) ? (['hour'] as const) : []),
  ...(hasPeriods(level, group) ? (['period'] as const) : []),
]

export const keptSums: readonly KeptSum[] = (Object.keys(groupsOf) as Level[]).flatMap((level) =>
  groupsOf[level].flatMap((groupedBy) =>
    lengthsOf(level, groupedBy).map((length) => ({ level, groupedBy, length, ms: lengths[length] })),
  ),
)

/** The sums that a fact is in. */
export function sharesOf(fact: SpendFact): SpendShare[] {
  const { accountId, customerId, agentId, cardId, merchant, mcc, reasons, at } = fact
  const scopes: Readonly<Record<Level, string | null>> = {
    account: accountId,
    customer: customerId,
    agent: agentId,
    card: cardId,
  }
  const keys: Readonly<Record<SpendGroup, readonly string[]>> = {
    none: [''],
    customer: [customerId],
    agent: [agentId ?? ''],
    card: [cardId],
    merchant: [merchant],
    category: [mcc],
    reason: reasons,
  }
  return keptSums.flatMap(({ level, groupedBy, length }) => {
    const scopeId = scopes[level]
    const start = sumStart(length, at)
    return scopeId === null ? [] : keys[groupedBy].map((group) => ({ scopeId, groupedBy, group, length, start }))
  })
}
