import { DEFAULT_CURRENCY } from '../currencies.ts'
import type { SpendGroup } from '../../contract/resources/stats/stats.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { PostedMoney } from './postings.ts'

/** The fields of a journal entry that rollups count. */
export interface JournalEntryForRollups {
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** The currency of the customer who spent, as ISO 4217 code. */
  readonly currency: string
  /** The time of the journal entry in Unix milliseconds. */
  readonly at: number
  readonly merchant: string
  readonly mcc: string
  /** The cost center of the transaction. Null: it has none. */
  readonly costCenter: string | null
  /** The codes of the reasons for which the transaction was declined. */
  readonly reasons: readonly string[]
  /**
   * The journal entry's share of the approved spend: a number of transactions, and cents. `declined`: its share of the declined spend. A
   * step adds cents, but no transaction.
   */
  readonly approved: SpendTally
  readonly declined: SpendTally
  /** The money that the entry moves at its moment, whenever its purchase was made. */
  readonly posted: PostedMoney
}

export interface SpendTally {
  readonly count: number
  /** The cents of the transactions and steps that a rollup counts. */
  readonly amount: number
}

export const emptySpendTally: SpendTally = { count: 0, amount: 0 }

/**
 * By what a stored rollup is grouped. `assigned`: the transactions with a cost center together. There are no rollups of those without one:
 * they are all others, and most accounts have no cost centers at all.
 */
export type SpendRollupGroup = SpendGroup | 'assigned'

/** The key of one rollup to which an entry adds. */
export interface SpendShare {
  /** The id of the account, customer, agent or card to which the rollup belongs. */
  readonly scopeId: string
  readonly groupedBy: SpendRollupGroup
  /** The value by which the rollup is grouped. Empty: the entry has no such value. */
  readonly group: string
  readonly length: RollupLength
  /** The start of the rollup in Unix milliseconds. */
  readonly start: number
}

/**
 * The length of a rollup. Periods are 30 days long, counted from 1970. They serve to find the largest of an account's many groups, and no
 * answer shows them.
 */
export type RollupLength = 'hour' | 'day' | 'period'

const lengths: Readonly<Record<RollupLength, number>> = { hour: HOUR_MS, day: DAY_MS, period: 30 * DAY_MS }

export const spendRollupStart = (length: RollupLength, at: number): number => at - (at % lengths[length])
export const spendRollupEnd = (length: RollupLength, at: number): number =>
  spendRollupStart(length, at) + lengths[length]

/** Lists the starts of all rollups of a length that overlap a range. */
export const rollupStartsIn = (length: RollupLength, { from, to }: { from: number; to: number }): number[] => {
  const first = spendRollupStart(length, from)
  return Array.from({ length: Math.ceil((to - first) / lengths[length]) }, (_, n) => first + n * lengths[length])
}

export type SpendingLevel = 'account' | 'customer' | 'agent' | 'card'

/**
 * By what rollups are grouped at each level. Rollups of an agent or a card are not grouped by merchant or category, and there are none for
 * single hours (`hasHourlyRollups`): these would be a row for nearly every purchase, as many as the journal has. Within a level nothing is grouped
 * by a level above it, because there would be only one group.
 */
export const spendGroupsOfLevel: Readonly<Record<SpendingLevel, readonly SpendGroup[]>> = {
  account: ['none', 'customer', 'agent', 'card', 'merchant', 'category', 'costCenter', 'reason'],
  customer: ['none', 'agent', 'card', 'merchant', 'category', 'costCenter', 'reason'],
  agent: ['none', 'card', 'costCenter', 'reason'],
  card: ['none', 'reason'],
}
export const hasHourlyRollups = (level: SpendingLevel): boolean => level === 'account' || level === 'customer'
/**
 * Whether a grouping may have any number of groups, for instance one for each merchant. There are only as many reasons as the catalogue of
 * reasons has.
 */
export const hasManySpendGroups = (group: SpendRollupGroup): boolean =>
  group !== 'none' && group !== 'assigned' && group !== 'reason'
/**
 * Whether rollups over periods of 30 days are stored for this level and grouping. Only accounts have them: most merchants of one customer
 * have purchases on few days, so there would be about as many rows for periods as for days.
 */
export const hasPeriodRollups = (level: SpendingLevel, group: SpendRollupGroup): boolean =>
  level === 'account' && hasManySpendGroups(group)

/** A kind of rollup that is stored for a level. */
interface KeptSum {
  readonly level: SpendingLevel
  readonly groupedBy: SpendRollupGroup
  readonly length: RollupLength
  readonly ms: number
}

const storedAs = (group: SpendGroup): readonly SpendRollupGroup[] =>
  group === 'costCenter' ? [group, 'assigned'] : [group]

const lengthsOf = (level: SpendingLevel, group: SpendRollupGroup): readonly RollupLength[] => [
  'day',
  ...(group === 'none' && hasHourlyRollups(level) ? (['hour'] as const) : []),
  ...(hasPeriodRollups(level, group) ? (['period'] as const) : []),
]

export const storedSpendRollupKinds: readonly KeptSum[] = (Object.keys(spendGroupsOfLevel) as SpendingLevel[]).flatMap(
  (level) =>
    spendGroupsOfLevel[level]
      .flatMap(storedAs)
      .flatMap((groupedBy) =>
        lengthsOf(level, groupedBy).map((length) => ({ level, groupedBy, length, ms: lengths[length] })),
      ),
)

/**
 * The scope of an account's rollups: those of its customers in one currency, because no sum mixes currencies. In the default currency it is
 * the account's id, as it was before Purser had other currencies.
 */
export const rollupScopeOfAccount = (accountId: string, currency: string): string =>
  currency === DEFAULT_CURRENCY ? accountId : `${currency}:${accountId}`

/** Lists the keys of all rollups to which an entry adds. */
export function spendSharesOf(fact: JournalEntryForRollups): SpendShare[] {
  const { accountId, customerId, agentId, cardId, currency, merchant, mcc, costCenter, reasons, at } = fact
  const scopes: Readonly<Record<SpendingLevel, string | null>> = {
    account: rollupScopeOfAccount(accountId, currency),
    customer: customerId,
    agent: agentId,
    card: cardId,
  }
  const keys: Readonly<Record<SpendRollupGroup, readonly string[]>> = {
    none: [''],
    customer: [customerId],
    agent: [agentId ?? ''],
    card: [cardId],
    merchant: [merchant],
    category: [mcc],
    costCenter: costCenter === null ? [] : [costCenter],
    assigned: costCenter === null ? [] : [''],
    reason: reasons,
  }
  return storedSpendRollupKinds.flatMap(({ level, groupedBy, length }) => {
    const scopeId = scopes[level]
    const start = spendRollupStart(length, at)
    return scopeId === null ? [] : keys[groupedBy].map((group) => ({ scopeId, groupedBy, group, length, start }))
  })
}
