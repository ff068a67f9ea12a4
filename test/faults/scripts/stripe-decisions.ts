import { Purser } from '../../../clients/typescript/src/client.ts'
import { unlikeDecisions } from '../../issuers/same-decisions.ts'
import { seededRandom } from '../../model/random.ts'
import { StripeMock } from '../../support/issuers/stripe.ts'
import { startNodeProcess } from '../../support/node-process.ts'
import { API_KEY } from '../../support/start-node.ts'
import { withThrowAwayDatabase } from '../../support/throw-away-database.ts'

/**
 * So many purchases that Stripe asks about, each decided by the network door for a card that is alike: `node
 * test/faults/scripts/stripe-decisions.ts 1000`. Exits 1 where a decision, a reason or the answer to Stripe is another.
 */
const cases = Number(process.argv[2] ?? 1000)
const [authorizationSecret, eventSecret] = [`whsec_${'a'.repeat(32)}`, `whsec_${'e'.repeat(32)}`]
await withThrowAwayDatabase(async (connection) => {
  const { process: node, baseUrl } = await startNodeProcess(connection, {
    PURSER_TEST_CLOCK: 'true', // reasons say until when
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_STRIPE_AUTHORIZATION_SECRET: authorizationSecret,
    PURSER_STRIPE_EVENT_SECRET: eventSecret,
  })
  const purser = new Purser({ baseUrl, apiKey: API_KEY })
  const now = Date.parse((await purser.testClock.get()).now)
  const origin = () => baseUrl.replace('/v1', '')
  const stripe = new StripeMock({ origin, authorizationSecret, eventSecret, onTimeout: 'decline', nowMs: () => now })
  const unlike = await unlikeDecisions({ purser, stripe, random: seededRandom(1000), cases })
  const reasons = stripe.events.map(({ body }) => String(body['data'].object.metadata.purser_reason ?? 'approved'))
  console.log(countsOf(reasons))
  for (const each of unlike) console.log(JSON.stringify(each))
  console.log(`${stripe.events.length} purchases, ${unlike.length} decided otherwise`)
  if (unlike.length > 0) process.exitCode = 1
  node.child.kill('SIGTERM')
  await node.ended
})

function countsOf(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
