import fc from 'fast-check'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { nearlyValid } from './mutations.ts'
import { contentTypes, naughtyBodies, naughtyTexts } from './naughty.ts'
import { hostileValue, type Names, validValue } from './schema-values.ts'
import type { World } from './world.ts'

/** One request as it goes over the wire. */
export interface FuzzRequest {
  readonly method: string
  /** Below the host, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

/** Ids by the names of the fields and parameters that hold them. */
const prefixes: Readonly<Record<string, string>> = {
  customerId: 'cust',
  agentId: 'agt',
  cardId: 'card',
  intentId: 'int',
  approvalId: 'apr',
  changeRequestId: 'chg',
  challengeId: 'chl',
  subscriptionId: 'sub',
  accessEventId: 'acc',
  fillerId: 'fil',
  sealTo: 'fil',
  transactionId: 'txn',
  documentId: 'doc',
  webhookId: 'wh',
  deliveryId: 'dlv',
  eventId: 'evt',
  auditId: 'aud',
  keyId: 'key',
  personId: 'per',
  invitationId: 'inv',
  sessionId: 'ses',
  passkeyId: 'pky',
}

/** Evenly: fast-check likes small numbers best, and would always name the same few ids. */
const number = fc.noBias(fc.nat({ max: 1_000_000 }))
const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 20): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })

/** Any request for any operation: most of them nearly right, since what is wholly wrong does not get far. */
export function anyRequest(world: World): fc.Arbitrary<FuzzRequest> {
  const names = namesOf(world)
  const ending: Operation[] = Object.values(operations).filter((operation) => !('stream' in operation))
  const all = ending.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: requestFor(operation, world, names),
  }))
  return fc.oneof(...all)
}

/**
 * How often an operation is fuzzed, relative to the others. Those that create something come more often than those that close or delete it
 * or stop the account's spending: most requests after those are refused, and test little.
 */
function weightOf({ method, path, status }: Operation): number {
  if (status === 201 || path === '/network/authorizations' || path === '/account/resume') return 8
  return method === 'DELETE' || path.endsWith('/close') || path === '/account/stop' ? 1 : 3
}

/** A request that the operation's schemas accept. */
export function usualRequestFor(
  { method, path, query, body }: Operation,
  names: Names,
): fc.Arbitrary<Pick<FuzzRequest, 'method' | 'path'> & { readonly body: string | null }> {
  const place = fc
    .tuple(...path.split('/').map((segment) => names[/^\{(\w+)\}$/.exec(segment)?.[1] ?? ''] ?? fc.constant(segment)))
    .map((segments) => `/v1${segments.join('/')}`)
  const asked = query === undefined ? fc.constant('') : validValue(query, names).map((fields) => `?${encoded(fields)}`)
  const sent = body === undefined ? fc.constant(null) : validValue(body, names).map(withoutContradiction).map(written)
  return fc.record({
    method: fc.constant<string>(method),
    path: fc.tuple(place, asked).map((parts) => parts.join('')),
    body: sent,
  })
}

function requestFor(operation: Operation, world: World, names: Names): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: rarely(
        fc.constant<string>(operation.method),
        fc.constantFrom('GET', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'QUERY'),
        50,
      ),
      path: pathOf(operation, names),
      query: queryOf(operation, names),
      headers: headersOf(operation, world),
      body: bodyOf(operation, names),
    })
    .map(({ method, path, query, headers, body }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers,
      body: method === 'HEAD' ? null : body,
    }))
}

function pathOf({ path }: Operation, names: Names): fc.Arbitrary<string> {
  const hostileSegment = fc.oneof(
    fc.constantFrom(...naughtyTexts).map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4000)),
    fc.constantFrom('%00', '%ff', '%', '%zz', '..', '.', '%2f', '-', '~', '*'),
  )
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined) return fc.constant(segment)
    return rarely(names[name] as fc.Arbitrary<string>, hostileSegment)
  })
  const whole = fc.tuple(...segments).map((parts) => `/v1${parts.join('/')}`)
  const bent = fc
    .tuple(whole, fc.constantFrom('/', '//', '/..', '/x', ';a=1', '.json', '#', '%20'))
    .map(([text, tail]) => text + tail)
  return rarely(whole, bent, 50)
}

function queryOf({ query }: Operation, names: Names): fc.Arbitrary<string> {
  const none = fc.constant('')
  const strange = fc
    .tuple(
      fc.constantFrom('limit', 'cursor', 'status', 'x', '__proto__', 'limit[]', ''),
      fc.constantFrom(...naughtyTexts),
    )
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed()).slice(0, 4000)}`)
  if (query === undefined) return rarely(none, strange, 30)
  const valid = validValue(query, names).map((fields) => encoded(fields as object))
  const near = nearlyValid(validValue(query, names)).map((fields) => encoded(fields))
  const twice = valid.map((text) => `${text}&${text}`)
  return fc.oneof(
    { weight: 3, arbitrary: none },
    { weight: 8, arbitrary: valid },
    { weight: 3, arbitrary: near },
    { weight: 1, arbitrary: fc.oneof(twice, strange) },
  )
}

/** As a form, one field after the other; what is no object has none. */
function encoded(fields: unknown): string {
  const pairs = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  return pairs.map(([name, value]) => `${escaped(name)}=${escaped(textOf(value))}`).join('&')
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 4000)

function headersOf({ method }: Operation, world: World): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { weight: 30, arbitrary: fc.constant<keyof World['keys']>('admin') },
    { weight: 12, arbitrary: fc.constantFrom<keyof World['keys']>('approver', 'read', 'agent', 'network', 'foreign') },
    { weight: 1, arbitrary: fc.constantFrom<keyof World['keys']>('slow', 'revoked') },
  )
  const authorization = rarely(
    key.map((name) => ({ authorization: `Bearer ${world.keys[name]}` })),
    fc.constantFrom<Record<string, string>>({}, { authorization: 'Bearer' }, { authorization: 'Basic c2s6' }),
    50,
  )
  const keys = fc.oneof(
    fc.nat({ max: 5000 }).map((n) => `fuzz-${n}`),
    fc.constantFrom('', '""', ' ', '"quoted"', 'x'.repeat(255), 'x'.repeat(256), "'; --", 'a b', 'é'),
  )
  const idempotency = keys.map((text): Record<string, string> => ({ 'idempotency-key': text }))
  const type = rarely(fc.constant(contentTypes[0] ?? ''), fc.constantFrom(...contentTypes), 15)
  const often = method === 'GET' ? 30 : 3
  return fc
    .tuple(authorization, type, rarely(fc.constant<Record<string, string>>({}), idempotency, often))
    .map(([known, media, more]) => ({ ...known, 'content-type': media, ...more }))
}

function bodyOf({ method, body }: Operation, names: Names): fc.Arbitrary<string | Buffer | null> {
  const none = fc.constant<string | Buffer | null>(null)
  const naughty = fc.constantFrom<string | Buffer | null>(...naughtyBodies)
  if (method === 'GET') return rarely(none, naughty, 100)
  const wild = hostileValue.map(written)
  if (body === undefined)
    return fc.oneof({ weight: 12, arbitrary: none }, { weight: 1, arbitrary: fc.oneof(naughty, wild) })
  const valid = validValue(body, names).map(withoutContradiction)
  return fc.oneof(
    { weight: 10, arbitrary: valid.map(written) },
    { weight: 8, arbitrary: nearlyValid(valid).map(written) },
    { weight: 1, arbitrary: naughty },
    { weight: 1, arbitrary: wild },
    { weight: 1, arbitrary: none },
  )
}

const OTHER_WAYS = new Set(['pan', 'agentId', 'customerId'])

/** One way to name the card, where there are several: no schema can say that, and two random ones never agree. */
function withoutContradiction(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('cardId' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !OTHER_WAYS.has(name)))
}

const written = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** Fields whose values no schema knows: what exists here, and texts with a meaning. */
export function namesOf(world: Pick<World, 'id' | 'pan'>): Names {
  const ids = Object.entries(prefixes).map(([name, prefix]): [string, fc.Arbitrary<string>] => [
    name,
    rarely(
      number.map((choice) => world.id(prefix, choice)),
      fc.oneof(
        number.map((choice) => `order-${choice % 50}`),
        fc.constantFrom(`${prefix}_${'0'.repeat(26)}`, 'x', '-'),
      ),
      15,
    ),
  ])
  return {
    ...Object.fromEntries(ids),
    currency: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('USD', 'usd') },
      { weight: 1, arbitrary: fc.constant('EUR') },
    ),
    pan: number.map((choice) => world.pan(choice)),
    url: fc.constantFrom(
      'https://127.0.0.1:1/',
      'https://example.invalid/hook',
      'http://localhost:1',
      'https://[::1]:1/',
    ),
    timezone: fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Mars/Olympus'),
    allowedAddresses: fc.constantFrom('127.0.0.0/8', '203.0.113.0/24', '2001:db8::/32', '::1/128', '10.0.0.0/33', 'x'),
    externalId: number.map((choice) => `agent-${choice % 500}`),
    networkId: number.map((choice) => `m-${choice % 20}`),
    allowedMerchantIds: number.map((choice) => `m-${choice % 20}`),
    blockedMerchantIds: number.map((choice) => `m-${choice % 20}`),
    networkReference: number.map((choice) => `ref-${choice}`),
  }
}

/** The operation that a method and path reach, if any. */
export function operationAt(method: string, path: string): OperationName | 'unknown' {
  const [place = ''] = path.split(/[?#]/, 1)
  return routes.find((route) => route.method === method && route.pattern.test(place))?.name ?? 'unknown'
}

/** Without those of the test clock, which are not there where time is real. */
const routes = (Object.entries(operations) as [OperationName, Operation][])
  .filter(([, operation]) => operation.testClockOnly !== true)
  .map(([name, { method, path }]) => ({
    name,
    method,
    pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
