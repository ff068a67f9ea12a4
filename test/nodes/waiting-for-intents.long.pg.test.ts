import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import type { Intent } from '../../clients/typescript/src/types.ts'
import { eventually } from '../support/eventually.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/processes/start-purser.ts'

/** Longer than any answer may take that waits for nothing. */
const LONG = 40

let first: TestPurser
let second: TestNode
let customerId: string
beforeAll(async () => {
  first = await startPurser()
  second = await first.secondNode()
  customerId = (await first.purser.customers.create({ email: 'ada@example.com' })).id
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

async function newIntent(more: object = {}, policy: object = { requireApproval: true }): Promise<Intent> {
  const { id } = await first.purser.cards.create({ customerId, policy })
  return first.purser.intents.declare(id, { purpose: 'Ink', ...more })
}

interface Waiting {
  readonly answer: Promise<Response>
  readonly abort: AbortController
}

/** For news since the intent was declared, though the request may come after them. */
function wait(node: TestNode, { id, status }: Intent, { seconds = LONG, as = first.apiKey } = {}): Waiting {
  const abort = new AbortController()
  const url = `${node.baseUrl}/intents/${id}?waitSeconds=${seconds}&knownStatus=${status}`
  const answer = fetch(url, { headers: { authorization: `Bearer ${as}` }, signal: abort.signal })
  answer.catch(() => undefined)
  return { answer, abort }
}

/** Asks again where the node is too busy, or another one has the last room for a second. Returns what ends it. */
function waitInTheEnd(node: TestNode, intent: Intent, as: string): () => void {
  let current: Waiting
  const ask = () => {
    current = wait(node, intent, { as })
    current.answer.then(
      ({ status }) => [429, 503].includes(status) && void delay(50).then(() => current.abort.signal.aborted || ask()),
      () => undefined,
    )
  }
  ask()
  return () => current.abort.abort()
}

/** `answered` once it is, `waits` where it is not yet. */
const stateOf = ({ answer }: Waiting): Promise<string> =>
  Promise.race([answer.then(() => 'answered'), delay(0).then(() => 'waits')])

const statusIn = async ({ answer }: Waiting): Promise<string> =>
  ((await answer).json() as Promise<Intent>).then(({ status }) => status)

describe('a wait ends', () => {
  const ends: [string, object, (intent: Intent) => Promise<unknown>, string][] = [
    ['approved', {}, ({ id }) => first.purser.intents.approve(id), 'pending'],
    ['rejected', {}, ({ id }) => first.purser.intents.reject(id), 'rejected'],
    ['canceled', {}, ({ id }) => first.purser.intents.cancel(id), 'canceled'],
  ]
  it.each(ends)('when it is %s on another node', async (_, more, end, status) => {
    const intent = await newIntent(more)
    const waits = [wait(second, intent), wait(second, intent), wait(first, intent)]
    expect(await Promise.all(waits.map(stateOf))).toEqual(['waits', 'waits', 'waits'])
    await end(intent)
    expect(await Promise.all(waits.map(statusIn))).toEqual([status, status, status])
  })

  it('when its purchase is made', async () => {
    const intent = await newIntent({ expectedAmount: 500 }, {})
    const waiting = wait(second, intent)
    await first.purser.network.authorize({ cardId: intent.cardId, amount: 500 })
    expect(await statusIn(waiting)).toBe('matched')
  })

  it('when its time is over', async () => {
    const intent = await newIntent()
    const waiting = wait(second, intent)
    await first.database.pool.query('update intents set expires_at = created_at + 1 where id = $1', [intent.id])
    expect(await statusIn(waiting)).toBe('expired')
  })

  it('at once where nothing can become of it any more', async () => {
    const intent = await newIntent()
    await first.purser.intents.cancel(intent.id)
    expect(await statusIn(wait(second, intent))).toBe('canceled')
  })

  it('at once where another status than the caller knows was reached before it asked', async () => {
    const intent = await newIntent()
    await first.purser.intents.approve(intent.id)
    expect(await statusIn(wait(second, intent))).toBe('pending')
  })

  it('at the latest after so many seconds, which are more than an answer may take otherwise', async () => {
    const intent = await newIntent()
    expect(await statusIn(wait(second, intent, { seconds: 2 }))).toBe('pending_approval')
  })

  it('with 401 where the key was revoked meanwhile', async () => {
    const { id, secret } = await first.purser.apiKeys.create({ name: 'Short', role: 'read' })
    const waiting = wait(second, await newIntent(), { seconds: 3, as: secret })
    await eventually('the wait has begun', async () => (await first.purser.apiKeys.get(id)).lastUsedAt !== undefined)
    await first.purser.apiKeys.revoke(id)
    expect((await waiting.answer).status).toBe(401)
  })

  it('when its caller goes away: another one finds room', async () => {
    const { secret } = await first.purser.apiKeys.create({ name: 'Busy', role: 'read' })
    const intent = await newIntent()
    const waits = Array.from({ length: 256 }, () => waitInTheEnd(second, intent, secret))
    const refused = async () => {
      const more = wait(second, intent, { seconds: 1, as: secret })
      const { status, headers } = await more.answer
      return status === 429 && Number(headers.get('retry-after')) > 0
    }
    await eventually('no more than 256 wait', refused)
    for (const leave of waits) leave()
    await eventually('there is room again', async () => !(await refused()))
  })

  it('when the node stops: it answers what there is', async () => {
    const third = await first.secondNode()
    const intent = await newIntent()
    const waiting = wait(third, intent)
    // Requests of one connection are answered in the order in which they are sent: this one arrived behind the wait.
    const purser = new Purser({ baseUrl: third.baseUrl, apiKey: first.apiKey })
    await purser.intents.get(intent.id)
    expect(await stateOf(waiting)).toBe('waits')
    await third.stop()
    expect(await statusIn(waiting)).toBe('pending_approval')
  })
})

it('400 for a knownStatus that is none', async () => {
  const { id } = await newIntent()
  const url = `${second.baseUrl}/intents/${id}?waitSeconds=1&knownStatus=done`
  const reply = await fetch(url, { headers: { authorization: `Bearer ${first.apiKey}` } })
  expect([reply.status, await reply.json()]).toMatchObject([400, { error: { param: 'knownStatus' } }])
})

it.each(['-1', '56', '1.5', 'x', ''])('400 for waitSeconds=%s', async (seconds) => {
  const { id } = await newIntent({ intentId: randomUUID() })
  const url = `${second.baseUrl}/intents/${id}?waitSeconds=${seconds}`
  const reply = await fetch(url, { headers: { authorization: `Bearer ${first.apiKey}` } })
  expect([reply.status, await reply.json()]).toMatchObject([400, { error: { param: 'waitSeconds' } }])
})
