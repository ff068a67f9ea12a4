import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../domain/events/events.ts'
import { recordedRows } from '../../test/nodes/versions/recorded-past.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import { compareEventsWithReplay } from './compare-events.ts'

interface Recorded extends LedgerEvent {
  readonly kind: string
}

const rowsOf = <T>(table: string): T[] => (recordedRows('0.1.0').get(table) ?? []).map((row) => JSON.parse(row) as T)

const steps = new Map(
  rowsOf<{ customer_id: string; sequence: number; kind: string }>('transaction_steps').map((step) => [
    `${step.customer_id} ${step.sequence}`,
    step.kind,
  ]),
)
/** An event of 0.1.0 for each kind of transaction's step and each type of event that has flags. */
const events = Map.groupBy(
  rowsOf<LedgerEvent>('events').flatMap((event): Recorded[] => {
    const kind = steps.get(`${event.customer_id} ${event.sequence}`)
    return kind === undefined || event.data['flags'] === undefined ? [] : [{ ...event, kind }]
  }),
  ({ kind, type }) => `${kind}, ${type}`,
)
const table = [...events].flatMap(([what, [event]]): [string, Recorded][] => (event ? [[what, event]] : []))

/** The event as it is made today: `more` is what later versions added to it. */
const replayed = (event: LedgerEvent, more: object): DomainEvent =>
  ({
    type: event.type,
    accountId: event.account_id,
    customerId: event.customer_id,
    at: event.created_at,
    data: { ...event.data, ...more },
  }) as unknown as DomainEvent

function differences(event: LedgerEvent, more: object): string[] {
  const found: string[] = []
  const entry = { sequence: event.sequence, transaction: { id: 'txn_1' } }
  compareEventsWithReplay(({ what }) => found.push(what), entry, { stored: [event], replayed: [replayed(event, more)] })
  return found
}

const flagsOf = ({ data }: LedgerEvent) => data['flags'] as Record<string, boolean>

it('has an event of every kind of step that 0.1.0 knew', () => {
  const kinds = new Set(table.map(([, { kind }]) => kind))
  expect([...kinds].toSorted()).toEqual(['advise', 'capture', 'expire', 'increment', 'refund', 'reverse', 'settle'])
})

describe.each(table)('an event of 0.1.0 (%s)', (_, event) => {
  const added = { subscriptionMatched: false, newMerchant: false, anything: [] }
  it('agrees with what it is made of today: flags that are false, the transaction, empty fields', () => {
    const more = { flags: { ...flagsOf(event), ...added }, transaction: { settledAmount: 1 }, note: null }
    expect(differences(event, more)).toEqual([])
  })

  it.each(Object.keys(flagsOf(event)))('differs where its flag %s is another one', (name) => {
    const flags = { ...flagsOf(event), ...added, [name]: !flagsOf(event)[name] }
    expect(differences(event, { flags })).toHaveLength(2)
  })

  it('differs where a flag that it does not have would be raised', () => {
    expect(differences(event, { flags: { ...flagsOf(event), newMerchant: true } })).toHaveLength(2)
  })

  it('differs where its amount, or a field that nothing makes, is another one', () => {
    expect(differences(event, { amount: 1_000_001 })).toHaveLength(2)
    expect(differences({ ...event, data: { ...event.data, extra: false } }, { extra: undefined })).toHaveLength(2)
  })
})
