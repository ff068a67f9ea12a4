import { expect, it } from 'vitest'
import { subject } from '../../../test/support/subject.ts'
import { emptySpend } from '../../domain/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { Copies, emptyFamily, useCopies, type Families, type Family } from './copies.ts'

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
    histories: new Map([[cardId, { version: total, entries: [] }]]),
  }
}

const keep = (copies: Copies, of: Families, found: string, left?: string) =>
  copies.keep({ family: of, found: new Map([[customerId, found]]), left: () => left })

function usedOf(copies: Copies, version: string, cardId: string): Family {
  const used = emptyFamily()
  const copy = copies.get(customerId, version)
  if (copy) useCopies(copy, [cardId], used)
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
  expect(copies.history({ ...stored, history_version: 5 })?.version).toBe(5)
  expect(copies.history({ ...stored, history_version: 6 })).toBeUndefined()
})
