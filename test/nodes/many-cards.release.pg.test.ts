import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketOfId } from '../../src/lib/buckets.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { copyTableRow } from '../support/postgres/copy-row.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/processes/start-purser.ts'

/** A customer with many cards whose policy changes while they buy: what has changed holds from the answer on, at every node. */
const CARDS = 3000
const LIMIT = 4000
const GAMBLING = '7995'

let first: TestPurser
let second: TestNode
let customerId: string
let cardIds: string[]
beforeAll(async () => {
  first = await startPurser()
  second = await first.secondNode()
  ;({ id: customerId } = await first.purser.customers.create({ email: 'ada@example.com', limits: { total: LIMIT } }))
  const { id } = await first.purser.cards.create({ customerId })
  const ids = monotonicIds(systemClock)
  const copies = Array.from({ length: CARDS - 1 }, () => ({ id: ids('card', bucketOfId(customerId)) }))
  const { pool } = first.database
  await copyTableRow(pool, 'cards', id, copies)
  const { rows } = await pool.query<{ id: string; data: object }>(
    `select id, data from events where type = 'card.created'`,
  )
  const [told] = rows
  const events = copies.map((copy) => ({
    id: ids('evt', bucketOfId(customerId)),
    data: { ...told?.data, cardId: copy.id },
  }))
  await copyTableRow(pool, 'events', told?.id ?? '', events)
  cardIds = [id, ...copies.map((copy) => copy.id)]
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const nodes = () => [first, second]
const merchant = { name: 'Shop', mcc: GAMBLING }

/** 1 cent on each card, over both nodes, so many at a time. Answers the decisions. */
async function buy(cards: readonly string[], atOnce = 64): Promise<string[]> {
  const left = [...cards.entries()]
  const decisions: string[] = []
  const client = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [n, cardId] = next
      const { purser } = nodes()[n % 2] as TestNode
      const { decision, reasons } = await purser.network.authorize({ cardId, amount: 1, merchant })
      decisions.push(decision === 'approve' ? 'approve' : reasons.map(({ code }) => code).join())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return decisions
}

it('each purchase is decided by the policy of its moment, and the limit over all cards holds', async () => {
  const background = buy(cardIds)
  const seen: string[][] = []
  const asked: string[][] = []
  for (let round = 0; round < 8; round += 1) {
    const { purser } = nodes()[round % 2] as TestNode
    const isBlocked = round % 2 === 0
    await purser.customers.update(customerId, { policy: { blockedMccs: isBlocked ? [GAMBLING] : [] } })
    const few = Array.from({ length: 10 }, (_, n) => cardIds[(round * 131 + n * 17) % CARDS] as string)
    const decisions = new Set(await buy(few, 10))
    seen.push([...decisions])
    asked.push(isBlocked ? ['mcc_blocked'] : ['approve'])
  }
  expect(seen).toEqual(asked)
  await first.purser.customers.update(customerId, { policy: { blockedMccs: [] } })
  expect(new Set(await background)).toEqual(new Set(['approve', 'mcc_blocked']))

  await buy(cardIds)
  const { rows } = await first.database.pool.query<{ spent: number }>(
    `select sum(amount)::int as spent from transactions where decision = 'approve'`,
  )
  expect(rows).toEqual([{ spent: LIMIT }])
  const spent = await Promise.all(nodes().map(({ purser }) => purser.customers.policy(customerId)))
  expect(spent.map(({ limits }) => limits.map((limit) => limit.spent))).toEqual([[LIMIT], [LIMIT]])
  const found = await verifyDifferencesOf(first.database)
  expect(found.filter((line) => !line.includes('no audit entry has made it'))).toEqual([]) // of the cards that were copied
})
