import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Purser } from '../../../../clients/typescript/src/client.ts'
import type { PostgresSocketConnection } from '../../../../src/app/postgres/connection.ts'
import type { Database } from '../../../../src/store/connection/database.ts'
import { playEveryTransactionStep } from '../../../support/records/every-step.ts'
import type { TestNode } from '../../../support/processes/start-node.ts'
import type { Step } from '../../../reference/step.ts'

/**
 * The command `node play-in-checkout.ts CHECKOUT CONNECTION`: plays the reference of another version, and then every kind of step, with that
 * version's own code, on its database. The checkout is a copy: its function that makes a database is replaced by one that opens this database.
 */
const [, , checkout = '', connection = '{}'] = process.argv

interface Modules {
  readonly play: { play(story: readonly Step[]): Promise<unknown> }
  readonly story: { readonly story: readonly Step[] }
  readonly node: {
    startNode(database: Database, env: Record<string, string>): Promise<TestNode>
    readonly API_KEY: string
  }
  readonly database: { createTestDatabase(): Promise<{ database: Database; drop(): Promise<void> }> }
}

const load = async <Name extends keyof Modules>(file: string): Promise<Modules[Name]> =>
  (await import(join(checkout, file))) as Modules[Name]

/** The path of a file of the tests' support, which had no folders in version 0.1.0. */
const supportFile = (folder: string, name: string): string =>
  [`test/support/${folder}/${name}`, `test/support/${name}`].find((file) => existsSync(join(checkout, file))) ?? ''

function replaceDatabase(file: string, to: PostgresSocketConnection): void {
  const text = readFileSync(join(checkout, file), 'utf8')
  const [, opener] = /from '([^']+\/database\.ts)'/.exec(text) ?? []
  if (opener === undefined) throw new Error(`${file} does not open a database`)
  writeFileSync(
    join(checkout, file),
    `import { openDatabase } from '${opener}'
export function createTestDatabase() {
  const database = openDatabase({ connection: ${JSON.stringify(to)}, maxConnections: 10 })
  return { database, drop: () => database.close() }
}
`,
  )
}

const databaseFile = supportFile('postgres', 'test-database.ts')
replaceDatabase(databaseFile, JSON.parse(connection) as PostgresSocketConnection)
const { play } = await load<'play'>('test/reference/play.ts')
const { story } = await load<'story'>('test/reference/scenario/story.ts')
await play(story)

const { startNode, API_KEY } = await load<'node'>(supportFile('processes', 'start-node.ts'))
const { database, drop } = await (await load<'database'>(databaseFile)).createTestDatabase()
const node = await startNode(database, { PURSER_TEST_CLOCK: 'true' })
// Advancing the clock sends what waited for the receiver of the reference, which is gone: that takes its time.
await playEveryTransactionStep(new Purser({ baseUrl: node.baseUrl, apiKey: API_KEY, timeoutMs: 300_000 }), 'before')
await node.stop()
await drop()
