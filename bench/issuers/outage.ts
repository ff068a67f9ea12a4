import { setTimeout as delay } from 'node:timers/promises'
import type { BenchStack } from '../support/stack.ts'
import { latenciesOfStripeAnswers, sendStripeRequestsAtRate } from './endpoint.ts'
import { type IssuerRig, waitUntil } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

const AWAY_SECONDS = 10
/** For how many seconds requests are sent before the outage of the database, and again after it. */
const SOME_SECONDS = 2
const CONNECTIONS = 1024
const [MOST_MS, MOST_HELD_SECONDS] = [1300, 60]
/** How many milliseconds Stripe waits for an answer. A later answer counts as none. */
const PATIENCE_MS = 2000
/** The milliseconds after the outage's begin in which decisions from before it are still answered. */
const BEGUN_MS = 500
/** For how many milliseconds the holds are checked after all were found to be 0, because requests under way could still be stored. */
const PAUSE_MS = 5000

const WAYS = {
  gone: (stack: BenchStack) => stack.killDatabase(AWAY_SECONDS * 1000),
  frozen: (stack: BenchStack) => stack.freezeDatabase(AWAY_SECONDS * 1000),
  locked: async ({ database }: BenchStack) => {
    await database.pool.query(`begin; lock table transactions; select pg_sleep(${AWAY_SECONDS}); commit`)
  },
}

export const databaseOutageKinds = Object.keys(WAYS) as (keyof typeof WAYS)[]

interface Question {
  readonly cards: readonly string[]
  readonly perSecond: number
}

/**
 * Measures the endpoint for Stripe's requests while the database does not answer: the answers, and how much is still held in the end for
 * purchases that were answered with a decline.
 */
export async function measureDatabaseOutage(
  rig: IssuerRig,
  how: keyof typeof WAYS,
  { cards, perSecond }: Question,
): Promise<void> {
  const { stack, node } = rig
  const seconds = AWAY_SECONDS + 2 * SOME_SECONDS
  const asking = sendStripeRequestsAtRate(node.baseUrl, cards, { perSecond, seconds, connections: CONNECTIONS })
  await delay(SOME_SECONDS * 1000)
  const awayAt = performance.now()
  await WAYS[how](stack)
  const backAt = performance.now()
  const answers = await asking
  const meanwhile = answers.filter(({ askedAt }) => askedAt > awayAt + BEGUN_MS && askedAt < backAt - MOST_MS)
  const latencies = latenciesOfStripeAnswers(answers)
  printFigureAgainstTarget(`the door, database ${how} for ${AWAY_SECONDS} s: asked meanwhile`, meanwhile.length)
  printFigureAgainstTarget('  not declined', meanwhile.filter(({ approved }) => approved !== false).length, { most: 0 })
  const unheard = answers.filter(({ approved, ms }) => approved === null || ms > PATIENCE_MS)
  printFigureAgainstTarget('  no answer in time, or one that Stripe cannot read', unheard.length, { most: 0 })
  printFigureAgainstTarget('  p99 ms', latencies.quantile(0.99), { most: MOST_MS, ofMachine: true })
  printFigureAgainstTarget('  longest ms', latencies.quantile(1), { most: MOST_MS, ofMachine: true })

  const declined = answers.filter(({ approved }) => approved === false).map(({ reference }) => reference)
  const isNothingHeld = () =>
    stored(stack, declined).then(
      ({ held }) => held === 0,
      () => false, // the database is not back yet
    )
  await waitUntil(isNothingHeld, 'nothing is held of what was declined')
  const heldSeconds = (performance.now() - backAt) / 1000
  printFigureAgainstTarget('  back: s until nothing is held of what was declined', heldSeconds, {
    most: MOST_HELD_SECONDS,
  })
  await delay(PAUSE_MS)
  const { held, late } = await stored(stack, declined)
  printFigureAgainstTarget('  approved too late', late)
  printFigureAgainstTarget('  held in the end of what was declined', held, { most: 0 })
}

/** Counts, among the purchases with these references, those that the engine approved and those for which an amount is held. */
async function stored(
  { database }: BenchStack,
  references: readonly string[],
): Promise<{ late: number; held: number }> {
  const { rows } = await database.pool.query<{ late: number; held: number }>(
    `select count(*) filter (where decision = 'approve')::int as late, count(*) filter (where status = 'pending')::int as held
    from transactions where network_reference = any($1)`,
    [references],
  )
  return rows[0] ?? { late: 0, held: 0 }
}
