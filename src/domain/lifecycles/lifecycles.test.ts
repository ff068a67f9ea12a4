import { describe, expect, it } from 'vitest'
import { intentDecisionOutcomes } from '../batch/commands/decide-intent.ts'
import { agentLifecycle } from './agent.ts'
import { cardLifecycle } from './card.ts'
import { challengeLifecycle } from './challenge.ts'
import { changeRequestLifecycle } from './change-request.ts'
import { intentLifecycle, waitingIntentStatuses } from './intent.ts'
import { lifecycleAllowsStatusChange, isFinalLifecycleStatus } from './moves.ts'
import { openSubscriptionStatuses, subscriptionLifecycle } from './subscription.ts'
import { transactionLifecycle } from './transaction.ts'

type Life = Readonly<Record<string, { readonly from: readonly string[] }>>

/** A line for each status of the lifecycle, with the statuses that may follow it. */
const drawn = (life: Life): string[] => {
  const statuses = Object.keys(life)
  return statuses.map((from) =>
    `${from}: ${statuses.filter((to) => lifecycleAllowsStatusChange(life, from, to)).join(' ')}`.trim(),
  )
}

describe('a life', () => {
  it('of a card ends where it is closed', () => {
    expect(drawn(cardLifecycle)).toEqual(['active: frozen closed', 'frozen: active closed', 'closed:'])
  })

  it('of an agent ends where it is disabled', () => {
    expect(drawn(agentLifecycle)).toEqual(['active: paused disabled', 'paused: active disabled', 'disabled:'])
  })

  it('of an intent goes through an approval that its policy asks for, at the declaration or at a correction, and matches one purchase', () => {
    expect(drawn(intentLifecycle)).toEqual([
      'pending_approval: pending rejected canceled expired',
      'pending: pending_approval canceled expired matched mismatched',
      'rejected:',
      'canceled:',
      'expired:',
      'matched:',
      'mismatched:',
    ])
    expect(waitingIntentStatuses).toEqual(['pending_approval', 'pending'])
  })

  it('of a subscription goes on until somebody or time ends it', () => {
    expect(drawn(subscriptionLifecycle)).toEqual([
      'pending_approval: active canceled rejected expired',
      'active: paused canceled expired',
      'paused: active canceled expired',
      'canceled:',
      'rejected:',
      'expired:',
    ])
    expect(openSubscriptionStatuses).toEqual(['pending_approval', 'active', 'paused'])
  })

  it('of a transaction ends where it is settled, unless an issuer did what nobody decided', () => {
    expect(drawn(transactionLifecycle)).toEqual([
      'pending: settled reversed expired',
      'settled: pending',
      'declined: pending settled',
      'reversed: pending settled',
      'expired: settled',
    ])
  })

  it.each([
    ['card', cardLifecycle],
    ['agent', agentLifecycle],
    ['intent', intentLifecycle],
    ['change request', changeRequestLifecycle],
    ['challenge', challengeLifecycle],
    ['subscription', subscriptionLifecycle],
    ['transaction', transactionLifecycle],
  ] as const)('of a %s has no move from a status to itself, and none out of a final one', (_, life: Life) => {
    for (const status of Object.keys(life)) {
      expect(lifecycleAllowsStatusChange(life, status, status)).toBe(false)
      const leaves = Object.keys(life).some((to) => lifecycleAllowsStatusChange(life, status, to))
      expect([status, isFinalLifecycleStatus(life, status)]).toEqual([status, !leaves])
    }
  })
})

it.each(['pending', 'rejected', 'canceled'] as const)(
  '%s is reached by the commands that the table names for it',
  (to) => {
    const commands = Object.entries(intentDecisionOutcomes).filter(([, ruling]) => ruling.to === to)
    expect(intentLifecycle[to].by.filter((cause) => cause in intentDecisionOutcomes)).toEqual(
      commands.map(([command]) => command),
    )
  },
)
