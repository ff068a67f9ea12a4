import { describe, expect, it } from 'vitest'
import { subject } from '../../../test/support/subject.ts'
import type { Policy } from '../../contract/policy.ts'
import { emptySpend } from '../../domain/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { Copies } from './copies.ts'
import { addCards, emptyFamily, type Families, type Family } from './family.ts'

const { customer, card } = subject()
const customerId = customer.id

/** A card of the customer that has spent so much. */
function family(cardId: string, total: number): Families {
  const spend = { ...emptySpend(0), total }
  const own = { ...present(card, 'a subject has a card'), agentId: null, lastAttestedAt: null, id: cardId }
  return {
    ...emptyFamily(),
    customers: new Map([[customerId, { ...customer, lastSequence: total }]]),
    cards: new Map([[cardId, own]]),
    spend: new Map([
      [cardId, spend],
      [customerId, spend],
    ]),
    histories: new Map([[cardId, { version: `of ${total}`, entries: [] }]]),
  }
}

const keep = (copies: Copies, of: Families, found: string, left?: string) =>
  copies.keep({ family: of, versionsFound: new Map([[customerId, found]]), versionLeft: () => left })

const assume = (copies: Copies, of: Families, found: string, left: string) =>
  copies.assume({ family: of, versionsFound: new Map([[customerId, found]]), versionLeft: () => left })

function usedOf(copies: Copies, version: string, cardId: string): Family {
  const used = emptyFamily()
  const copy = copies.get(customerId, version)
  if (copy) addCards(copy, [cardId], used)
  return used
}

it('is used in the version that a batch left, and in no other', () => {
  const copies = new Copies(2)
  keep(copies, family('card_1', 5), 'a', 'b')
  expect([copies.has('card_1'), copies.customerOf('card_1')]).toEqual([true, customerId])
  expect(usedOf(copies, 'b', 'card_1').spend.get('card_1')?.total).toBe(5)
  for (const version of ['a', 'c', '']) expect(usedOf(copies, version, 'card_1').cards.size).toBe(0)
})

it('of a version that goes on keeps the cards that a batch did not touch', () => {
  const copies = new Copies(2)
  keep(copies, family('card_1', 5), 'a', 'b')
  keep(copies, family('card_2', 7), 'b', 'c')
  expect(usedOf(copies, 'c', 'card_1').spend.get('card_1')?.total).toBe(5)
  expect(usedOf(copies, 'c', 'card_1').spend.get(customerId)?.total).toBe(7)
})

it('of another version is forgotten, but for histories, which have versions of their own', () => {
  const copies = new Copies(2)
  keep(copies, family('card_1', 5), 'a', 'b')
  keep(copies, family('card_2', 7), 'x') // another node was there in between
  expect([copies.has('card_1'), copies.has('card_2')]).toEqual([false, true])
  const row = {
    subject_id: 'card_1',
    customer_id: customerId,
    account_id: 'acct_1',
    total: 5,
    month: 0,
    month_total: 5,
  }
  const stored = { ...row, last_approved_at: null, recent: '[]' }
  expect(copies.history({ ...stored, history_version: 'of 5' })?.version).toBe('of 5')
  expect(copies.history({ ...stored, history_version: 'of 6' })).toBeUndefined()
})

it('that a batch in flight was to leave is taken back, and what calmed the node is not', () => {
  const copies = new Copies(2)
  keep(copies, family('card_1', 5), 'a', 'b')
  keep(copies, family('card_1', 6), 'b', 'c')
  const first = assume(copies, family('card_1', 7), 'c', 'd')
  const second = assume(copies, family('card_1', 8), 'd', 'e')
  first()
  second() // was decided on the first
  for (const version of ['b', 'c', 'd', 'e']) expect(usedOf(copies, version, 'card_1').cards.size).toBe(0)
  expect(copies.foreseen(['card_1'])).toBeUndefined()
  keep(copies, family('card_1', 6), 'c', 'f')
  expect(copies.foreseen(['card_1'])?.versions.get(customerId)).toBe('f')
})

it('of whom somebody else has written beneath in between is no longer calm', () => {
  const copies = new Copies(2)
  for (const [found, left] of ['ab', 'bc', 'cd']) keep(copies, family('card_1', 5), found ?? '', left)
  expect(copies.foreseen(['card_1'])).toBeDefined()
  keep(copies, family('card_1', 5), 'x', 'y')
  expect(copies.foreseen(['card_1'])).toBeUndefined()
})

describe('that take too much room', () => {
  const ROOM = 1_000_000
  /** Of a card, and of its customer. */
  interface Policies {
    readonly own?: Policy
    readonly customers?: Policy
  }
  const ofCustomer = (id: string, { own: policy = {}, customers = {} }: Policies): Families => {
    const cardId = `card_of_${id}`
    const one = family(cardId, 1)
    const own = present(one.cards.get(cardId), 'it was made')
    return {
      ...one,
      customers: new Map([[id, { ...customer, id, policy: customers, lastSequence: 1 }]]),
      cards: new Map([[cardId, { ...own, customerId: id, policy }]]),
    }
  }
  const buy = (copies: Copies, id: string, policies: Policies) =>
    copies.keep({ family: ofCustomer(id, policies), versionsFound: new Map([[id, 'a']]), versionLeft: () => undefined })
  const list = (): Policy => ({ blockedMerchants: Array.from({ length: 100 }, (_, n) => `Shop ${n}`) })
  const ids = Array.from({ length: 20 }, (_, n) => `cust_${n}`)
  const kept = (copies: Copies) => ids.filter((id) => copies.has(`card_of_${id}`))

  it.each<keyof Policies>(['own', 'customers'])('go, those first that were longest not used: %s', (level) => {
    const copies = new Copies(2, ROOM)
    const policies = new Map(ids.map((id) => [id, { [level]: list() }]))
    for (const id of ids) for (const one of [id, 'cust_0']) buy(copies, one, policies.get(one) ?? {})
    expect(kept(copies)).toContain('cust_0')
    expect(kept(copies).at(-1)).toBe('cust_19')
    expect(kept(copies).length).toBeLessThan(6)
    expect(copies.customerOf('card_of_cust_1')).toBeUndefined()
  })

  it('count a policy that many share once', () => {
    const copies = new Copies(2, ROOM)
    const shared = list()
    for (const id of ids) buy(copies, id, { own: shared, customers: shared })
    expect(kept(copies)).toEqual(ids)
  })
})
