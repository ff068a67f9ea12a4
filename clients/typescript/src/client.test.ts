import { describe, expect, expectTypeOf, it } from 'vitest'
import type { WebhookEvent } from './webhooks.ts'
import { type Attempt, type Card, Purser, PurserError, requestIdOf, type Transaction } from './client.ts'

interface Received {
  url: string
  method: string
  headers: Headers
  body: unknown
}

type Answer = Response | Error | 'hang'

/** A client whose network answers what the test says, in order, and keeps what it was sent. */
function clientOf(
  answers: Answer[],
  options: { maxRetries?: number; timeoutMs?: number; onAttempt?: (attempt: Attempt) => void } = {},
) {
  const received: Received[] = []
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    received.push({ url, method: init.method ?? '', headers: new Headers(init.headers), body })
    const next = answers.shift()
    if (next instanceof Response) return next
    if (next === 'hang') return whenAborted(init.signal as AbortSignal)
    throw next ?? new Error('the test has no further answer')
  }
  const purser = new Purser({
    baseUrl: 'http://purser.test/v1/',
    apiKey: 'sk_test',
    fetch: answer as typeof fetch,
    ...options,
  })
  return { purser, received }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req_1', ...headers } })

const error = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ error: { code, message: 'No.', param: 'amount', hint: 'Do.', retryable: status >= 429 } }, status, headers)

const unavailable = () => error(503, 'unavailable', { 'retry-after': '0' })
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  )

describe('a call', () => {
  it('sends method, path, key and body', async () => {
    const { purser, received } = clientOf([json({ id: 'card_1' }, 201)])
    await purser.cards.create({ customerId: 'cust_1', policy: { limits: { perAuth: 5000 } } })
    expect(received[0]).toMatchObject({ url: 'http://purser.test/v1/cards', method: 'POST' })
    expect(received[0]?.headers.get('authorization')).toBe('Bearer sk_test')
    expect(received[0]?.body).toEqual({ customerId: 'cust_1', policy: { limits: { perAuth: 5000 } } })
  })

  it('sends query parameters, and no body and no idempotency key with a GET', async () => {
    const { purser, received } = clientOf([json({ data: [], nextCursor: null, hasMore: false })])
    await purser.cards.list({ status: 'frozen', limit: 5 })
    expect(received[0]?.url).toBe('http://purser.test/v1/cards?status=frozen&limit=5')
    expect(received[0]?.headers.has('idempotency-key')).toBe(false)
    expect(received[0]?.headers.has('content-type')).toBe(false)
  })

  it('keeps an id inside its segment of the path', async () => {
    const { purser, received } = clientOf([json({})])
    await purser.cards.get('card_1/../../admin?x')
    expect(received[0]?.url).toBe('http://purser.test/v1/cards/card_1%2F..%2F..%2Fadmin%3Fx')
    expect(() => purser.cards.get('..')).toThrow(TypeError)
    expect(() => purser.cards.get('')).toThrow(TypeError)
  })

  it('has the types of its operation', () => {
    const { purser } = clientOf([])
    expectTypeOf(purser.cards.get).returns.resolves.toEqualTypeOf<Card>()
    expectTypeOf(purser.cards.freeze).parameter(0).toBeString()
    const event = {} as WebhookEvent
    if (event.type === 'transaction.declined') {
      expectTypeOf(event.data.merchant).toBeString()
      expectTypeOf(event.data.transaction).toEqualTypeOf<Transaction>()
      expectTypeOf(event.data.reasons).toEqualTypeOf<Transaction['reasons']>()
    }
    // @ts-expect-error amounts are numbers
    void (() => purser.spend.evaluate({ amount: '5' }))
    // @ts-expect-error a card needs a customer
    void (() => purser.cards.create({}))
  })
})

describe('an error', () => {
  it('carries what Purser said', async () => {
    const { purser } = clientOf([error(400, 'invalid_request')])
    const failure = (await caught(purser.cards.create({ customerId: 'cust_1' }))) as PurserError
    expect(failure).toBeInstanceOf(PurserError)
    expect(failure).toMatchObject({
      code: 'invalid_request',
      status: 400,
      param: 'amount',
      hint: 'Do.',
      requestId: 'req_1',
    })
    expect(failure.retryable).toBe(false)
  })

  it('says when the answer is not from Purser', async () => {
    const { purser } = clientOf([new Response('<html>not here</html>', { status: 404 })])
    expect(await caught(purser.cards.get('card_1'))).toMatchObject({ code: 'unexpected_reply', status: 404 })
  })
})

describe('the text of an error', () => {
  it('has all that helps: the code, the field, the hint and the request id', async () => {
    const { purser } = clientOf([error(400, 'invalid_request')])
    const failure = await caught(purser.cards.create({ customerId: 'cust_1' }))
    expect(String(failure)).toBe('PurserError: invalid_request at amount: No. Do. (req_1)')
  })

  it.each<[string, unknown, string]>([
    [
      'an unknown host',
      Object.assign(new TypeError('fetch failed'), { cause: new Error('getaddrinfo ENOTFOUND purser.test') }),
      'fetch failed: getaddrinfo ENOTFOUND purser.test',
    ],
    [
      'nobody who listens',
      new TypeError('fetch failed', { cause: new AggregateError([new Error('connect ECONNREFUSED ::1:8420')], '') }),
      'fetch failed: AggregateError: connect ECONNREFUSED ::1:8420',
    ],
    ['something that is no error', 'broken', 'broken'],
  ])('names URL and cause of a connection that failed: %s', async (_what, cause, says) => {
    const { purser } = clientOf([cause as Error], { maxRetries: 0 })
    const failure = (await caught(purser.cards.list({ search: 'secret' }))) as PurserError
    expect(failure.message).toBe(
      `Purser could not be reached, or the answer broke off: GET http://purser.test/v1/cards: ${says}.`,
    )
    expect(failure).toMatchObject({
      code: 'connection_failed',
      cause,
      hint: expect.stringContaining('PURSER_URL') as string,
    })
  })

  it('names URL and seconds of an answer that did not come in time', async () => {
    const { purser } = clientOf(['hang'], { timeoutMs: 20 })
    const failure = (await caught(purser.cards.get('card_1'))) as PurserError
    expect(failure.message).toBe('Purser did not answer within 0.02 s: GET http://purser.test/v1/cards/card_1.')
  })
})

describe('options of a call', () => {
  it('say how often it is tried', async () => {
    const { purser, received } = clientOf([unavailable(), unavailable()])
    await caught(purser.cards.get('card_1', { maxRetries: 0 }))
    expect(received).toHaveLength(1)
  })

  it.each<[object, string]>([
    [{ timeout: 5 }, 'GET /cards/card_1: the option timeout is not known. Write timeoutMs.'],
    [{ timeoutMs: 0 }, 'timeoutMs is 0: it is a number of milliseconds'],
    [{ maxRetries: -1 }, 'maxRetries is -1: it is a whole number of tries'],
    [{ idempotencyKey: 5 }, 'idempotencyKey is a number: it is a text.'],
  ])('that can never work are refused: %o', async (options, message) => {
    const { purser, received } = clientOf([json({})])
    const failure = await caught(purser.cards.get('card_1', options))
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toContain(message)
    expect(received).toEqual([])
  })

  it('in the place of the query are sent back to theirs', async () => {
    const { purser, received } = clientOf([json({})])
    const update = purser.cards.update as (id: string, body: object, query: object) => Promise<Card>
    expect(String(await caught(update('card_1', {}, { timeoutMs: 5 })))).toContain('timeoutMs is an option.')
    expect(received).toEqual([])
  })

  it('are no help for an id that is not there', () => {
    const get = clientOf([]).purser.cards.get as (id: unknown) => unknown
    expect(() => get(undefined)).toThrow('An id is a text, not undefined.')
  })
})

describe('what was sent and answered', () => {
  it('is told of every try, without key, body and query', async () => {
    const attempts: Attempt[] = []
    const onAttempt = (attempt: Attempt) => void attempts.push(attempt)
    const { purser } = clientOf([unavailable(), json({ data: [], nextCursor: null, hasMore: false })], { onAttempt })
    await purser.cards.list({ search: 'secret' })
    const common = { method: 'GET', path: '/cards', requestId: 'req_1', durationMs: expect.any(Number) as number }
    expect(attempts).toEqual([
      { ...common, number: 1, status: 503, error: expect.any(PurserError) as PurserError, retryInMs: 0 },
      { ...common, number: 2, status: 200, error: undefined, retryInMs: undefined },
    ])
  })

  it('is told of a try without a reply, and a logger that fails fails no call', async () => {
    const statuses: number[] = []
    const onAttempt = ({ status }: Attempt) => {
      statuses.push(status)
      throw new Error('the disk is full')
    }
    const { purser } = clientOf([new TypeError('fetch failed'), json({ id: 'card_1' })], { onAttempt })
    expect(await purser.cards.get('card_1')).toEqual({ id: 'card_1' })
    expect(statuses).toEqual([0, 200])
  })

  it('has the id of its request, and so have the items of a page', async () => {
    const { purser } = clientOf([
      json({ id: 'card_1' }),
      json({ data: [{ id: 'card_2' }], nextCursor: null, hasMore: false }),
    ])
    const card = await purser.cards.get('card_1')
    expect([requestIdOf(card), JSON.stringify(card), requestIdOf({ ...card })]).toEqual([
      'req_1',
      '{"id":"card_1"}',
      undefined,
    ])
    const page = await purser.cards.list()
    expect([requestIdOf(page), requestIdOf(page.data[0] as Card)]).toEqual(['req_1', 'req_1'])
  })
})

describe('tries again', () => {
  it('after 503 and a lost connection, under one idempotency key', async () => {
    const { purser, received } = clientOf([unavailable(), new TypeError('fetch failed'), json({ id: 'card_1' }, 201)])
    expect(await purser.cards.create({ customerId: 'cust_1' })).toEqual({ id: 'card_1' })
    const keys = received.map((request) => request.headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('with the key the caller gave', async () => {
    const { purser, received } = clientOf([unavailable(), json({})])
    await purser.cards.freeze('card_1', {}, { idempotencyKey: 'mine' })
    expect(received.map((request) => request.headers.get('idempotency-key'))).toEqual(['mine', 'mine'])
  })

  it('but not for ever', async () => {
    const { purser, received } = clientOf([unavailable(), unavailable(), unavailable()], { maxRetries: 1 })
    expect(await caught(purser.cards.get('card_1'))).toMatchObject({ code: 'unavailable' })
    expect(received).toHaveLength(2)
  })

  it('nor when the wait would pass the timeout', async () => {
    const { purser, received } = clientOf([error(429, 'rate_limited', { 'retry-after': '60' })], { timeoutMs: 5000 })
    expect(await caught(purser.cards.get('card_1'))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
    expect(received).toHaveLength(1)
  })

  it('nor what is final', async () => {
    const { purser, received } = clientOf([error(409, 'card_closed')])
    expect(await caught(purser.cards.freeze('card_1'))).toMatchObject({ code: 'card_closed' })
    expect(received).toHaveLength(1)
  })
})

describe('an end from outside', () => {
  it('a timeout is a PurserError', async () => {
    const { purser } = clientOf(['hang'], { timeoutMs: 20 })
    expect(await caught(purser.cards.get('card_1'))).toMatchObject({ code: 'timed_out', retryable: true })
  })

  it("an abort is the caller's own reason, also between two tries", async () => {
    const { purser } = clientOf([error(503, 'unavailable', { 'retry-after': '20' })])
    const controller = new AbortController()
    const call = caught(purser.cards.get('card_1', { signal: controller.signal }))
    controller.abort(new Error('changed my mind'))
    expect(await call).toEqual(new Error('changed my mind'))
  })
})

describe('a list', () => {
  const pages = () => [
    json({ data: [{ id: 'card_3' }, { id: 'card_2' }], nextCursor: 'cur_a', hasMore: true }),
    json({ data: [{ id: 'card_1' }], nextCursor: null, hasMore: false }),
  ]

  it('awaited is its first page', async () => {
    const { purser } = clientOf(pages())
    expect(await purser.cards.list()).toMatchObject({ nextCursor: 'cur_a', hasMore: true })
  })

  it('iterated is every item of every page', async () => {
    const { purser, received } = clientOf(pages())
    const cards = await Array.fromAsync(purser.cards.list({ customerId: 'cust_1' }))
    expect(cards.map((card) => card.id)).toEqual(['card_3', 'card_2', 'card_1'])
    expect(received[1]?.url).toBe('http://purser.test/v1/cards?customerId=cust_1&cursor=cur_a')
  })

  it('left early asks for no further page', async () => {
    const { purser, received } = clientOf(pages())
    for await (const card of purser.cards.list()) if (card.id === 'card_3') break
    expect(received).toHaveLength(1)
  })

  it('goes by pages', async () => {
    const { purser } = clientOf(pages())
    const found = await Array.fromAsync(purser.cards.list().pages())
    expect(found.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  it('becomes an array, of as many items as are wanted at most', async () => {
    const { purser, received } = clientOf([...pages(), ...pages()])
    const idsOf = async (cards: Promise<Card[]>) => (await cards).map(({ id }) => id)
    expect(await idsOf(purser.cards.list().toArray())).toEqual(['card_3', 'card_2', 'card_1'])
    expect(await idsOf(purser.cards.list().toArray({ most: 1 }))).toEqual(['card_3'])
    expect(received).toHaveLength(3)
    const { purser: other } = clientOf(pages())
    await expect(other.cards.list().toArray({ most: 0 })).rejects.toThrow(
      'most is 0. It is a number of items, 1 or more.',
    )
  })
})
