import { describe, expect, it } from 'vitest'
import { someAuthorization, someForcedCapture, cardNetwork } from '../../../test/support/records/network.ts'
import type { EngineCommand } from './commands/commands.ts'
import { noBatchChanges } from './changes.ts'
import type { BatchWorkingSet } from './working-set.ts'

describe('a card that the caller does not have', () => {
  it.each<[string, EngineCommand]>([
    ['unknown', someAuthorization({ cardId: 'card_9' })],
    ['of another account', someAuthorization({ accountId: 'acct_2' })],
    ['of another account, for a forced capture', someForcedCapture({ accountId: 'acct_2' })],
  ])('is not found: %s', (_, command) => {
    const { set, send } = cardNetwork()
    expect(send([command])).toEqual({
      outcomes: [{ kind: 'refused', code: 'card_not_found' }],
      changes: noBatchChanges(),
    })
    expect(set.transactions.size).toBe(0)
  })
})

describe('a batch', () => {
  it('answers in the order of its commands, and gathers what they change', () => {
    const { set, send } = cardNetwork()
    const settle = { accountId: 'acct_1', transactionId: 'txn_1', kind: 'settle', final: true } as const
    const { outcomes, changes } = send([
      someAuthorization(),
      settle,
      someForcedCapture(),
      someAuthorization({ cardId: 'card_9' }),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['decided', 'posted', 'posted', 'refused'])
    expect([...changes.newTransactions]).toEqual(['txn_1', 'txn_3'])
    expect(changes.steps.map(({ sequence }) => sequence)).toEqual([2])
    expect(changes.events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['transaction.settled', 2],
      ['transaction.created', 3],
      ['transaction.settled', 3],
    ])
    expect(set.spend.get('card_1')?.total).toBe(2000)
  })
})

describe('what is not loaded stops the batch', () => {
  const settle = { accountId: 'acct_1', transactionId: 'txn_1', kind: 'settle', final: true } as const

  it.each<[string, (set: BatchWorkingSet) => void, EngineCommand]>([
    ['a card has its customer loaded', ({ customers }) => customers.clear(), someAuthorization()],
    ['a card has its customer loaded', ({ customers }) => customers.clear(), someForcedCapture()],
    ['a card has its agent loaded', ({ agents }) => agents.clear(), someAuthorization()],
    [
      'a known reference has its transaction loaded',
      ({ transactions }) => transactions.clear(),
      someAuthorization({ networkReference: 'ref' }),
    ],
    ['a transaction has its card loaded', ({ cards }) => cards.clear(), settle],
    [
      'a transaction stays on its card',
      ({ cards }) => {
        for (const [id, card] of cards) cards.set(id, { ...card, id: 'card_2' })
      },
      settle,
    ],
  ])('%s', (invariant, lose, command) => {
    const { set, send } = cardNetwork()
    send([someAuthorization({ networkReference: 'ref' })])
    lose(set)
    expect(() => send([command])).toThrow(invariant)
  })
})
