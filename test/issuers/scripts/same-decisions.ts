import { openDatabase } from '../../../src/store/database.ts'
import { askingLithic } from '../../support/issuers/asking-lithic.ts'
import { LithicMock } from '../../support/issuers/lithic.ts'
import { decideEachWay, differing } from '../../support/issuers/same-decisions.ts'
import { startNode } from '../../support/start-node.ts'
import { withThrowAwayDatabase } from '../../support/throw-away-database.ts'

/**
 * Random purchases under random policies, so many of them, each evaluated, told to the network door, and asked about by the stand-in of
 * Lithic. `node test/issuers/scripts/same-decisions.ts 1000 20`, where 20 is a seed. Exits 1 where two say different things.
 */
const [spends = 1000, seed = 20] = process.argv.slice(2).map(Number)
const secret = `whsec_${Buffer.alloc(32, 's').toString('base64')}`

const decided = await withThrowAwayDatabase(async (connection) => {
  const database = openDatabase({ connection, maxConnections: 10 })
  const { baseUrl, purser, stop } = await startNode(database, {
    PURSER_TEST_CLOCK: 'true', // a sweep between two of them would have them differ
    PURSER_LITHIC_ASA_SECRET: secret,
    PURSER_LITHIC_EVENT_SECRET: secret,
  })
  const now = Date.parse((await purser.testClock.get()).now)
  const origin = () => baseUrl.replace('/v1', '')
  const lithic = new LithicMock({ origin, asaSecret: secret, eventSecret: secret, nowMs: () => now })
  try {
    const { id: customerId } = await purser.customers.create({ email: 'same@example.com' })
    return await decideEachWay({ purser, customerId }, askingLithic(lithic), { spends, seed })
  } finally {
    await stop()
    await database.close()
  }
})

const told = Map.groupBy(decided, (each) => each.told)
console.log({ spends: decided.length, ...Object.fromEntries([...told].map(([word, { length }]) => [word, length])) })
for (const each of differing(decided)) console.log(each)
if (differing(decided).length > 0) process.exitCode = 1
