import { openDatabase } from '../../../src/store/connection/database.ts'
import { lithicAskingPurser } from '../../support/issuers/asking-lithic.ts'
import { stripeAskingPurser } from '../../support/issuers/asking-stripe.ts'
import { LithicMock } from '../../support/issuers/lithic.ts'
import { decidePurchasesInEveryWay, differingDecisions } from '../../support/issuers/same-decisions.ts'
import { StripeMock } from '../../support/issuers/stripe.ts'
import { startNode } from '../../support/processes/start-node.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * Random purchases under random policies, so many of them, each evaluated, sent to the network API, and asked about by the stand-in of
 * an issuer. `node test/issuers/scripts/same-decisions.ts stripe 1000 20`, where 20 is a seed. Exits 1 where two say different things.
 */
const [name = 'stripe', ...numbers] = process.argv.slice(2)
const [spends = 1000, seed = 20] = numbers.map(Number)
const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const [authorizationSecret, eventSecret] = [secretOf('a'), secretOf('e')]

const decided = await withThrowAwayDatabase(async (connection) => {
  const database = openDatabase({ connection, maxConnections: 10 })
  const { baseUrl, purser, stop } = await startNode(database, {
    PURSER_TEST_CLOCK: 'true', // limits begin anew at a time
    PURSER_LITHIC_ASA_SECRET: authorizationSecret,
    PURSER_LITHIC_EVENT_SECRET: eventSecret,
    PURSER_STRIPE_AUTHORIZATION_SECRET: authorizationSecret,
    PURSER_STRIPE_EVENT_SECRET: eventSecret,
  })
  const now = Date.parse((await purser.testClock.get()).now)
  const common = { origin: () => baseUrl.replace('/v1', ''), eventSecret, nowMs: () => now }
  const issuer =
    name === 'lithic'
      ? lithicAskingPurser(new LithicMock({ ...common, asaSecret: authorizationSecret }))
      : stripeAskingPurser(new StripeMock({ ...common, authorizationSecret, onTimeout: 'decline' }))
  try {
    const { id: customerId } = await purser.customers.create({ email: 'same@example.com' })
    return await decidePurchasesInEveryWay({ purser, customerId }, issuer, { spends, seed })
  } finally {
    await stop()
    await database.close()
  }
})

const told = Map.groupBy(decided, (each) => each.answered)
console.log({ spends: decided.length, ...Object.fromEntries([...told].map(([word, { length }]) => [word, length])) })
for (const each of differingDecisions(decided)) console.log(each)
if (differingDecisions(decided).length > 0) process.exitCode = 1
