import { describe, expect, it } from 'vitest'
import {
  someAdvice,
  someAuthorization,
  transactionOfAuthorization,
  cardNetwork,
  someCapture,
} from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import { assertPresent } from '../../lib/assert.ts'
import { noBatchChanges } from './changes.ts'

describe('a network reference that is known', () => {
  const again = someAuthorization({ networkReference: 'ref' })

  it('gets its first answer again, in the same batch and whatever has become of it', () => {
    const { set, send } = cardNetwork({ intents: [{ expectedAmount: 1000 }] })
    const { outcomes, changes } = send([someAuthorization({ networkReference: 'ref' }), again])
    expect(outcomes[1]).toEqual(outcomes[0])
    expect([changes.newTransactions.size, set.spend.get('card_1')?.total]).toEqual([1, 1000])
    const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
    send([{ ...ofIt, kind: 'increment', amount: 5 }], TEST_NOON + 1)
    send([{ ...ofIt, kind: 'settle', amount: 5000, final: true }], TEST_NOON + 2)
    send([{ ...ofIt, kind: 'refund' }], TEST_NOON + 3)
    expect(set.transactions.get('txn_1')?.flags).toMatchObject({
      settlementOverIntent: true,
      settlementOverAuthorized: true,
    })
    const replay = send([again], TEST_NOON + 4)
    expect(replay.outcomes).toEqual([outcomes[0]])
    expect(replay.changes).toEqual(noBatchChanges())
    expect(set.spend.get('card_1')?.total).toBe(5000)
  })

  it.each([
    ['a decline', {}, { status: 'frozen' as const }],
    ['a card check', { amount: 0 }, {}],
  ])('gets %s again', (_, command, card) => {
    const { send } = cardNetwork({ card })
    const asked = someAuthorization({ ...command, networkReference: 'ref' })
    const first = send([asked])
    expect(send([asked], TEST_NOON + 1).outcomes).toEqual(first.outcomes)
  })

  it.each([{ amount: 1001 }, { currency: 'EUR' }])('is refused with %j, and nothing is decided', (other) => {
    const { send } = cardNetwork()
    send([again])
    const { outcomes, changes } = send([{ ...again, ...other }], TEST_NOON + 1)
    expect(outcomes).toMatchObject([
      { kind: 'refused', code: 'reference_conflict', details: { transactionId: 'txn_1' } },
    ])
    expect(changes).toEqual(noBatchChanges())
  })

  const twoCards = () => {
    const { set, send } = cardNetwork()
    set.cards.set('card_2', { ...assertPresent(set.cards.get('card_1'), 'a card'), id: 'card_2' })
    return { set, send }
  }

  it('is that of one card: under another it is refused, in the same batch and later', () => {
    const { send } = twoCards()
    const other = { ...again, cardId: 'card_2', cardReferenceHash: 'card_2 ref' }
    const { outcomes } = send([again, other, someAuthorization()])
    const conflict = { kind: 'refused', code: 'reference_conflict', details: { transactionId: 'txn_1' } }
    expect([
      transactionOfAuthorization(outcomes[0]).id,
      outcomes[1],
      transactionOfAuthorization(outcomes[2]).id,
    ]).toMatchObject(['txn_1', conflict, 'txn_2'])
    expect(send([other], TEST_NOON + 1).outcomes).toMatchObject([conflict])
    expect(send([again], TEST_NOON + 2).outcomes).toEqual([outcomes[0]])
  })

  it('is found under the hash of card and reference, which 0.1.0 stored', () => {
    const { set, send } = cardNetwork()
    const [first] = send([{ ...again, referenceHash: again.cardReferenceHash }]).outcomes
    expect(send([again], TEST_NOON + 1).outcomes).toEqual([first])
    expect(set.transactions.size).toBe(1)
  })

  it('of another card is no reason to refuse a fact, which is stored under the hash of its card', () => {
    const { set, send } = twoCards()
    send([again])
    send([someCapture({ cardId: 'card_2' })], TEST_NOON + 1)
    expect(set.transactions.get('txn_2')).toMatchObject({ cardId: 'card_2', referenceHash: 'card_2 ref' })
    send([someCapture({ cardId: 'card_2', moved: 'credit' })], TEST_NOON + 2)
    expect(set.transactions.get('txn_2')).toMatchObject({ refundedAmount: 1000 })
    expect(set.transactions.get('txn_1')).toMatchObject({ settledAmount: 0 })
  })

  it('of another card is another purchase where an issuer asks', () => {
    const { set, send } = twoCards()
    const other = { ...again, cardId: 'card_2', cardReferenceHash: 'card_2 ref', hasReferencesByCard: true } as const
    const { outcomes } = send([again, other])
    expect(outcomes.map((outcome) => transactionOfAuthorization(outcome).id)).toEqual(['txn_1', 'txn_2'])
    expect(set.transactions.get('txn_2')).toMatchObject({ referenceHash: 'card_2 ref' })
    expect(send([other], TEST_NOON + 1).outcomes).toEqual([outcomes[1]])
  })

  it('that an issuer used without asking is refused under another card', () => {
    const { send } = twoCards()
    send([someAdvice()])
    const { outcomes } = send([{ ...again, cardId: 'card_2', cardReferenceHash: 'card_2 ref' }], TEST_NOON + 1)
    expect(outcomes).toMatchObject([{ code: 'reference_conflict', details: { transactionId: 'txn_1' } }])
  })
})
