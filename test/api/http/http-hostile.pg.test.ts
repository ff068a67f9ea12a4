import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from '../../../src/contract/operation.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import { servedOperations } from '../../../src/http/routes/api.ts'
import { recordedExamples } from '../../../src/http/openapi/recorded.ts'
import { type Rig, sender, startRig } from '../http-rig.ts'

let rig: Rig
let send: ReturnType<typeof sender>
let ids: Record<string, string>
beforeAll(async () => {
  rig = await startRig()
  const admin = { authorization: `Bearer ${await rig.key()}`, 'content-type': 'application/json' }
  send = sender(rig, admin)
  const create = async (url: string, body: object) => {
    const reply = await send('POST', url, { payload: JSON.stringify(body) })
    return (JSON.parse(reply.text) as { id: string }).id
  }
  const customerId = await create('/v1/customers', { email: 'a@example.com' })
  const agentId = await create('/v1/agents', { customerId, externalId: 'a' })
  const cardId = await create('/v1/cards', { customerId, agentId })
  ids = { customerId, agentId, cardId, intentId: await create(`/v1/cards/${cardId}/intents`, { purpose: 'x' }) }
})
afterAll(() => rig.close())

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    -1,
    0,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    'card_',
    '\u0000',
    '\ud800',
    '%00',
  ),
  fc.string({ unit: 'binary' }),
)

/** A body that is right but for some of its fields, or not right at all. */
const bodyOf = (name: OperationName): fc.Arbitrary<unknown> => {
  const { body }: Operation = operations[name]
  if (body === undefined) return hostile
  const names = Object.keys((body as { properties?: object }).properties ?? {})
  const changes = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), hostile, { maxKeys: 3 })
  const accepted = recordedExamples.exchanges.find(({ operation, request }) => operation === name && request?.body)
  const right = () => ({ ...accepted?.request?.body, ...pick(names) })
  return fc.oneof(
    { weight: 4, arbitrary: changes.map((change) => ({ ...right(), ...change })) },
    { weight: 1, arbitrary: hostile },
  )
}
const pick = (names: string[]) => Object.fromEntries(Object.entries(ids).filter(([name]) => names.includes(name)))

const idText = (name: string) =>
  fc.oneof(
    fc.constant(ids[name] ?? 'x'),
    fc.string({ unit: 'binary' }).map(encode),
    fc.constantFrom('%00', '%', '%ff', '..', '%2e%2e', '-'),
  )
const encode = (text: string) => encodeURIComponent(text.toWellFormed()) || '-'

/** A stream does not end: what is sent to it is tried in tests of its own. */
const ending = servedOperations(false).filter((name) => !('stream' in operations[name]))

it.each(ending)('%s never answers 500, whatever is sent', async (name: OperationName) => {
  const operation: Operation = operations[name]
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const query = fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(operation.query?.properties ?? { none: 0 })), fc.string()),
    fc.string({ unit: 'binary' }),
    { maxKeys: 2 },
  )
  const path = fc.tuple(...parameters.map(idText))
  await fc.assert(
    fc.asyncProperty(path, query, bodyOf(name), async (texts, pairs, body) => {
      const filled = texts.reduce((url, text) => url.replace(/\{\w+\}/, () => text), operation.path)
      const search = Object.entries(pairs).map((pair) => pair.map(encode).join('='))
      const url = `/v1${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`
      const reply = await send(
        operation.method,
        url,
        operation.method === 'GET' ? {} : { payload: JSON.stringify(body) },
      )
      expect(rig.log).toEqual([])
      expect(reply.status).toBeLessThan(500)
    }),
    { numRuns: 40 },
  )
})
