import { setTimeout as delay } from 'node:timers/promises'
import { Purser, PurserError } from '../../clients/typescript/src/client.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { DAY_MS, MAX_CLOCK_DIFFERENCE_MS, SECOND_MS } from '../../src/lib/clock.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

const PER_DAY = 40_000
const LANES = 8
const CARDS = 4
/** What was on its way when the clock jumped is answered by then. */
const ON_ITS_WAY_MS = 500
const HOOK = new URL('../support/processes/jumping-clock.mjs', import.meta.url).href

export interface ClockRound {
  readonly jumpMs: number
  readonly rightAnswers: number
  readonly wrongAnswers: number
  /** Refused with the reason, by the node whose clock was wrong. */
  readonly refused: number
  /** Answers of that node from half a second after the jump until its clock was set right. */
  readonly decidedWhileWrong: number
  readonly readyWhileWrong: number
  readonly stampedAhead: number
  readonly daysOverspent: number
  readonly goesOn: boolean
  readonly differences: number
}

interface Told {
  readonly at: number
  readonly outcome: 'decided' | 'clock_difference' | 'other'
}

/** Two nodes, of which SIGUSR2 sets the clock of the second one wrong, and right again. */
export async function openClockRig(connection: PostgresSocketConnection, jumpMs: number) {
  const right = await startNodeProcess(connection)
  const wrong = await startNodeProcess(connection, { NODE_OPTIONS: `--import ${HOOK}`, JUMP_MS: String(jumpMs) })
  const database = openDatabase({ connection, maxConnections: 4, isPatient: true })
  const [atRight, atWrong] = [clientOf(right), clientOf(wrong)]
  return {
    async round(wrongMs: number): Promise<ClockRound> {
      const cardIds = await newCards(atRight)
      const [ofRight, ofWrong]: [Told[], Told[]] = [[], []]
      const over = new AbortController()
      const lane = async (purser: Purser, told: Told[], n: number) => {
        for (let turn = n; !over.signal.aborted; turn += 1) told.push(await buy(purser, cardIds[turn % CARDS] ?? ''))
      }
      const lanes = Array.from({ length: LANES }, (_, n) => [
        lane(atRight, ofRight, n),
        lane(atWrong, ofWrong, n),
      ]).flat()
      await delay(SECOND_MS)
      wrong.process.child.kill('SIGUSR2')
      const jumpedAt = performance.now()
      await delay(wrongMs)
      const readyWhileWrong = await statusOf(wrong)
      const setRightAt = performance.now()
      wrong.process.child.kill('SIGUSR2')
      await delay(SECOND_MS)
      const goesOn = await eventually(
        'the node goes on',
        async () => (await buy(atWrong, cardIds[0] ?? '')).outcome === 'decided',
      )
        .then(async () => (await statusOf(wrong)) === 200)
        .catch(() => false)
      over.abort()
      await Promise.all(lanes)
      const whileWrong = ofWrong.filter(({ at }) => at > jumpedAt + ON_ITS_WAY_MS && at < setRightAt)
      return {
        jumpMs,
        rightAnswers: ofRight.filter(isDecided).length,
        wrongAnswers: ofWrong.filter(isDecided).length,
        refused: ofWrong.filter(({ outcome }) => outcome === 'clock_difference').length,
        decidedWhileWrong: whileWrong.filter(isDecided).length,
        readyWhileWrong,
        ...(await looked(database, cardIds)),
        goesOn,
        differences: (await verifyDifferencesOf(database)).length,
      }
    },
    async close() {
      for (const { process } of [wrong, right]) {
        process.child.kill('SIGTERM')
        await process.ended
      }
      await database.close()
    },
  }
}

const isDecided = ({ outcome }: Told): boolean => outcome === 'decided'
const clientOf = ({ baseUrl }: NodeProcess) => new Purser({ baseUrl, apiKey: TEST_API_KEY, maxRetries: 0 })
const statusOf = async ({ baseUrl }: NodeProcess) => (await fetch(new URL('/readyz', baseUrl))).status

async function newCards(purser: Purser): Promise<string[]> {
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const policy = { limits: { perDay: PER_DAY } }
  const cards = await Promise.all(Array.from({ length: CARDS }, () => purser.cards.create({ customerId, policy })))
  return cards.map(({ id }) => id)
}

async function buy(purser: Purser, cardId: string): Promise<Told> {
  const told = (outcome: Told['outcome']): Told => ({ at: performance.now(), outcome })
  try {
    await purser.network.authorize({ cardId, amount: 1970, merchant: { name: 'Shop' } })
    return told('decided')
  } catch (error) {
    if (!(error instanceof PurserError)) throw error
    return told(error.details?.['reason'] === 'clock_difference' ? 'clock_difference' : 'other')
  }
}

async function looked({ pool }: Database, cardIds: readonly string[]) {
  const count = async (text: string, values: readonly unknown[]) =>
    (await pool.query<{ n: number }>(`select count(*) as n from ${text}`, [...values])).rows[0]?.n ?? Number.NaN
  const ahead = `created_at > extract(epoch from clock_timestamp()) * 1000 + $1`
  return {
    stampedAhead: await count(`transactions where ${ahead}`, [MAX_CLOCK_DIFFERENCE_MS]),
    daysOverspent: await count(
      `(select from transactions where card_id = any($1) group by card_id, created_at / ${DAY_MS}
        having sum(authorized_amount) > ${PER_DAY}) as overspent`,
      [cardIds],
    ),
  }
}
