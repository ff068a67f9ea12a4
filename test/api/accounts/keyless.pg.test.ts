import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Node, type Rig, startRig } from '../http-rig.ts'

const MOST = 30

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** A node that nobody has asked anything yet. */
const newNode = (keylessRequestsPerMinute = MOST) => rig.secondNode({ settings: { keylessRequestsPerMinute } })

const ask = async (node: Node, url: string, secret?: string, remoteAddress = '192.0.2.1') => {
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
  const { statusCode, headers: replied, body } = await node.app.inject({ url, headers, remoteAddress })
  return { status: statusCode, retryAfter: replied['retry-after'], body }
}
const never = () => expect.unreachable('nothing was refused')
const unknown = (n: number) => `sk_${String(n).padStart(40, '0')}`
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const useUp = (node: Node) => Promise.all(times(MOST, (n) => ask(node, '/v1/cards', unknown(n))))

it.each<[string, (node: Node, n: number) => ReturnType<typeof ask>, number]>([
  ['unknown keys', (node, n) => ask(node, '/v1/cards', unknown(n)), 401],
  ['no key', (node) => ask(node, '/v1/cards'), 401],
  ['no key for the metrics', (node) => ask(node, '/metrics'), 401],
  ['the API document', (node) => ask(node, '/openapi.json'), 200],
  ['the start page', (node) => ask(node, '/'), 200],
  ['a page that is not there', (node) => ask(node, '/nothing'), 404],
])('429 for an address that asks too often with %s, and for no other address', async (_name, request, usual) => {
  const node = await newNode()
  // A minute brings MOST requests more, and a slow machine may need a part of it for these.
  const replies: Awaited<ReturnType<typeof ask>>[] = []
  for (let part = 0; part < 3; part += 1)
    replies.push(...(await Promise.all(times(MOST, (n) => request(node, part * MOST + n)))))
  const refusals = replies.filter(({ status }) => status !== usual)
  expect(replies.length - refusals.length).toBeGreaterThanOrEqual(MOST)
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([429]))
  const [refused = never()] = refusals
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { code: 'rate_limited', message: 'Too many requests without a valid API key from this address.' },
  })
  expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1)
  expect((await ask(node, '/v1/cards', unknown(1), '192.0.2.2')).status).toBe(401)
})

it('a key that was valid here is served beside strangers of its address, also when it has to be read again', async () => {
  const node = await newNode(2) // each request comes back after 30 s: no machine is that slow
  const [known, other] = [await rig.key(), await rig.key()]
  expect((await ask(node, '/v1/cards', known)).status).toBe(200)
  await Promise.all(times(4, (n) => ask(node, '/v1/cards', unknown(n))))
  expect((await ask(node, '/v1/cards', unknown(0))).status).toBe(429)
  expect((await ask(node, '/v1/cards', known)).status).toBe(200)
  // Another key is ended here: all copies are dropped.
  const { data } = JSON.parse((await ask(node, '/v1/api-keys', known)).body) as { data: { id: string }[] }
  const headers = { authorization: `Bearer ${known}` }
  await node.app.inject({ method: 'DELETE', url: `/v1/api-keys/${data[0]?.id}`, headers })
  expect((await ask(node, '/v1/cards', known)).status).toBe(200)
  expect((await ask(node, '/v1/cards', other)).status).toBe(429)
})

it('valid keys use up nothing of their address', async () => {
  const node = await newNode()
  for (let n = 0; n < MOST + 5; n += 1) expect((await ask(node, '/v1/cards', await rig.key())).status).toBe(200)
  expect((await ask(node, '/v1/cards', unknown(0))).status).toBe(401)
})

it('health is told however often it is asked, and whatever else', async () => {
  const node = await newNode()
  await useUp(node)
  const statuses = await Promise.all(
    times(2 * MOST, async (n) => (await ask(node, n % 2 ? '/healthz' : '/readyz')).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
})
