import { randomBytes } from 'node:crypto'
import { expect, inject, it, onTestFinished } from 'vitest'
import { Purser } from '../../../clients/typescript/src/client.ts'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { dropDatabase } from '../../../src/store/connection/create-database.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { testsWithNeeds, singlePostgres } from '../../support/needs.ts'
import { databaseUrl, startNodeProcess } from '../../support/processes/node-process.ts'
import { PURSER_ENTRY_FILE } from '../../support/processes/purser-bundle.ts'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'
import { startTestScript } from '../../support/processes/test-process.ts'
import { playEveryTransactionStep } from '../../support/records/every-step.ts'
import { checkOut, earlierVersions, hasVersion, versionBefore } from './checkouts.ts'
import { everyKind, kindsOfSteps } from './kept-steps.ts'
import { makePast, MASTER_KEY } from './past.ts'
import { faultsOfEverything } from './read-everything.ts'

const MINUTE = 60_000
/** The events of these resources got the record of the resource after 0.1.0 (contract, section 13). */
const WITHOUT_RECORD =
  /^(listEvents|getEvent) 200: \/data must have required properties (transaction|card|customer|agent) /

testsWithNeeds(versionBefore, singlePostgres).describe('a database with every operation and every kind of step', () => {
  const versions = Object.entries(earlierVersions()).filter(([, commit]) => hasVersion(commit))
  it.each(versions)(
    'of %s (%s) is taken over: verify finds nothing, all of it can be read, and every step can be taken of it',
    async (_, commit) => {
      const connection = await pastOf(commit)
      const database = openDatabase({ connection, maxConnections: 2 })
      const kinds = await kindsOfSteps(database)
      await database.close()
      expect(kinds).toEqual(everyKind)

      const { process, baseUrl } = await startNodeProcess(connection, {
        PURSER_TEST_CLOCK: 'true',
        PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
      })
      onTestFinished(async () => {
        process.child.kill('SIGKILL')
        await process.ended
      })
      await expectNoDifferences(connection)
      const faults = await faultsOfEverything(baseUrl)
      expect(faults.filter((fault) => !WITHOUT_RECORD.test(fault))).toEqual([])

      const client = new Purser({ baseUrl, apiKey: TEST_API_KEY, timeoutMs: 5 * MINUTE })
      expect(await takeOldSteps(client)).toBeGreaterThan(0)
      await playEveryTransactionStep(client, 'after')
      await expectNoDifferences(connection)
    },
    20 * MINUTE,
  )
})

/** A database of an earlier version, which is dropped after the test. */
async function pastOf(commit: string): Promise<PostgresSocketConnection> {
  const server = inject('postgres')
  const name = `upgrade_${randomBytes(8).toString('hex')}`
  onTestFinished(() => dropDatabase(server, name))
  const checkout = await checkOut(commit)
  try {
    return await makePast(checkout.folder, server, name)
  } finally {
    await checkout.delete()
  }
}

async function expectNoDifferences(connection: PostgresSocketConnection): Promise<void> {
  const { code, said } = await purser('verify', connection)
  expect(said).toContain(' replayed, 0 differences')
  expect(code).toBe(0)
  expect((await purser('doctor', connection)).said).not.toContain('verify_differences')
}

async function purser(command: string, connection: PostgresSocketConnection) {
  const env = { DATABASE_URL: databaseUrl(connection), PURSER_MASTER_KEY: MASTER_KEY }
  const { ended, stdout, stderr } = startTestScript(PURSER_ENTRY_FILE, [command], { env })
  const code = await ended
  return { code, said: [...stdout, ...stderr].join('\n') }
}

/** Refunds what the earlier version settled, and settles what it holds. Resolves with the number of steps. */
async function takeOldSteps({ transactions, network }: Purser): Promise<number> {
  let steps = 0
  for await (const { id, status, settledAmount, refundedAmount } of transactions.list()) {
    if (status === 'pending') await network.settle(id)
    else if (settledAmount > refundedAmount) await network.refund({ transactionId: id, amount: 1 })
    else continue
    steps += 1
  }
  return steps
}
