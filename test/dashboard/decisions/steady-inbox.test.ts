import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyInbox,
  type InboxEvent,
  newInboxRequests,
  type SteadyInbox,
  steadyInboxAfter,
} from '../../../dashboard/src/api/approvals/steady-inbox.ts'

interface Row {
  readonly id: string
}
type Event = InboxEvent<Row>

const idOf = (number: number) => `apr_${String(number).padStart(6, '0')}`
const rows = (...numbers: number[]): Row[] => numbers.map((number) => ({ id: idOf(number) }))
const listed = (...numbers: number[]): Event => ({ type: 'listed', listed: { rows: rows(...numbers), hasMore: false } })
const after = (...events: Event[]): SteadyInbox<Row> =>
  events.reduce<SteadyInbox<Row>>(steadyInboxAfter, emptyInbox<Row>(undefined))
const shownIn = ({ entries = [] }: SteadyInbox<Row>) =>
  entries.map(({ row, isGone }) => `${Number(row.id.slice(4))}${isGone ? ' gone' : ''}`)
const chosenIn = ({ chosenId }: SteadyInbox<Row>) => (chosenId === undefined ? undefined : Number(chosenId.slice(4)))

describe('the inbox that a person sees', () => {
  it.each<[string, Event[], { shown: string[]; chosen: number | undefined; arrived: number[] }]>([
    ['chooses the first', [listed(3, 2, 1)], { shown: ['3', '2', '1'], chosen: 3, arrived: [] }],
    ['holds back what comes in', [listed(2, 1), listed(4, 3, 2, 1)], { shown: ['2', '1'], chosen: 2, arrived: [4, 3] }],
    [
      'shows it when it is asked for, and keeps what is chosen',
      [listed(2, 1), listed(3, 2, 1), { type: 'asked for new ones' }],
      { shown: ['3', '2', '1'], chosen: 2, arrived: [] },
    ],
    [
      'keeps what others decided in its place',
      [listed(2, 1), listed(1)],
      { shown: ['2 gone', '1'], chosen: 2, arrived: [] },
    ],
    [
      'lets it go when the person moves on',
      [listed(3, 2, 1), listed(3, 1), { type: 'moved', by: 1 }],
      { shown: ['3', '1'], chosen: 1, arrived: [] },
    ],
    [
      'moves over what is gone',
      [listed(3, 2, 1), listed(3, 1), { type: 'moved', by: 1 }, { type: 'moved', by: -1 }],
      { shown: ['3', '1'], chosen: 3, arrived: [] },
    ],
    [
      'moves past no end',
      [listed(2, 1), { type: 'moved', by: -1 }, { type: 'moved', by: 1 }, { type: 'moved', by: 1 }],
      { shown: ['2', '1'], chosen: 1, arrived: [] },
    ],
    [
      'chooses what follows a decision, at the end what precedes it',
      [
        listed(3, 2, 1),
        { type: 'moved', by: 1 },
        { type: 'decided', ids: [idOf(2)] },
        { type: 'decided', ids: [idOf(1)] },
      ],
      { shown: ['3'], chosen: 3, arrived: [] },
    ],
    [
      'does not show again what was decided here, when an older answer has it',
      [listed(2, 1), { type: 'decided', ids: [idOf(2)] }, listed(2, 1)],
      { shown: ['1'], chosen: 1, arrived: [] },
    ],
    [
      'shows at once what comes into an empty list',
      [listed(1), { type: 'decided', ids: [idOf(1)] }, listed(2)],
      { shown: ['2'], chosen: 2, arrived: [] },
    ],
    [
      'shows what waited once nothing else is left',
      [listed(1), listed(2, 1), { type: 'decided', ids: [idOf(1)] }],
      { shown: ['2'], chosen: 2, arrived: [] },
    ],
    [
      'adds older ones below, and new ones behind the count',
      [listed(5, 4), { type: 'asked for older ones' }, listed(6, 5, 4, 3)],
      { shown: ['5', '4', '3'], chosen: 5, arrived: [6] },
    ],
    [
      'adds older ones where the order of the list has them',
      [listed(5, 7), { type: 'asked for older ones' }, listed(5, 3, 7, 2)],
      { shown: ['5', '3', '7', '2'], chosen: 5, arrived: [] },
    ],
    [
      'asked for new ones, leaves what is gone, also where it was chosen',
      [listed(2, 1), listed(3, 1), { type: 'asked for new ones' }],
      { shown: ['3', '1'], chosen: 3, arrived: [] },
    ],
    [
      'chooses what the person points at',
      [listed(3, 2, 1), { type: 'chose', id: idOf(1) }, listed(4, 3, 2, 1)],
      { shown: ['3', '2', '1'], chosen: 1, arrived: [4] },
    ],
  ])('%s', (_, events, { shown, chosen, arrived }) => {
    const inbox = after(...events)
    expect(shownIn(inbox)).toEqual(shown)
    expect(chosenIn(inbox)).toBe(chosen)
    expect(newInboxRequests(inbox)).toEqual(rows(...arrived))
  })

  it('does not take for decided what new ones have pushed to a later page', () => {
    const first: Event = { type: 'listed', listed: { rows: rows(4, 3, 2), hasMore: true } }
    const pushed: Event = { type: 'listed', listed: { rows: rows(6, 5, 4), hasMore: true } }
    expect(shownIn(after(first, pushed))).toEqual(['4', '3', '2'])
  })

  it('keeps what the URL names, though no list has it', () => {
    const named = steadyInboxAfter(emptyInbox<Row>(idOf(9)), listed(2, 1))
    expect(chosenIn(named)).toBe(9)
    expect(chosenIn(steadyInboxAfter(named, { type: 'moved', by: 1 }))).toBe(2)
  })

  it('moves nothing, whatever the service lists', () => {
    const list = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 })
    const listing = fc.record({ list, hasMore: fc.boolean() }).map(({ list: numbers, hasMore }): Event => ({
      type: 'listed',
      listed: { rows: rows(...numbers.toSorted((a, b) => b - a)), hasMore },
    }))
    const act = fc.oneof(
      fc.constantFrom<Event>(
        { type: 'moved', by: 1 },
        { type: 'moved', by: -1 },
        { type: 'asked for new ones' },
        { type: 'asked for older ones' },
      ),
      fc.integer({ min: 1, max: 40 }).map((number): Event => ({ type: 'chose', id: idOf(number) })),
      list.map((numbers): Event => ({ type: 'decided', ids: numbers.map(idOf) })),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(act, listing), { maxLength: 20 }), listing, (events, last) => {
        const before = after(listed(3, 2, 1), ...events)
        const now = steadyInboxAfter(before, last)
        const places = (inbox: SteadyInbox<Row>) => (inbox.entries ?? []).map(({ row }) => row.id)
        if (places(before).length === 0) return
        expect(now.chosenId).toBe(before.chosenId)
        const kept = new Set(places(before))
        expect(places(now).filter((id) => kept.has(id))).toEqual(places(before))
        // None is in front of one that was there, unless the person has asked for older ones.
        if (!before.wantsOlder) expect(places(now).slice(0, kept.size)).toEqual(places(before))
        expect(new Set(places(now)).size).toBe(places(now).length)
      }),
    )
  })
})
