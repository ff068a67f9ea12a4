import pg from 'pg'
import { tourOfChallenges } from './challenges-tour.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_COUNTED_BY_STATUS } from '../../src/contract/resources/stats/status-counts.ts'
import { MOST_ROWS_OF_TEXT_SEARCH as LISTED } from '../../src/store/statements/text-search.ts'
import { MOST_SEARCHED_TRANSACTIONS } from '../../src/store/transactions/transaction-search.ts'
import { forgetLoadedModules } from '../support/fresh-modules.ts'
import type { TestNode } from '../support/processes/start-node.ts'
import { allCasesInThoroughRun } from '../support/thorough.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import type { ExplainedDatabase, SeenStatement } from './plans.ts'
import { type Reading, readingOf } from './reading.ts'
import { fillWithStrangers } from './strangers.ts'

// A process gives names to its first 500 statements. These copies of the modules have given none, whatever other tests have sent.
await forgetLoadedModules()
const { startNode } = await import('../support/processes/start-node.ts')
const { createExplainedDatabase } = await import('./plans.ts')
const { stripeSettings, tourOfIssuers } = await import('./issuers-tour.ts')
const { tour } = await import('./tour.ts')
const { tourOfDoctor } = await import('./doctor-tour.ts')

/** Statements that may read far more than they answer, why, and how much. */
const MAY_READ_MORE: readonly (readonly [text: RegExp, reason: string, most?: number])[] = [
  [
    /from challenges\s+where .* order by expires_at, id limit/,
    'a sweep looks at so many that expire first, and no more',
    200,
  ],
  [
    /from "transactions".*(strpos\(| offset | and (currency = |settled_at |exists \(select from customers c))/,
    'a search looks through so many, and no more',
    MOST_SEARCHED_TRANSACTIONS + 200,
  ],
  [
    /from "(customers|agents|cards)".*( like all | offset )/,
    'a search looks through so many, and no more',
    LISTED + 200,
  ],
  [
    /select count\(\*\).* from "(customers|agents|cards)".* limit /,
    'a tab counts so many, and no more',
    MAX_COUNTED_BY_STATUS + 200,
  ],
  [
    /select substr\([ts]\.id, 5\)|select t\.id, t\.created_at as at, t\.amount|select s\.id, s\.transaction_id, s\.at/,
    'a page of postings compares so many transactions, and so many steps with their transactions, and no more',
    2 * MOST_SEARCHED_TRANSACTIONS + 200,
  ],
  [/with part \(currency, group_key/, 'the parts of days at the ends of a range are added entry by entry'],
  [
    /from "transactions".*\("status" = /,
    'a status is looked for like the rest of a search',
    MOST_SEARCHED_TRANSACTIONS + 200,
  ],
  [
    /from "transactions".*\("(decision|type)" = /,
    'an index by decision would cost every purchase: people ask, page by page',
  ],
  [
    /from issuer_calls\s+where card_id > |from transactions t\s+join cards on .*\s.*\s+and t.status = 'pending'/,
    'once a night all that an issuer has made is compared, and what is held since then: an index would cost every purchase',
  ],
  [
    /update issuer_calls call set next_at = case when call.leased_until/,
    'a page of a stop looks through so many cards, of which most may be of issuers that nobody calls',
    700,
  ],
  [/with asking as/, 'the metrics count what waits for people, up to a thousand of each', 2000],
  [/from "deliveries".*\("event_type" = |from "deliveries".*case when manual_at/, 'of one webhook, for 30 days'],
]

/** For every row that is answered, with what is joined to it. */
const READ_FOR_EACH = 10
const READ_ANYWAY = 200

const stripe = new StripeApi()
let explained: ExplainedDatabase
let node: TestNode
type State = 'empty' | 'young' | 'full'
const states = allCasesInThoroughRun<readonly State[]>(['empty', 'young', 'full'], ['empty', 'full'])
const seen: Record<State, SeenStatement[]> = { empty: [], young: [], full: [] }
const growing = new Set<string>()

beforeAll(async () => {
  explained = await createExplainedDatabase()
  await stripe.up()
  node = await startNode(explained.database, { PURSER_TEST_CLOCK: 'true', ...stripeSettings(stripe) })
  const client = new pg.Client(explained.connection)
  client.on('error', () => undefined) // where the test fails before it ends
  await client.connect()
  const { rows } = await client.query<{ table: string }>(
    `select table_name as table from information_schema.columns where column_name = 'bucket' and table_schema = 'public'`,
  )
  growing.add('spend_folds') // before the journals: the sweeps would add entries of journals without it to the sums
  for (const { table } of rows) growing.add(table)
  const guided = async () => {
    await tourOfIssuers(node.purser, stripe)
    await node.reconcile({ since: 0, fix: true })
    await tour(node.baseUrl)
    await tourOfChallenges(node)
    await tourOfDoctor(explained.database, explained.connection)
  }
  await guided()
  seen.empty = explained.take()
  const account = await client.query<{ id: string }>('select id from accounts')
  const accountId = account.rows[0]?.id ?? ''
  const { now } = await node.purser.testClock.get()
  for (const table of growing) {
    await fillWithStrangers(client, table, { accountId, now: Date.parse(now) })
  }
  if (states.includes('young')) await guided() // on connections that have planned for empty tables
  seen.young = explained.take()
  await client.query('analyze')
  await guided()
  seen.full = explained.take()
  await client.end()
})
afterAll(async () => {
  await node.stop()
  await stripe.down()
  await explained.drop()
})

it('the tour sees the statements of the service', () => {
  const texts = (statements: readonly SeenStatement[]) => new Set(statements.map(({ text }) => text)).size
  for (const state of states) expect(texts(seen[state])).toBeGreaterThan(100)
})

it('the tour sees the statements of the metrics', () => {
  for (const state of states) {
    for (const text of ['with asking as', 'with known as', 'with recursive receivers']) {
      expect([state, text, seen[state].some((one) => one.text.includes(text))]).toEqual([state, text, true])
    }
  }
})

it('each is prepared under a name, and planned once', async () => {
  const prepared = await explained.prepared()
  const named = new Set(prepared.map(({ text }) => text))
  const unnamed = seen.full.filter(({ text }) => text.includes('$1') && !named.has(text))
  expect(new Set(unnamed.map(({ text }) => text))).toEqual(new Set())
  expect(prepared.filter(({ plannedForOne }) => plannedForOne > 0)).toEqual([])
})

describe.each(states)('on %s tables', (state) => {
  const readings = () => seen[state].map((statement) => readingOf(statement, growing))
  /** Of each text, the call that read most. */
  const worst = (all: readonly Reading[]) =>
    [...Map.groupBy(all, ({ text }) => text).values()].map((same) => same.toSorted((a, b) => b.read - a.read)[0])

  it('no statement goes through a table that grows from end to end', () => {
    expect(worst(readings().filter(({ wholeTables }) => wholeTables.length > 0))).toEqual([])
  })

  it('no statement reads far more rows than it answers', () => {
    const tooMany = readings().filter(
      ({ text, read, returned }) =>
        read > READ_ANYWAY + READ_FOR_EACH * returned &&
        !MAY_READ_MORE.some(([allowed, , most = Number.POSITIVE_INFINITY]) => allowed.test(text) && read <= most),
    )
    expect(worst(tooMany)).toEqual([])
  })
})
