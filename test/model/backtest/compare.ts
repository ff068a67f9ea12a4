import { BacktestRun } from '../../../src/domain/backtest/backtest.ts'
import type { BacktestRulesChange } from '../../../src/domain/backtest/past.ts'
import { backtestDifferenceReasons } from '../../../src/domain/backtest/findings.ts'
import { policyOf } from '../engine/world.ts'
import { seededRandom, type Random } from '../random.ts'
import { ACCOUNT, AGENTS, begun, CARDS, CUSTOMER, Market } from './market.ts'
import { type History, randomHistory, rules } from './history.ts'

export interface Compared {
  readonly decisions: number
  readonly wouldDecline: number
  readonly wouldApprove: number
  readonly elsewhere: number
  readonly codes: readonly string[]
  readonly differences: readonly string[]
}

/** One history, made again with a random change, against an engine that lived through it with the changed rules. */
export function compareChanged(seed: number, purchases: number): Compared {
  const random = seededRandom(seed)
  const history = randomHistory(random, purchases)
  const change = randomChange(random)
  const differences: string[] = []
  const told = runBacktest(history, change)
  const fresh = new Market(seededRandom(seed), rules, change)
  for (const act of history.acts) {
    const outcome = fresh.take(act)?.outcomes[0]
    if (act.kind !== 'buy' && act.kind !== 'increment') continue
    const should = outcome?.kind === 'decided' ? outcome.decision.decision : undefined
    const found = told.verdicts.get(history.sequences.get(act.id) ?? 0)
    if (found !== should) differences.push(`seed ${seed}, ${act.id}: ${found} instead of ${should}`)
  }
  return { ...told, differences }
}

/** One history, made again as it was. */
export function compareUnchanged(seed: number, purchases: number): Compared {
  const history = randomHistory(seededRandom(seed), purchases)
  const told = runBacktest(history, { level: 'customer', id: CUSTOMER })
  const differences = [...told.examples].map(
    ({ past, would, reasons }) =>
      `seed ${seed}, ${past.sequence}: ${would} instead of ${past.was}: ${[...reasons, ...past.reasons].map(({ message }) => message).join(' ')}`,
  )
  return { ...told, differences }
}

function runBacktest({ past }: History, change: BacktestRulesChange) {
  const backtest = new BacktestRun({ accountId: ACCOUNT, customerId: CUSTOMER, change, mostExamples: 1000 })
  for (const id of CARDS) backtest.meetCard({ id, createdAt: begun, merchantLock: null, consumedAt: null })
  const verdicts = new Map<number, 'approve' | 'decline'>()
  for (const entry of past) {
    const verdict = backtest.take(entry)
    if (verdict) verdicts.set(entry.sequence, verdict.would)
  }
  const { decisions, wouldDecline, wouldApprove, examples } = backtest.findings
  const elsewhere = backtest.elsewhere.wouldDecline + backtest.elsewhere.wouldApprove
  const codes = examples.flatMap((example) => backtestDifferenceReasons(example).map(({ code }) => code))
  return { verdicts, decisions, wouldDecline, wouldApprove, elsewhere, codes, examples }
}

function randomChange(random: Random): BacktestRulesChange {
  const holder = random.pick([
    { level: 'customer' as const, id: CUSTOMER },
    { level: 'agent' as const, id: random.pick(AGENTS) },
    { level: 'card' as const, id: random.pick(CARDS) },
  ])
  const policy = { policy: policyOf(random, 0.25) }
  const limits = { limits: rules.limits(random) }
  return { ...holder, ...random.pick([policy, limits, { ...policy, ...limits }]) }
}
