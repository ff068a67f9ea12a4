import { openDatabase } from '../../../src/store/connection/database.ts'
import { Dispatcher } from '../../../src/webhooks/dispatcher.ts'
import { openTestVault } from '../test-vault.ts'

/**
 * A node that only sends deliveries, for the tests that kill one. Arguments: the connection as JSON, and how many milliseconds its clock is
 * ahead. It prints `delivering`, and ends by a signal.
 */
const [connection = '', aheadMs = '0'] = process.argv.slice(2)
const database = openDatabase({ connection: JSON.parse(connection) as string, maxConnections: 2 })
const dispatcher = new Dispatcher({
  database,
  vault: await openTestVault(database),
  clock: { now: () => Date.now() + Number(aheadMs) },
  version: '0.0.0',
  allowPrivateWebhooks: true,
  onError: (error) => console.error(error),
})
dispatcher.start()
console.log('delivering')
process.once('SIGTERM', () => {
  void dispatcher.stop().then(() => database.close())
})
