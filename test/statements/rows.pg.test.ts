import { tourOfChallenges } from './challenges-tour.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketOfId } from '../../src/lib/buckets.ts'
import { timeOfId } from '../../src/lib/ids.ts'
import { JOURNAL_ENTRIES_PER_CHECKPOINT } from '../../src/store/journal/checkpoint.ts'
import {
  rowAsPostgresReadsIt,
  columnNameOfField,
  type DefinedTable,
  definedTables,
} from '../support/records/defined-tables.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { stripeSettings, tourOfIssuers } from './issuers-tour.ts'
import { publicKey, tour } from './tour.ts'

/** Their buckets are by a text, a key or a hash. */
const OF_NO_CUSTOMER = new Set([
  'agent_external_ids',
  'card_numbers',
  'issuer_cards',
  'idempotency_keys',
  'rate_leases',
])
/** They are in the bucket of their account. */
const OF_ACCOUNT = new Set(['audit_entries', 'audit_heads', 'signed_heads'])

const stripe = new StripeApi()
let service: TestPurser
const tables: string[] = []
beforeAll(async () => {
  await stripe.up()
  service = await startPurser({ PURSER_TEST_CLOCK: 'true', ...stripeSettings(stripe) })
  await tour(service.baseUrl)
  await tourOfIssuers(service.purser, stripe)
  await tourOfChallenges(service)
  await reportFact(service.purser)
  await leaveRows(service.purser)
  const { rows } = await service.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'bucket' and table_schema = 'public'`,
  )
  tables.push(...rows.map(({ name }) => name))
})
afterAll(async () => {
  await service.stop()
  await stripe.down()
})

/** The tours advance the clock by months, after which a sweep has deleted their facts. */
async function reportFact({ customers, cards, network }: TestPurser['purser']): Promise<void> {
  const { id: cardId } = await cards.create({ customerId: (await customers.create({ email: 'eve@example.com' })).id })
  await network.advise({ cardId, factId: 'reported', networkReference: 'ref', amount: 100, approved: true })
}

/** The tours delete their filler and their deliveries, and buy too seldom for a checkpoint. */
async function leaveRows({
  customers,
  agents,
  fillers,
  cards,
  network,
  webhooks,
}: TestPurser['purser']): Promise<void> {
  const { id: customerId } = await customers.create({ email: 'fay@example.com' })
  const { id } = await agents.create({ customerId, name: 'Fay', externalId: 'fay' })
  await fillers.create(id, { name: 'Browser', publicKey })
  await webhooks.test((await webhooks.create({ url: 'https://hooks.example.com/', events: ['card.created'] })).id)
  const { id: cardId } = await cards.create({ customerId })
  const many = Array.from({ length: JOURNAL_ENTRIES_PER_CHECKPOINT }, () => network.authorize({ cardId, amount: 1 }))
  await Promise.all(many)
}

interface Row {
  /** Only the sweep that destroys numbers reads and sets the column, by statements of its own. */
  readonly number_destroyed?: boolean
  readonly id?: string
  readonly bucket: number
  readonly created_at?: number
  readonly customer_id?: string | null
  readonly account_id: string
}

const rowsOf = async (table: string): Promise<readonly Row[]> =>
  (await service.database.pool.query<Row>(`select * from ${table}`)).rows

it('every row is in the bucket of its customer, which its id names', async () => {
  let seen = 0
  for (const table of tables.filter((name) => !OF_NO_CUSTOMER.has(name))) {
    for (const { id, bucket, customer_id, account_id } of await rowsOf(table)) {
      seen += 1
      expect([table, id === undefined ? bucket : bucketOfId(id)]).toEqual([table, bucket])
      const owner = OF_ACCOUNT.has(table) ? account_id : customer_id
      if (owner) expect([table, bucketOfId(owner)]).toEqual([table, bucket])
    }
  }
  expect(seen).toBeGreaterThan(20)
})

it('every row was made at the moment that its id names', async () => {
  for (const table of [...tables, 'accounts', 'api_keys', 'webhooks']) {
    for (const { id, created_at } of await rowsOf(table)) {
      if (id !== undefined && created_at !== undefined) expect([table, timeOfId(id)]).toEqual([table, created_at])
    }
  }
})

const defined = await definedTables()
/** The type of a definition for a column's type. PostgreSQL takes JSON for a column `jsonb`, too. */
const SENT_AS: Readonly<Partial<Record<string, string>>> = { word: 'text', jsonb: 'json', ARRAY: 'text[]' }

it.each(defined)('the definition of $tableName has the columns of the table', async ({ tableName, definition }) => {
  const { rows } = await service.database.pool.query<{ name: string; type: string; nullable: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'YES' as nullable from information_schema.columns
      where table_name = $1 and table_schema = 'public' and column_name not in ('bucket', 'number_destroyed') and is_generated = 'NEVER'`,
    [tableName],
  )
  const columns = Object.entries(definition).map(([field, { type, isNullable }]) => ({
    name: columnNameOfField(field),
    type: SENT_AS[type] ?? type,
    nullable: isNullable,
  }))
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  const stored = rows.map((column) => ({ ...column, type: SENT_AS[column.type] ?? column.type }))
  expect(columns.toSorted(byName)).toEqual(stored.toSorted(byName))
})

/** The fields that no state has which is read, such as the version of a customer: who writes one gives it. */
const onlyWritten = ({ definition }: DefinedTable, row: object) =>
  Object.fromEntries(
    Object.keys(definition).flatMap((field) =>
      definition[field]?.isDerived ? [[field, row[columnNameOfField(field) as keyof typeof row]]] : [],
    ),
  )

it.each(defined)('every stored row of $tableName is the row of its state', async (table) => {
  const rows = await rowsOf(table.tableName)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const { number_destroyed: _sweeps, ...used } = row
    expect(rowAsPostgresReadsIt(table, { ...onlyWritten(table, used), ...table.state(used) })).toEqual(used)
  }
})
