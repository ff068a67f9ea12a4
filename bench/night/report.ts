import type { NightAct } from './acts/act.ts'
import type { AlertFiring } from './stage/alert-watch.ts'
import type { NightPurchaseTally } from './stage/purchases.ts'

/** An act that `npm run bench:night` has played, with its result. */
export interface PlayedNightAct {
  readonly act: NightAct
  readonly seconds: number
  readonly tally: NightPurchaseTally
  readonly loadAverage: number
  /** The alerts that fired during the act and were expected in it or in no act at all. */
  readonly fired: readonly string[]
  readonly unexpected: readonly string[]
  readonly broken: readonly string[]
}

/** The alerts raised since `since` that no act expects. */
export const unexpectedAlerts = (
  firings: readonly AlertFiring[],
  { since, known }: { since: number; known: ReadonlySet<string> },
): string[] => [
  ...new Set(firings.filter(({ alert, firedAt }) => firedAt >= since && !known.has(alert)).map(({ alert }) => alert)),
]

export function nightActsTable(played: readonly PlayedNightAct[]): object[] {
  return played.map(({ act, seconds, tally, loadAverage }) => ({
    act: act.name,
    seconds: Math.round(seconds),
    due: tally.due,
    answered: tally.answered,
    'refused (503)': [...tally.refused.values()].reduce((sum, count) => sum + count, 0),
    'no answer': tally.unknown,
    'slowest answer ms': tally.requests.shown(1),
    'p99 answer ms': tally.requests.shown(0.99),
    'longest wait s': Math.round((tally.waits.quantile(1) ?? 0) / 100) / 10,
    'load average': loadAverage,
  }))
}

export function nightAlertsTable(played: readonly PlayedNightAct[]): object[] {
  return played.map(({ act, fired, unexpected }) => ({
    act: act.name,
    'has to fire': act.expects.join(' '),
    'may fire': (act.may ?? []).join(' '),
    fired: fired.join(' '),
    unexpected: unexpected.join(' '),
  }))
}

export function nightRefusalsTable(played: readonly PlayedNightAct[]): object[] {
  return played
    .filter(({ tally }) => tally.refused.size > 0)
    .map(({ act, tally }) => ({ act: act.name, ...Object.fromEntries(tally.refused) }))
}
