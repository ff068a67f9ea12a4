import { describe, expect, it } from 'vitest'
import { authorization, decidedBy, network } from '../../../test/support/records/network.ts'
import { now } from '../../../test/support/records/subject.ts'
import { present } from '../../lib/assert.ts'
import { noChanges } from './changes.ts'

describe('a network reference that is known', () => {
  const again = authorization({ networkReference: 'ref' })

  it('gets its first answer again, in the same batch and whatever has become of it', () => {
    const { set, send } = network({ intents: [{ expectedAmount: 1000 }] })
    const { outcomes, changes } = send([authorization({ networkReference: 'ref' }), again])
    expect(outcomes[1]).toEqual(outcomes[0])
    expect([changes.newTransactions.size, set.spend.get('card_1')?.total]).toEqual([1, 1000])
    const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
    send([{ ...ofIt, kind: 'increment', amount: 5 }], now + 1)
    send([{ ...ofIt, kind: 'settle', amount: 5000, final: true }], now + 2)
    send([{ ...ofIt, kind: 'refund' }], now + 3)
    expect(set.transactions.get('txn_1')?.flags).toMatchObject({
      settlementOverIntent: true,
      settlementOverAuthorized: true,
    })
    const replay = send([again], now + 4)
    expect(replay.outcomes).toEqual([outcomes[0]])
    expect(replay.changes).toEqual(noChanges())
    expect(set.spend.get('card_1')?.total).toBe(5000)
  })

  it.each([
    ['a decline', {}, { status: 'frozen' as const }],
    ['a card check', { amount: 0 }, {}],
  ])('gets %s again', (_, command, card) => {
    const { send } = network({ card })
    const asked = authorization({ ...command, networkReference: 'ref' })
    const first = send([asked])
    expect(send([asked], now + 1).outcomes).toEqual(first.outcomes)
  })

  it.each([{ amount: 1001 }, { currency: 'EUR' }])('is refused with %j, and nothing is decided', (other) => {
    const { send } = network()
    send([again])
    const { outcomes, changes } = send([{ ...again, ...other }], now + 1)
    expect(outcomes).toMatchObject([
      { kind: 'refused', code: 'reference_conflict', details: { transactionId: 'txn_1' } },
    ])
    expect(changes).toEqual(noChanges())
  })

  it('is that of one card', () => {
    const { set, send } = network()
    set.cards.set('card_2', { ...present(set.cards.get('card_1'), 'a card'), id: 'card_2' })
    const { outcomes } = send([
      authorization({ networkReference: 'ref' }),
      { ...again, cardId: 'card_2' },
      authorization(),
    ])
    expect(outcomes.map((outcome) => decidedBy(outcome).id)).toEqual(['txn_1', 'txn_2', 'txn_3'])
    expect([...set.references]).toEqual([
      ['card_1 ref', 'txn_1'],
      ['card_2 ref', 'txn_2'],
    ])
  })
})
