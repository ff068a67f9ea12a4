import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { withMigratedDatabase } from '../../src/app/administration/borrowed-database.ts'
import { createLogger } from '../../src/app/telemetry/logger.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { seededRandom } from '../model/random.ts'
import { eventually } from '../support/eventually.ts'
import { rowsOfAllTables } from '../support/postgres/rows-of-tables.ts'
import { issuerMessageForgeries, type IssuerMessageHeaders } from '../support/issuers/forgeries.ts'
import { lithicSigningSecret } from '../support/issuers/lithic-wire.ts'
import { issuerMessagesToForge } from '../support/issuers/messages.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { type NodeProcess, startEmbeddedNode } from '../support/processes/node-process.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

const OF_EACH_WAY = 20
const MOST_BYTES = 256 * 1024
/** Stands in whatever is not to be heard, and in nothing else. */
const WORD = 'planted'
const HEARD = 'heard'
/** A node writes there in its own time what it knows from the others, or who has asked it last. */
const DERIVED = new Set(['api_key_requests', 'api_key_uses', 'nodes', 'settings', 'spend_folds', 'spend_sums'])
const [asking, telling, nobodys] = ['a', 'e', 'n'].map(lithicSigningSecret) as [string, string, string]

let folder: string
let node: NodeProcess
let cardId: string
let now: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'purser-forged-'))
  node = await startEmbeddedNode(folder, {
    PURSER_LOG_LEVEL: 'trace',
    PURSER_TEST_CLOCK: 'true',
    PURSER_KEYLESS_REQUESTS_PER_MINUTE: '1000000',
    PURSER_STRIPE_AUTHORIZATION_SECRET: asking,
    PURSER_STRIPE_EVENT_SECRET: telling,
    PURSER_LITHIC_ASA_SECRET: asking,
    PURSER_LITHIC_EVENT_SECRET: telling,
  })
  const purser = new Purser({ baseUrl: node.baseUrl, apiKey: TEST_API_KEY })
  const { id: customerId } = await purser.customers.create({ email: 'forged@example.com' })
  cardId = (await purser.cards.create({ customerId })).id
  now = Date.parse((await purser.testClock.get()).now)
})
afterAll(async () => {
  node.process.child.kill('SIGTERM')
  await node.process.ended
  rmSync(folder, { recursive: true, force: true })
})

const doors = issuerMessagesToForge.flatMap(({ issuer, sign, asked, told }) => [
  {
    name: `${issuer.name}/authorizations`,
    forging: { sign, secret: asking, others: [telling, nobodys] },
    textOf: asked,
    ofNoJson: issuer.inbound.answer({ echo: '' }, { decision: 'undecided', why: 'unreadable' }).body,
  },
  {
    name: `${issuer.name}/events`,
    forging: { sign, secret: telling, others: [asking, nobodys] },
    textOf: told,
    ofNoJson: '{"received":true}',
  },
])
const types = ['application/json', 'application/xml', 'multipart/form-data; boundary=x', 'nothing', '']

const logged = () => [...node.process.stdout, ...node.process.stderr].join('\n')
const withDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> =>
  withMigratedDatabase(readSettings({ PURSER_DATA_DIR: folder }), createLogger('silent'), work)

async function stored() {
  const tables = [...(await withDatabase(rowsOfAllTables))]
  return {
    rows: tables.filter(([name]) => !DERIVED.has(name)),
    planted: tables.flatMap(([name, rows]) => (rows.includes(WORD) ? [name] : [])),
  }
}

async function send(door: string, text: string, headers: IssuerMessageHeaders) {
  const url = new URL(`/issuers/${door}`, node.baseUrl)
  const reply = await fetch(url, { method: 'POST', headers, body: Buffer.from(text) })
  return { status: reply.status, text: await reply.text() }
}

const errorOf = ({ status, text }: { status: number; text: string }) => {
  const { error, requestId, ...rest } = JSON.parse(text) as ErrorReplyBody
  return [status, error.code, error.message, Object.keys(error), typeof requestId, rest]
}
const refused = (status: number, code: string, message: string) => [
  status,
  code,
  message,
  ['code', 'message', 'hint', 'retryable'],
  'string',
  {},
]
const UNSIGNED = refused(
  401,
  'invalid_api_key',
  'The request was not signed by the issuer within the last five minutes.',
)
let unsigned = 0

describe.each(doors)('$name', ({ name, forging, textOf, ofNoJson }) => {
  const { sign, secret } = forging

  it('hears its issuer, and what that said is stored', async () => {
    const text = textOf({ cardId, word: HEARD + name.replace('/', '') })
    expect(await send(name, text, sign(text, secret, now))).toMatchObject({ status: 200 })
    const { rows, planted } = await stored()
    expect(new Map(rows).get('transactions')).toContain(HEARD + name.replace('/', ''))
    expect(planted).toEqual([])
  })

  it('refuses whatever is forged, and stores nothing of it', async () => {
    const before = await stored()
    const random = seededRandom(11)
    for (const [way, forge] of issuerMessageForgeries.entries()) {
      const forged = Array.from({ length: OF_EACH_WAY }, (_, n) => {
        const text = textOf({ cardId, word: `${WORD}${way}x${n}` })
        const { headers, ...own } = forge(random, { ...forging, text, nowMs: now })
        return { ...own, headers: { ...headers, ...random.maybe(0.8, () => ({ 'content-type': random.pick(types) })) } }
      })
      const replies = await Promise.all(forged.map(({ text, headers }) => send(name, text, headers)))
      unsigned += replies.length
      expect(replies.map(errorOf)).toEqual(forged.map(() => UNSIGNED))
    }
    expect(await stored()).toEqual(before)
  })

  it('stores nothing of what is no JSON or too long, signed or not', async () => {
    const before = await stored()
    const long = WORD.padEnd(MOST_BYTES, '.')
    for (const text of ['', WORD, `{"${WORD}`, long]) {
      expect(errorOf(await send(name, text, {}))).toEqual(UNSIGNED)
      unsigned += 1
      expect(await send(name, text, sign(text, secret, now))).toEqual({ status: 200, text: ofNoJson })
    }
    const tooLong = `${long}.`
    for (const headers of [{}, sign(tooLong, secret, now)])
      expect(errorOf(await send(name, tooLong, headers))).toEqual(TOO_LONG)
    expect(await stored()).toEqual(before)
  })

  it('hears its issuer whatever type it says that it sends', async () => {
    for (const type of types) {
      const headers = { ...sign(WORD, secret, now), 'content-type': type }
      expect(await send(name, WORD, headers)).toEqual({ status: 200, text: ofNoJson })
    }
  })
})

const TOO_LONG = refused(413, 'payload_too_large', 'The body is larger than 256 KiB.')

describe('a node that was sent all this', () => {
  it('has counted it', async () => {
    const counted = `purser_issuer_refused_total{reason="unsigned"} ${unsigned}\n`
    await eventually('each is counted', async () => (await readNodeMetrics(node.baseUrl)).includes(counted))
  })

  it('has nothing of it in its log, the most talkative one there is', async () => {
    await withDatabase(({ pool }) => pool.query(`do $$ begin raise log 'a control'; end $$`))
    await eventually('the database has said something', () => logged().includes('a control'))
    expect(
      logged()
        .split('\n')
        .filter((line) => line.includes(WORD)),
    ).toEqual([])
  })
})
