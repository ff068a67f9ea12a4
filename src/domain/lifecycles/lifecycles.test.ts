import { describe, expect, it } from 'vitest'
import { rulings } from '../batch/commands/decide-intent.ts'
import { agentLife } from './agent.ts'
import { cardLife } from './card.ts'
import { challengeLife } from './challenge.ts'
import { changeRequestLife } from './change-request.ts'
import { intentLife, waitingStatuses } from './intent.ts'
import { canBecome, isFinalStatus } from './moves.ts'
import { openStatuses, subscriptionLife } from './subscription.ts'
import { transactionLife } from './transaction.ts'

type Life = Readonly<Record<string, { readonly from: readonly string[] }>>

/** A line for each status, with the statuses that may follow it. */
const drawn = (life: Life): string[] => {
  const statuses = Object.keys(life)
  return statuses.map((from) => `${from}: ${statuses.filter((to) => canBecome(life, from, to)).join(' ')}`.trim())
}

describe('a life', () => {
  it('of a card ends where it is closed', () => {
    expect(drawn(cardLife)).toEqual(['active: frozen closed', 'frozen: active closed', 'closed:'])
  })

  it('of an agent ends where it is disabled', () => {
    expect(drawn(agentLife)).toEqual(['active: paused disabled', 'paused: active disabled', 'disabled:'])
  })

  it('of an intent goes through an approval that its policy asks for, at the declaration or at a correction, and matches one purchase', () => {
    expect(drawn(intentLife)).toEqual([
      'pending_approval: pending rejected canceled expired',
      'pending: pending_approval canceled expired matched mismatched',
      'rejected:',
      'canceled:',
      'expired:',
      'matched:',
      'mismatched:',
    ])
    expect(waitingStatuses).toEqual(['pending_approval', 'pending'])
  })

  it('of a subscription goes on until somebody or time ends it', () => {
    expect(drawn(subscriptionLife)).toEqual([
      'pending_approval: active canceled rejected expired',
      'active: paused canceled expired',
      'paused: active canceled expired',
      'canceled:',
      'rejected:',
      'expired:',
    ])
    expect(openStatuses).toEqual(['pending_approval', 'active', 'paused'])
  })

  it('of a transaction ends where it is settled, unless an issuer did what nobody decided', () => {
    expect(drawn(transactionLife)).toEqual([
      'pending: settled reversed expired',
      'settled: pending',
      'declined: pending settled',
      'reversed: pending settled',
      'expired: settled',
    ])
  })

  it.each([
    ['card', cardLife],
    ['agent', agentLife],
    ['intent', intentLife],
    ['change request', changeRequestLife],
    ['challenge', challengeLife],
    ['subscription', subscriptionLife],
    ['transaction', transactionLife],
  ] as const)('of a %s has no move from a status to itself, and none out of a final one', (_, life: Life) => {
    for (const status of Object.keys(life)) {
      expect(canBecome(life, status, status)).toBe(false)
      const leaves = Object.keys(life).some((to) => canBecome(life, status, to))
      expect([status, isFinalStatus(life, status)]).toEqual([status, !leaves])
    }
  })
})

it.each(['pending', 'rejected', 'canceled'] as const)(
  '%s is reached by the commands that the table names for it',
  (to) => {
    const commands = Object.entries(rulings).filter(([, ruling]) => ruling.to === to)
    expect(intentLife[to].by.filter((cause) => cause in rulings)).toEqual(commands.map(([command]) => command))
  },
)
