import { eventually } from '../support/eventually.ts'
import { countOf, formsIn, formsOf, hasCvv } from '../support/number-scan.ts'
import { breakSeal, CONTROL, type Credentials, liveWithCard, planted } from './card-life.ts'
import { type LeakRig, openLeakRig, type Reply } from './leak-rig.ts'

/** One place where a number could stand, and how often what was looked for stands there. */
export interface Surface {
  readonly name: string
  readonly bytes: number
  /** The number that was planted in clear: shows that the place is looked through. Null: it cannot get there. */
  readonly control: number | null
  /** In how many of the forms of `formsOf` the control was found. */
  readonly controlForms: number
  readonly numbers: number
  /** Null: three digits are everywhere in bytes that are no text. */
  readonly cvvs: number | null
}

/** The one place where numbers are given away. */
export const DETAILS = 'answers of the details operation'

/** Uses so many cards, then looks for their numbers in everything that the service said and wrote. */
export async function huntLeaks(cards: number): Promise<Surface[]> {
  const rig = await openLeakRig()
  try {
    const lived = await live(rig, cards)
    const tables = await dumpTables(rig)
    const metrics = await rig.metrics()
    const files = [...(await rig.stop())]
    const isWal = ([path]: readonly [string, Buffer]) => path.includes('pg_wal')
    const text = (name: string, parts: readonly string[]) => measure(name, parts, lived)
    const bytes = (name: string, parts: typeof files) =>
      measure(
        name,
        parts.map(([, content]) => content),
        lived,
      )
    const bodies = (accepts: (reply: Reply) => boolean) => rig.replies.filter(accepts).map((reply) => reply.text)
    return [
      text(DETAILS, bodies(isNumber)),
      text(
        'other answers',
        bodies((reply) => !isNumber(reply) && reply.status < 400),
      ),
      text(
        'errors',
        bodies(({ status }) => status >= 400),
      ),
      text(
        'webhooks',
        rig.sink.requests.map(({ body }) => body),
      ),
      text('the log, at level trace', rig.log),
      text('the tables', [...tables.values()]),
      text('of these, stored replies', [tables.get('idempotency_keys') ?? '']),
      { ...text('metrics', [metrics]), control: null },
      bytes('the write-ahead log', files.filter(isWal)),
      bytes(
        'all other files of the database',
        files.filter((file) => !isWal(file)),
      ),
    ]
  } finally {
    await rig.remove()
  }
}

const isNumber = ({ path, status }: Reply) => path.endsWith('/details') && status === 200

async function live(rig: LeakRig, cards: number): Promise<Credentials[]> {
  rig.logDirectly({ planted })
  const customerId = (await rig.call('POST', '/customers', { email: 'leak@example.com' })).body['id'] as string
  await rig.call('POST', '/webhooks', { url: rig.sink.url, events: ['*'] })
  const lived: Credentials[] = []
  for (let i = 0; i < cards; i += 1) lived.push(await liveWithCard(rig, customerId))
  for (const form of Object.values(formsOf(CONTROL)))
    await rig.call('POST', '/spend/evaluate', { amount: 1, [form]: 1 })
  await breakSeal(rig, customerId)
  const declined = () => rig.sink.requests.filter(({ event }) => event.type === 'transaction.declined')
  await eventually('the webhooks have told of the refusals', () => declined().length >= 2 * cards)
  return lived
}

function measure(name: string, parts: readonly (string | Buffer)[], cards: readonly Credentials[]): Surface {
  const count = (number: string) => parts.reduce((sum, part) => sum + countOf(part, number), 0)
  const texts = parts.filter((part) => typeof part === 'string')
  const cvvs = cards.reduce((sum, { cvv }) => sum + texts.filter((part) => hasCvv(part, cvv)).length, 0)
  return {
    name,
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    control: count(CONTROL),
    controlForms: new Set(parts.flatMap((part) => formsIn(part, CONTROL))).size,
    numbers: cards.reduce((sum, { pan }) => sum + count(pan), 0),
    cvvs: texts.length === parts.length ? cvvs : null,
  }
}

/** Every row of every table, as text. The server's package has no pg_dump. */
async function dumpTables({ database: { pool } }: LeakRig): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const dumps = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`)
    dumps.set(name, rows.map(({ row }) => row).join('\n'))
  }
  // Replies are bytes: as text they are what a reader of the table sees.
  const { rows } = await pool.query<{ reply: Buffer }>('select reply from idempotency_keys')
  const replies = rows.map(({ reply }) => reply.toString('latin1')).join('\n')
  return dumps.set('idempotency_keys', `${dumps.get('idempotency_keys')}\n${replies}`)
}
