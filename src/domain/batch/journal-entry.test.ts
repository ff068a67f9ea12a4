import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someAuthorization, someForcedCapture, cardNetwork } from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import { assertPresent } from '../../lib/assert.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { foldNextJournalEntry, emptySpendFold } from '../../store/journal/cache/cached-customer.ts'
import { checkpointState } from '../../store/journal/checkpoint.ts'
import { checkpointedSpend, spendCheckpointsTable } from '../../store/rows/spend-tables.ts'
import { emptyLevelSpend, type LevelSpend } from '../spend/spend-windows.ts'
import type { JournalEntryMoment } from './batch.ts'
import type { EngineCommand, TransactionStepCommand } from './commands/commands.ts'
import { decideBatch } from './decide-batch.ts'
import {
  emptyJournal,
  foldJournalEntryIntoSpend,
  journalHeadOf,
  levelsOfJournalEntry,
  type JournalEntry,
  type JournalHead,
} from './journal-entry.ts'
import type { BatchWorkingSet } from './working-set.ts'

const cardIds = ['card_1', 'card_2', 'card_3'] as const
/** How long an authorization holds its amount: short enough that holds expire between purchases. */
const HOLD_MS = 2 * DAY_MS

/** Two customers: one with the card of an agent and a card of its own, another with one card. Small caps, so that some is declined. */
function world(): BatchWorkingSet {
  const { set } = cardNetwork({ card: { limits: { perDay: 5000 }, createdAt: 0 } })
  const card = assertPresent(set.cards.get('card_1'), 'a card')
  const customer = assertPresent(set.customers.get('cust_1'), 'a customer')
  set.customers.set('cust_2', { ...customer, id: 'cust_2' })
  set.cards.set('card_2', { ...card, id: 'card_2', agentId: null })
  set.cards.set('card_3', { ...card, id: 'card_3', agentId: null, customerId: 'cust_2' })
  return set
}

interface Act {
  readonly kind: 'authorize' | 'force_capture' | TransactionStepCommand['kind']
  readonly cardId: (typeof cardIds)[number]
  /** The transaction that a random step of this test is about, as an index into the transactions that the test has made. */
  readonly which: number
  readonly amount: number
  readonly final: boolean
}

/** The command that a random act stands for. Undefined: the act needs a transaction, and there is none yet. */
function commandOf(
  { transactions }: BatchWorkingSet,
  { kind, which, cardId, amount, final }: Act,
): EngineCommand | undefined {
  if (kind === 'authorize') return someAuthorization({ cardId, amount })
  if (kind === 'force_capture') return someForcedCapture({ cardId, amount: amount + 1 })
  const transaction = [...transactions.values()][transactions.size - 1 - (which % Math.max(1, transactions.size))]
  if (transaction === undefined) return undefined
  const of = { accountId: 'acct_1', transactionId: transaction.id, amount }
  return kind === 'advise' ? { ...of, kind, approved: final, reasons: [] } : { ...of, kind, final }
}

const acts = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('authorize' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...(['force_capture', 'increment', 'settle', 'reverse', 'refund', 'expire', 'advise', 'capture'] as const),
      ),
    },
  ),
  cardId: fc.constantFrom(...cardIds),
  which: fc.nat({ max: 5 }),
  amount: fc.integer({ min: 0, max: 900 }),
  final: fc.boolean(),
})
/** Batches of commands: time passes between two batches, and the clocks of the nodes that decide them differ by minutes. */
const batches = fc.record({
  gap: fc.constantFrom(0, 1, 500, MINUTE_MS, HOUR_MS, DAY_MS),
  skew: fc.constantFrom(0, 0, -1, -10 * MINUTE_MS, 10 * MINUTE_MS),
  acts: fc.array(acts, { minLength: 1, maxLength: 8 }),
})
const histories = fc.array(batches, { maxLength: 20 })
/** Histories of a card whose acts have moments of their own, long enough for spend entries to be folded and merged. */
const longHistories = fc.array(
  fc.record({
    gap: fc.constantFrom(1, 500, 20_000),
    skew: fc.constantFrom(0, -1000),
    acts: fc.tuple(
      fc.record({
        kind: fc.constantFrom<Act['kind'][]>('force_capture', 'authorize', 'authorize', 'settle', 'reverse'),
        cardId: fc.constant('card_1' as const),
        which: fc.nat({ max: 300 }),
        amount: fc.integer({ min: 1, max: 9 }),
        final: fc.boolean(),
      }),
    ),
  }),
  { minLength: 900, maxLength: 1000, size: 'max' },
)

interface Told {
  readonly set: BatchWorkingSet
  readonly entries: readonly JournalEntry[]
  readonly places: readonly JournalEntryMoment[]
}

/** Decides random acts in batches, one after the other, on one working set. */
function tell(history: readonly { gap: number; skew: number; acts: readonly Act[] }[]): Told {
  const set = world()
  const entries: JournalEntry[] = []
  const places: JournalEntryMoment[] = []
  let at = TEST_NOON
  const newEntryId = (prefix: string, place: JournalEntryMoment) => {
    places.push(place)
    return `${prefix}_${String(places.length).padStart(6, '0')}`
  }
  for (const { gap, skew, acts: wanted } of history) {
    at += gap
    const commands = wanted.flatMap((act) => commandOf(set, act) ?? [])
    entries.push(
      ...decideBatch(set, commands, { now: at + skew, holdMs: HOLD_MS, newEntryId, newId: (prefix) => prefix }).changes
        .entries,
    )
  }
  return { set, entries, places }
}

const own = ({ entries }: Told, level: string) => entries.filter((entry) => levelsOfJournalEntry(entry).includes(level))

const levelsOf = ({ set }: Told) => [...set.customers.keys(), ...set.agents.keys(), ...set.cards.keys()]

describe('the journal of whatever happens', () => {
  it('folded entry by entry, comes to what every level has spent', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const told = tell(history)
        for (const level of levelsOf(told)) {
          const folded = own(told, level).reduce(foldJournalEntryIntoSpend, emptyLevelSpend)
          expect(folded).toEqual(told.set.spend.get(level) ?? emptyLevelSpend)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('says the same of its transactions as they do', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const told = tell(history)
        for (const level of levelsOf(told)) {
          const transactions = [...told.set.transactions.values()].filter(({ cardId, agentId, customerId }) =>
            [cardId, agentId, customerId].includes(level),
          )
          expect(own(told, level).reduce(foldJournalEntryIntoSpend, emptyLevelSpend).total).toBe(
            centsOf(transactions.flatMap(({ counted }) => counted)),
          )
        }
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['short', histories, 200],
    ['long', longHistories, 6],
  ] as const)('folded from any checkpoint on, comes to the same (%s histories)', (_, some, numRuns) => {
    fc.assert(
      fc.property(some, fc.nat(), (history, drawn) => {
        const told = tell(history)
        for (const level of levelsOf(told)) {
          const entries = own(told, level)
          const place = drawn % (entries.length + 1)
          const spend = storedAfter(level, entries.slice(0, place))
          expect(entries.slice(place).reduce(foldJournalEntryIntoSpend, spend)).toEqual(
            told.set.spend.get(level) ?? emptyLevelSpend,
          )
        }
      }),
      { numRuns },
    )
  })

  it('has no gaps, and neither ids nor moments go back', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const told = tell(history)
        for (const [customerId, { last }] of told.set.customers) {
          const entries = own(told, customerId)
          expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1))
          for (const [index, entry] of entries.entries()) {
            const before = entries[index - 1]
            expect(before === undefined || (before.at <= entry.at && before.id.slice(4) < entry.id.slice(4))).toBe(true)
          }
          const heads = [emptyJournal, ...entries.map(journalHeadOf)]
          expect(last).toEqual(heads.at(-1))
          const places = told.places.filter((place) => place.customerId === customerId)
          expect(places).toEqual(
            entries.map(({ at }, index): JournalEntryMoment => ({ at, customerId, last: heads[index] as JournalHead })),
          )
        }
      }),
      { numRuns: 200 },
    )
  })
})

const centsOf = (counted: readonly (readonly [number, number])[]) => counted.reduce((sum, [, cents]) => sum + cents, 0)

/** The level's spend that a node reads from a checkpoint that was written after these journal entries. */
function storedAfter(level: string, entries: readonly JournalEntry[]): LevelSpend {
  const last = entries.at(-1)
  const customer = {
    ...assertPresent(world().customers.get('cust_1'), 'a customer'),
    id: last?.customerId ?? '',
    last: last ? journalHeadOf(last) : emptyJournal,
  }
  const row = checkpointState(customer, {
    level,
    fold: entries.reduce(foldNextJournalEntry, emptySpendFold),
  })
  expect(row).toMatchObject({ sequence: last?.sequence ?? 0, entries: entries.length })
  return checkpointedSpend(spendCheckpointsTable.stored(row))
}

describe('an entry', () => {
  const entry: JournalEntry = {
    id: 'txn_1',
    customerId: 'cust_1',
    agentId: 'agt_1',
    cardId: 'card_1',
    sequence: 1,
    at: TEST_NOON,
    isApproval: true,
    counted: [[TEST_NOON, 100]],
  }

  it('counts on its card, its agent and its customer', () => {
    expect(levelsOfJournalEntry(entry)).toEqual(['card_1', 'agt_1', 'cust_1'])
    expect(levelsOfJournalEntry({ ...entry, agentId: null })).toEqual(['card_1', 'cust_1'])
  })

  it('that counts nothing changes nothing', () => {
    const spend = foldJournalEntryIntoSpend(emptyLevelSpend, entry)
    expect(foldJournalEntryIntoSpend(spend, { ...entry, isApproval: false, counted: [] })).toBe(spend)
  })

  it('is an approval of its own only where it says so', () => {
    expect(foldJournalEntryIntoSpend(emptyLevelSpend, entry)).toMatchObject({ total: 100, lastApprovedAt: TEST_NOON })
    expect(foldJournalEntryIntoSpend(emptyLevelSpend, { ...entry, isApproval: false })).toMatchObject({
      total: 100,
      lastApprovedAt: null,
    })
  })

  it('takes back at the moments that it names', () => {
    const later = { ...entry, sequence: 2, at: TEST_NOON + 5, isApproval: false }
    const raised = foldJournalEntryIntoSpend(foldJournalEntryIntoSpend(emptyLevelSpend, entry), {
      ...later,
      counted: [[TEST_NOON + 5, 20]],
    })
    const reversed = foldJournalEntryIntoSpend(raised, {
      ...later,
      sequence: 3,
      at: TEST_NOON + 9,
      counted: [
        [TEST_NOON + 5, -20],
        [TEST_NOON, -70],
      ],
    })
    expect(reversed.recent.entries).toEqual([{ at: TEST_NOON, amount: 30, count: 1 }])
  })
})
