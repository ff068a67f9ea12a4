import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'
import { calmDelivery, webhookStorm } from '../webhook-storm.ts'

/**
 * Webhooks at full size, on a database that keeps its promises: a storm, then two nodes in calm. Argument: the number
 * of events. Fails if an event is lost, cannot be verified, or comes more often than the kills explain.
 */
const events = Number(process.argv[2] ?? 20_000)
const deadlineMs = 300_000

const storm = await timed((connection) => webhookStorm(connection, { events, kills: 8, deadlineMs }))
console.log('storm', storm)
const calm = await timed((connection) => calmDelivery(connection, { events, deadlineMs }))
console.log('calm', calm)

const faults = [storm, calm].flatMap(({ lost, unverified, strangers }) => [lost, unverified, strangers])
if (faults.some((count) => count > 0) || storm.duplicates > storm.leasedAtKills || calm.duplicates > 0) {
  process.exitCode = 1
}

async function timed<T>(run: (connection: Parameters<typeof webhookStorm>[0]) => Promise<T>) {
  return withThrowAwayDatabase(async (connection) => {
    const started = performance.now()
    const result = await run(connection)
    return { events, ...result, seconds: Math.round((performance.now() - started) / 1000) }
  })
}
