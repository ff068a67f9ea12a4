import { eventually } from '../../support/eventually.ts'
import { cardNumberForms } from '../../support/number-scan.ts'
import { breakSeal, CONTROL, type Credentials, liveAtIssuer, liveWithCard, stored } from './card-life.ts'
import { bytesPlace, measurePlaces, type Place, type Surface, textPlace } from './leak-places.ts'
import { BIN, type LeakRig, openLeakRig, type Reply } from './leak-rig.ts'
import { plantHashes, writtenHashes } from './planted-hashes.ts'

/** The one place where numbers are given away. */
export const DETAILS = 'answers of the details operation'

const AT_ONCE = 4
const WEBHOOKS_MS = 60_000

/** Uses so many cards, then looks for their numbers, and for hashes of them, in everything that the service said and wrote. */
export async function huntLeaks(cards: number): Promise<Surface[]> {
  const rig = await openLeakRig()
  try {
    const lived = await live(rig, cards)
    const targets = lived.map(({ pan }) => ({
      bin: BIN,
      pan,
      requests: rig.requests.filter(({ path, body }) => path.includes(pan) || body?.includes(pan)),
    }))
    return await measurePlaces(await placesOf(rig), { lived, targets, givenAway: DETAILS })
  } finally {
    await rig.remove()
  }
}

async function placesOf(rig: LeakRig): Promise<Place[]> {
  const tables = await dumpTables(rig)
  const metrics = await rig.metrics()
  const files = [...(await rig.stop())]
  const filesThat = (accepts: (path: string) => boolean) =>
    files.filter(([path]) => accepts(path)).map(([, content]) => content)
  const isWal = (path: string) => path.includes('pg_wal')
  const bodies = (accepts: (reply: Reply) => boolean) => rig.replies.filter(accepts).map((reply) => reply.text)
  const others = (reply: Reply) => !isNumber(reply) && reply.status < 400
  const webhooks = rig.sink.requests.map(({ body }) => body)
  return [
    textPlace(DETAILS, bodies(isNumber)),
    textPlace('other answers', bodies(others)),
    textPlace(
      'errors',
      bodies(({ status }) => status >= 400),
    ),
    textPlace('webhooks', webhooks),
    textPlace('the log, at level trace', rig.log),
    textPlace('the tables', [...tables.rows.values()], tables.bytes),
    textPlace('of these, stored replies', [tables.replies]),
    { ...textPlace('metrics', [metrics]), canHoldControl: false },
    bytesPlace('the write-ahead log', filesThat(isWal)),
    bytesPlace(
      'all other files of the database',
      filesThat((path) => !isWal(path)),
    ),
  ]
}

const isNumber = ({ path, status }: Reply) => path.endsWith('/details') && status === 200

async function live(rig: LeakRig, cards: number): Promise<Credentials[]> {
  rig.logDirectly({ stored })
  await plantHashes(rig)
  const customerId = (await rig.call('POST', '/customers', { email: 'leak@example.com' })).body['id'] as string
  await rig.call('POST', '/webhooks', { url: rig.sink.url, events: ['*'] })
  const lived: Credentials[] = []
  while (lived.length < cards) {
    const count = Math.min(AT_ONCE, cards - lived.length)
    lived.push(...(await Promise.all(Array.from({ length: count }, () => liveWithCard(rig, customerId)))))
  }
  lived.push(await liveAtIssuer(rig, customerId))
  for (const form of [...Object.values(cardNumberForms(CONTROL)), ...writtenHashes])
    await rig.call('POST', '/spend/evaluate', { amount: 1, [form]: 1 })
  await breakSeal(rig, customerId)
  const declined = () => rig.sink.requests.filter(({ event }) => event.type === 'transaction.declined')
  await eventually('the webhooks have told of the refusals', () => declined().length >= 2 * cards, WEBHOOKS_MS)
  return lived
}

interface Dump {
  readonly rows: ReadonlyMap<string, string>
  /** Every value of every column of bytes. */
  readonly bytes: readonly Buffer[]
  /** Replies are bytes: as text they are what a reader of the table sees. */
  readonly replies: string
}

/** Every row of every table, as text, and its bytes. The server's package has no pg_dump. */
async function dumpTables({ database: { pool } }: LeakRig): Promise<Dump> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  )
  const rows = new Map<string, string>()
  for (const table of new Set(columns.map((each) => each.table))) {
    const found = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from "${table}" t`)
    rows.set(table, found.rows.map(({ row }) => row).join('\n'))
  }
  const values = new Map<string, Buffer[]>()
  for (const { table, column } of columns.filter(({ type }) => type === 'bytea')) {
    const text = `select "${column}" as value from "${table}" where "${column}" is not null`
    const found = await pool.query<{ value: Buffer }>(text)
    values.set(
      `${table}.${column}`,
      found.rows.map(({ value }) => value),
    )
  }
  const replies = (values.get('idempotency_keys.reply') ?? []).map((reply) => reply.toString('latin1')).join('\n')
  return { rows, bytes: [...values.values()].flat(), replies: `${rows.get('idempotency_keys')}\n${replies}` }
}
