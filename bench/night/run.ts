import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { prometheusServer } from '../../test/monitoring/prometheus.ts'
import { databaseUrl } from '../../test/support/processes/node-process.ts'
import type { NightAct } from './acts/act.ts'
import { failoverNightAct, fullDiskNightAct, lostDatabaseNightAct } from './acts/databases.ts'
import { killedNodeNightAct, wrongClockNightAct } from './acts/nodes.ts'
import { backupNightAct, quietPeriodNightAct, upgradeNightAct } from './acts/planned.ts'
import { lostServersNightAct, restoreNightAct } from './acts/restore.ts'
import { deadWebhookNightAct, repairedWebhookNightAct } from './acts/webhooks.ts'
import { compareWithStoredPurchases, storedPurchasesIn } from './ledger.ts'
import {
  nightActsTable,
  nightAlertsTable,
  type PlayedNightAct,
  nightRefusalsTable,
  unexpectedAlerts,
} from './report.ts'
import { runPurser } from './stage/nodes.ts'
import { withNightStage, type NightStage } from './stage/stage.ts'

/**
 * Plays a night of an operator, pressed into minutes: `npm run bench:night`. Two nodes on a PostgreSQL with a standby get purchases all the
 * time, a Prometheus has the alert rules, and one thing after the other goes wrong (docs/guides/night.md). The exit code is 1 if a purchase
 * is lost or doubled, a limit does not hold, `purser verify` finds a difference, an expected alert does not fire, or another one does.
 */
const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '50' },
    times: { type: 'string', default: '30' },
    // The numbers of the acts of the night that are to be played, for somebody who works on a few of them.
    acts: { type: 'string' },
  },
})
const ACTS: readonly NightAct[] = [
  quietPeriodNightAct,
  backupNightAct,
  deadWebhookNightAct,
  upgradeNightAct,
  killedNodeNightAct,
  wrongClockNightAct,
  repairedWebhookNightAct,
  lostDatabaseNightAct,
  failoverNightAct,
  fullDiskNightAct,
  restoreNightAct,
  { ...quietPeriodNightAct, name: 'quiet again' },
]
const chosen = values.acts === undefined ? ACTS : values.acts.split(',').map((n) => ACTS[Number(n) - 1] as NightAct)

const startedAt = performance.now()
function say(what: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${what}`)
}

const played: PlayedNightAct[] = []
if (!prometheusServer.isMet) {
  console.error('The night needs a Prometheus (Debian: the package prometheus) in the PATH.')
  process.exitCode = 2
} else {
  await withNightStage({ perSecond: Number(values['per-second']), times: Number(values.times), say }, playAll)
}

async function playAll(stage: NightStage): Promise<void> {
  const later = new Set<string>()
  for (const act of chosen) {
    if (act === fullDiskNightAct && !stage.disk.canBeFilled) {
      say('a full disk is left out: only root on Linux can mount a small disk')
      continue
    }
    played.push(await playAct(stage, act, later))
  }
  await stage.load.stop()
  show(await broken(stage))
}

async function playAct(stage: NightStage, act: NightAct, later: Set<string>): Promise<PlayedNightAct> {
  say(`--- ${act.name}`)
  const since = performance.now()
  for (const alert of act.begins ?? []) later.add(alert)
  const problems: string[] = []
  const note = (error: unknown) => {
    say(`BROKEN: ${(error as Error).message}`)
    problems.push((error as Error).message)
  }
  await act.play(stage).catch(note)
  await stage.alerts.areResolved([...act.expects, ...(act.may ?? [])]).catch(note)
  const { firings } = stage.alerts
  const own = new Set([...act.expects, ...(act.may ?? [])])
  const unexpected = unexpectedAlerts(firings, { since, known: new Set([...own, ...later]) })
  const isOwn = ({ alert, firedAt }: { alert: string; firedAt: number }) =>
    own.has(alert) && (firedAt >= since || later.has(alert))
  const fired = [...new Set(firings.filter(isOwn).map(({ alert }) => alert))]
  for (const alert of act.expects) later.delete(alert)
  const tally = stage.load.take()
  const refusals = [...tally.refused].map(([reason, count]) => `${count} ${reason}`)
  say(
    `${tally.answered} of ${tally.due} purchases answered; refused: ${refusals.join(', ') || 'none'}; ${tally.unknown} without an answer`,
  )
  return {
    act,
    seconds: (performance.now() - since) / 1000,
    tally,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    fired,
    unexpected,
    broken: [
      ...problems,
      ...act.expects.filter((alert) => !fired.includes(alert)).map((alert) => `${alert} did not fire`),
    ],
  }
}

/** The promises of the service that do not hold at the end of the night. */
async function broken(stage: NightStage): Promise<string[]> {
  const purchases = [...stage.load.purchases.values()]
  const stored = await storedPurchasesIn(stage.primary)
  const {
    answered,
    lost,
    doubled: twice,
    changed,
    overspent,
  } = compareWithStoredPurchases(purchases, stored, stage.limits)
  // A purchase that was lost with the machines and sent again after the restore has two answers, and one stored transaction.
  const storedOnce = new Set(
    [...Map.groupBy(stored, ({ reference }) => reference)].filter(([, { length }]) => length === 1).map(([one]) => one),
  )
  const doubled = twice.filter((reference) => !(lostServersNightAct.has(reference) && storedOnce.has(reference)))
  const unforgiven = lost.filter((reference) => !lostServersNightAct.has(reference))
  const verified = await runPurser(['verify'], databaseUrl(stage.primary.connection))
  console.log(
    `\n${answered} purchases answered: ${unforgiven.length} lost, ${doubled.length} doubled, ${changed.length} with another decision; ` +
      `${lostServersNightAct.size} of the last seconds before all machines were lost. ${overspent.length} cards over their limit. ` +
      `purser verify: ${String(verified['entries'])} decisions, ${String(verified['differences'])} differences.`,
  )
  return [
    ...unforgiven.map((reference) => `${reference} is lost`),
    ...doubled.map((reference) => `${reference} is doubled`),
    ...changed.map((reference) => `${reference} has another decision`),
    ...overspent.map((card) => `${card} is over its limit`),
    ...(verified['differences'] === 0 ? [] : ['purser verify finds differences']),
    ...purchases.filter(({ ids }) => ids.size === 0).map(({ reference }) => `${reference} was never answered`),
    ...played.flatMap(({ act, broken: of, unexpected }) => [
      ...of.map((what) => `${act.name}: ${what}`),
      ...unexpected.map((alert) => `${act.name}: ${alert} fired, and should not`),
    ]),
  ]
}

function show(all: readonly string[]): void {
  console.log(
    `\nThe night was ${values.times} times as short, with ${values['per-second']} purchases a second; Node ${process.version}`,
  )
  console.table(nightActsTable(played))
  console.table(nightAlertsTable(played))
  console.table(nightRefusalsTable(played))
  for (const what of all.slice(0, 20)) console.log(`BROKEN: ${what}`)
  console.log(all.length === 0 ? 'Everything held.' : `${all.length} promises did not hold.`)
  if (all.length > 0) process.exitCode = 1
}
