import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  someAuthorization,
  transactionOfAuthorization,
  someForcedCapture,
  cardNetwork,
  type CardNetwork,
} from '../../../test/support/records/network.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { assertPresent } from '../../lib/assert.ts'
import { spendEntries, centsSpentInLimitWindow } from '../spend/spend-windows.ts'
import { utcMonth } from '../spend/utc-month.ts'
import type { EngineCommand } from './commands/commands.ts'
import { levelsOfJournalEntry } from './journal-entry.ts'

/** Nodes whose clocks are ten minutes apart, at the end of a month: one is in the new month while the other is in the old one. */
const monthEnd = Date.UTC(2027, 0, 1)
const [behind, ahead] = [monthEnd - 5 * MINUTE_MS, monthEnd + 5 * MINUTE_MS]
const caps = { cust_1: 3000, agt_1: 2000, card_1: 1500, card_2: 1500 }

/** A customer with two cards, one of them an agent's, each level with a cap of its own. */
function door(): CardNetwork {
  const limits = (perMonth: number) => ({ limits: { perMonth } })
  const made = cardNetwork({
    customer: limits(caps.cust_1),
    agent: limits(caps.agt_1),
    card: { ...limits(caps.card_1), createdAt: 0 },
  })
  const card = assertPresent(made.set.cards.get('card_1'), 'a card')
  made.set.cards.set('card_2', { ...card, id: 'card_2', agentId: null })
  return made
}

const approve = ({ send }: CardNetwork, amount: number, at: number, cardId = 'card_1') =>
  transactionOfAuthorization(send([someAuthorization({ amount, cardId })], at).outcomes[0])

describe('what is asked at a node whose clock is behind the journal of the customer', () => {
  it('is decided at the moment of the journal, at every level, whatever the card has spent before', () => {
    const net = door()
    approve(net, 1000, monthEnd - 10 * MINUTE_MS)
    approve(net, 1, ahead, 'card_2')
    const late = approve(net, 501, behind)
    expect(late).toMatchObject({ decision: 'approve', createdAt: ahead, updatedAt: ahead, counted: [[ahead, 501]] })
    expect(net.set.spend.get('card_1')).toMatchObject({ total: 1501, month: 202701, monthTotal: 501 })
    expect(net.set.spend.get('cust_1')).toMatchObject({ total: 1502, month: 202701, monthTotal: 502 })
    expect(net.set.customers.get('cust_1')?.last).toEqual({ sequence: 3, id: 'txn_3', at: ahead })
  })

  it('cannot spend the cap of a month that is over for the customer', () => {
    const net = door()
    approve(net, 1500, ahead)
    expect(approve(net, 1, behind)).toMatchObject({ decision: 'decline', createdAt: ahead })
  })

  it('is so for steps, what they hold and when they are told of too', () => {
    const net = door()
    const { id } = approve(net, 100, behind)
    approve(net, 1, ahead, 'card_2')
    const of = { accountId: 'acct_1', transactionId: id }
    const { changes } = net.send(
      [{ ...of, kind: 'increment', amount: 20 }, someForcedCapture({ amount: 300 })],
      behind + 1,
    )
    expect(changes.entries).toMatchObject([
      { at: ahead, counted: [[ahead, 20]] },
      { at: ahead, counted: [[ahead, 300]] },
    ])
    expect(changes.events.map(({ at }) => at)).toEqual([ahead, ahead])
    net.send([{ ...of, kind: 'settle', final: true }], behind + 2)
    expect(net.set.transactions.get(id)).toMatchObject({ settledAt: ahead, updatedAt: ahead })
    expect(net.set.spend.get('card_1')).toMatchObject({ total: 420, month: 202701, monthTotal: 320 })
  })

  it('finds a hold over that is over for the customer', () => {
    const net = door()
    const { id, expiresAt } = approve(net, 100, behind)
    approve(net, 1, expiresAt, 'card_2')
    const settle: EngineCommand = { accountId: 'acct_1', transactionId: id, kind: 'settle', final: true }
    expect(net.send([settle], behind).outcomes).toMatchObject([{ kind: 'refused', code: 'transaction_not_open' }])
  })

  it('waits for a cooldown by the clock that is ahead', () => {
    const net = cardNetwork({ card: { policy: { cooldownMinutes: 5 }, createdAt: 0 } })
    approve(net, 1, ahead)
    expect(approve(net, 1, behind)).toMatchObject({ reasons: [{ code: 'cooldown_active' }] })
    expect(approve(net, 1, ahead + 5 * MINUTE_MS)).toMatchObject({ decision: 'approve' })
  })

  it('gets its first answer again', () => {
    const net = door()
    approve(net, 1, ahead)
    const ask = () => net.send([someAuthorization({ networkReference: 'ref' })], behind).outcomes
    expect(ask()).toEqual(ask())
  })

  it('does not wait for another customer', () => {
    const net = door()
    const [customer, card] = [net.set.customers.get('cust_1'), net.set.cards.get('card_2')]
    net.set.customers.set('cust_2', { ...assertPresent(customer, 'a customer'), id: 'cust_2' })
    net.set.cards.set('card_3', { ...assertPresent(card, 'a card'), id: 'card_3', customerId: 'cust_2' })
    approve(net, 1, ahead)
    const { outcomes } = net.send([someAuthorization(), someAuthorization({ cardId: 'card_3' })], behind)
    expect(outcomes.map((outcome) => transactionOfAuthorization(outcome).createdAt)).toEqual([ahead, behind])
  })
})

interface OnCard {
  readonly kind: 'authorize' | 'capture'
  readonly cardId: string
  readonly amount: number
}
interface OnTransaction {
  readonly kind: 'increment' | 'settle' | 'reverse' | 'expire'
  readonly which: number
  readonly amount: number
  readonly final: boolean
}
type Act = OnCard | OnTransaction

const amount = fc.integer({ min: 1, max: 900 })
/** The time of a node's clock, in milliseconds relative to the end of a month. */
const clock = fc.integer({ min: -2000, max: 2000 })
const onCards = (...kinds: OnCard['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), cardId: fc.constantFrom('card_1', 'card_2'), amount })
const onTransactions = (...kinds: OnTransaction['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat({ max: 15 }), amount, final: fc.boolean() })
const acts = (...some: fc.Arbitrary<Act>[]) => fc.array(fc.tuple(clock, fc.oneof(...some)), { maxLength: 40 })

/** The command of an act. Undefined if there are fewer transactions than the act needs. */
function commandOf({ set }: CardNetwork, act: Act): { command: EngineCommand; notBefore: number } | undefined {
  if ('cardId' in act) {
    const { kind, ...asked } = act
    return { command: kind === 'authorize' ? someAuthorization(asked) : someForcedCapture(asked), notBefore: 0 }
  }
  const transaction = [...set.transactions.values()][act.which]
  if (transaction === undefined) return undefined
  const command = { ...act, accountId: 'acct_1', transactionId: transaction.id }
  return { command, notBefore: act.kind === 'expire' ? transaction.expiresAt : 0 }
}

/** The number of transactions beneath a level, in a month or in all. */
function countedBy({ set }: CardNetwork, level: string, month?: number): number {
  return [...set.transactions.values()]
    .filter(({ cardId, agentId, customerId }) => [cardId, agentId, customerId].includes(level))
    .flatMap(({ counted }) => counted)
    .filter(([at]) => month === undefined || utcMonth(at) === month)
    .reduce((sum, [, cents]) => sum + cents, 0)
}

describe('whatever the clocks', () => {
  it('nothing escapes the month that decisions look at, and approvals overspend none', () => {
    const any = acts(onCards('authorize', 'capture'), onTransactions('increment', 'settle', 'reverse', 'expire'))
    fc.assert(
      fc.property(any, (all) => {
        const net = door()
        for (const [offset, act] of all) {
          const asked = commandOf(net, act)
          if (asked === undefined) continue
          const { changes, outcomes } = net.send([asked.command], Math.max(monthEnd + offset, asked.notBefore))
          for (const [level, { month, monthTotal, total }] of net.set.spend) {
            expect([monthTotal, total]).toEqual([countedBy(net, level, month), countedBy(net, level)])
          }
          const [entry] = changes.entries
          const [outcome] = outcomes
          const isApproved = outcome?.kind === 'decided' && outcome.decision.decision === 'approve'
          if (entry === undefined || !isApproved) continue
          for (const level of levelsOfJournalEntry(entry)) {
            expect(countedBy(net, level, utcMonth(entry.at))).toBeLessThanOrEqual(caps[level as keyof typeof caps])
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('entries stand in the order of their moments, so that windows need no other', () => {
    fc.assert(
      fc.property(acts(onCards('authorize', 'capture'), onTransactions('increment')), (all) => {
        const net = door()
        for (const [offset, act] of all) {
          const asked = commandOf(net, act)
          if (asked) net.send([asked.command], monthEnd + offset)
        }
        for (const spend of net.set.spend.values()) {
          const moments = spendEntries(spend).map(({ at }) => at)
          expect(moments).toEqual(moments.toSorted((a, b) => a - b))
          expect(new Set(moments).size).toBe(moments.length)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('what is counted and taken back again leaves nothing', () => {
    fc.assert(
      fc.property(acts(onCards('authorize'), onTransactions('increment')), fc.boolean(), clock, (all, isLate, end) => {
        const net = door()
        for (const [offset, act] of all) {
          const asked = commandOf(net, act)
          if (asked) net.send([asked.command], monthEnd + offset)
        }
        for (const { id, status, expiresAt } of net.set.transactions.values()) {
          if (status !== 'pending') continue
          const of = { accountId: 'acct_1', transactionId: id }
          if (isLate) net.send([{ ...of, kind: 'expire' }], expiresAt)
          else net.send([{ ...of, kind: 'reverse' }], monthEnd + end)
        }
        for (const spend of net.set.spend.values()) {
          expect(spend).toMatchObject({ total: 0, monthTotal: 0 })
          if (!isLate) expect(centsSpentInLimitWindow(spend, 'perWeek', monthEnd)).toBe(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})
