import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorization, decidedBy, forcedCapture, network, type Network } from '../../../test/support/network.ts'
import { present } from '../../lib/assert.ts'
import { monthOf } from '../counted-part.ts'
import { entriesOf, windowSpent } from '../spend-windows.ts'
import type { Command } from './commands.ts'
import { levelsOf } from './working-set.ts'

/** Nodes whose clocks differ, at the end of a month: one counts in the new month while the other is in the old one. */
const monthEnd = Date.UTC(2027, 0, 1)
const caps = { cust_1: 3000, agt_1: 2000, card_1: 1500, card_2: 1500 }

/** A customer with two cards, one of them an agent's, each level with a cap of its own. */
function door(): Network {
  const limits = (perMonth: number) => ({ limits: { perMonth } })
  const made = network({
    customer: limits(caps.cust_1),
    agent: limits(caps.agt_1),
    card: { ...limits(caps.card_1), createdAt: 0 },
  })
  const card = present(made.set.cards.get('card_1'), 'a card')
  made.set.cards.set('card_2', { ...card, id: 'card_2', agentId: null })
  return made
}

const approve = ({ send }: Network, amount: number, at: number, cardId = 'card_1') =>
  decidedBy(send([authorization({ amount, cardId })], at).outcomes[0])

describe('a clock that is behind the month that has begun', () => {
  it('counts in that month, at every level, whatever the card has spent before', () => {
    const net = door()
    approve(net, 1000, monthEnd - 1000)
    approve(net, 1, monthEnd + 500, 'card_2')
    const late = approve(net, 500, monthEnd - 500)
    expect(late).toMatchObject({ createdAt: monthEnd - 500, counted: [[monthEnd - 500, 500, 202701]] })
    expect(net.set.spend.get('card_1')).toMatchObject({ total: 1500, month: 202701, monthTotal: 500 })
    expect(net.set.spend.get('cust_1')).toMatchObject({ total: 1501, month: 202701, monthTotal: 501 })
  })

  it('does so for increments and forced captures too', () => {
    const net = door()
    approve(net, 100, monthEnd - 1000)
    approve(net, 1, monthEnd)
    net.send([{ kind: 'increment', accountId: 'acct_1', transactionId: 'txn_1', amount: 20 }], monthEnd - 1)
    net.send([forcedCapture({ amount: 300 })], monthEnd - 1)
    expect(net.set.transactions.get('txn_1')?.counted).toEqual([
      [monthEnd - 1000, 100],
      [monthEnd - 1, 20, 202701],
    ])
    expect(net.set.spend.get('card_1')).toMatchObject({ total: 421, month: 202701, monthTotal: 321 })
  })

  it('keeps the trailing windows to the millisecond, and the cooldown', () => {
    const net = door()
    approve(net, 1, monthEnd + 500)
    approve(net, 500, monthEnd - 500)
    const spend = present(net.set.spend.get('card_1'), 'spend')
    expect(entriesOf(spend).map(({ at }) => at)).toEqual([monthEnd - 500, monthEnd + 500])
    expect(windowSpent(spend, 'perDay', monthEnd - 500 + 86_400_000)).toBe(1)
    expect(spend.lastApprovedAt).toBe(monthEnd + 500)
  })

  it('gets its first answer again', () => {
    const net = door()
    approve(net, 1, monthEnd)
    const ask = () => net.send([authorization({ networkReference: 'ref' })], monthEnd - 1).outcomes
    expect(ask()).toEqual(ask())
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
/** A clock, relative to the end of the month. */
const clock = fc.integer({ min: -2000, max: 2000 })
const onCards = (...kinds: OnCard['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), cardId: fc.constantFrom('card_1', 'card_2'), amount })
const onTransactions = (...kinds: OnTransaction['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat({ max: 15 }), amount, final: fc.boolean() })
const acts = (...some: fc.Arbitrary<Act>[]) => fc.array(fc.tuple(clock, fc.oneof(...some)), { maxLength: 40 })

/** Nothing where there are not so many transactions. */
function commandOf({ set }: Network, act: Act): { command: Command; notBefore: number } | undefined {
  if ('cardId' in act) {
    const { kind, ...asked } = act
    return { command: kind === 'authorize' ? authorization(asked) : forcedCapture(asked), notBefore: 0 }
  }
  const transaction = [...set.transactions.values()][act.which]
  if (transaction === undefined) return undefined
  const command = { ...act, accountId: 'acct_1', transactionId: transaction.id }
  return { command, notBefore: act.kind === 'expire' ? transaction.expiresAt : 0 }
}

/** What the transactions beneath each level say, by month. */
function countedBy({ set }: Network, level: string, month?: number): number {
  const beneath = [...set.transactions.values()].filter((transaction) =>
    levelsOf(present(set.cards.get(transaction.cardId), 'a card')).includes(level),
  )
  return beneath
    .flatMap(({ counted }) => counted)
    .filter((part) => month === undefined || monthOf(part) === month)
    .reduce((sum, [, cents]) => sum + cents, 0)
}

describe('whatever the clocks', () => {
  it('nothing escapes the month that decisions look at, and approvals overspend none', () => {
    const any = acts(onCards('authorize', 'capture'), onTransactions('increment', 'settle', 'reverse', 'expire'))
    fc.assert(
      fc.property(any, (all) => {
        const net = door()
        for (const [ahead, act] of all) {
          const asked = commandOf(net, act)
          if (asked === undefined) continue
          const at = Math.max(monthEnd + ahead, asked.notBefore)
          const customer = net.set.spend.get('cust_1')
          const before = customer === undefined ? 0 : windowSpent(customer, 'perMonth', at)
          const [outcome] = net.send([asked.command], at).outcomes
          for (const [level, { month, monthTotal, total }] of net.set.spend) {
            expect([monthTotal, total]).toEqual([countedBy(net, level, month), countedBy(net, level)])
          }
          if (outcome?.kind === 'refused' || (outcome?.kind === 'decided' && outcome.decision.decision === 'decline')) {
            continue
          }
          if ('cardId' in act) expect(net.set.spend.get('cust_1')?.monthTotal).toBe(before + act.amount)
          if (act.kind !== 'authorize' && act.kind !== 'increment') continue
          const card = present(net.set.cards.get(present(outcome, 'an outcome').transaction.cardId), 'a card')
          for (const level of levelsOf(card)) {
            expect(net.set.spend.get(level)?.monthTotal).toBeLessThanOrEqual(caps[level as keyof typeof caps])
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('what is counted and taken back again leaves nothing', () => {
    fc.assert(
      fc.property(acts(onCards('authorize'), onTransactions('increment')), fc.boolean(), clock, (all, isLate, end) => {
        const net = door()
        for (const [ahead, act] of all) {
          const asked = commandOf(net, act)
          if (asked) net.send([asked.command], monthEnd + ahead)
        }
        for (const { id, status, expiresAt } of net.set.transactions.values()) {
          if (status !== 'pending') continue
          const of = { accountId: 'acct_1', transactionId: id }
          if (isLate) net.send([{ ...of, kind: 'expire' }], expiresAt)
          else net.send([{ ...of, kind: 'reverse' }], monthEnd + end)
        }
        for (const spend of net.set.spend.values()) {
          expect(spend).toMatchObject({ total: 0, monthTotal: 0 })
          if (!isLate) expect(windowSpent(spend, 'perWeek', monthEnd)).toBe(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})
