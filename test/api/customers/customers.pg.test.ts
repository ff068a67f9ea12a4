import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceWithoutWarnings } from '../../support/records/record-of.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const ada = { email: 'Ada@Example.com', name: { first: 'Ada', last: 'Lovelace' } }
const create = async (body: object = {}) => (await api.admin('createCustomer', { body: { ...ada, ...body } })).body

describe('POST /customers', () => {
  it('201: a consumer, active, with what was sent and nothing else', async () => {
    const { status, body } = await api.admin('createCustomer', { body: ada })
    expect(status).toBe(201)
    expect(resourceWithoutWarnings(body)).toEqual({
      id: expect.stringMatching(/^cust_[0-9a-hjkmnp-tv-z]{26}$/),
      type: 'consumer',
      status: 'active',
      currency: 'USD',
      ...ada,
      policy: {},
      createdAt: '2026-01-31T12:00:00.000Z',
    })
  })

  it('201: a suspended business with every field; limits by interval and countries come back in one form', async () => {
    const { status, body } = await api.admin('createCustomer', {
      body: {
        type: 'business',
        status: 'suspended',
        name: { business: 'Analytical Engines' },
        phone: '+44 20 1234',
        policy: {
          allowedCountries: ['us', 'De'],
          activeHours: { timezone: 'Europe/Berlin', days: [1], from: '09:00', to: '17:00' },
        },
        limits: { amount: 5000, currency: 'usd', interval: 'per24HourPeriod' },
        metadata: { order: 'z', a: [1, { b: null }] },
      },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'business',
      status: 'suspended',
      policy: { allowedCountries: ['US', 'DE'] },
      limits: { perDay: 5000 },
      metadata: { order: 'z', a: [1, { b: null }] },
    })
    expect(body).not.toHaveProperty('email')
    const read = await api.admin('getCustomer', { params: { customerId: body.id } })
    expect(JSON.stringify(read.body.metadata)).toBe('{"order":"z","a":[1,{"b":null}]}')
  })

  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
  it.each<[string, object, string]>([
    ['neither email nor name', { email: undefined, name: undefined }, 'email'],
    ['an email that is none', { email: 'ada' }, 'email'],
    ['a name without a part', { name: {} }, 'name'],
    ['a name of a person and a business', { name: { first: 'Ada', business: 'X' } }, 'name'],
    [
      'an unknown time zone',
      { policy: { activeHours: { timezone: 'Mars/Base', days: [], from: '00:00', to: '01:00' } } },
      'policy.activeHours.timezone',
    ],
    ['a misspelt limit', { limits: { perdAy: 1 } }, 'limits.perdAy'],
    ['a limit in euros', { limits: { amount: 1, currency: 'EUR', interval: 'perDay' } }, 'limits.currency'],
    ['a limit without interval', { limits: { amount: 1 } }, 'limits.interval'],
    ['an interval without amount', { limits: { interval: 'perDay' } }, 'limits.amount'],
    ['metadata of 9 levels', { metadata: nested(9) }, 'metadata'],
    ['metadata of more than 16 KiB', { metadata: { a: 'x'.repeat(16_384) } }, 'metadata'],
  ])('400: %s', async (_what, body, param) => {
    const answer = await api.admin('createCustomer', { body: { ...ada, ...body } })
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([400, 'invalid_request', param])
  })

  it('201: metadata of 8 levels and of exactly 16 KiB', async () => {
    expect((await api.admin('createCustomer', { body: { ...ada, metadata: nested(8) } })).status).toBe(201)
    const largest = { a: 'x'.repeat(16_384 - '{"a":""}'.length) }
    expect((await api.admin('createCustomer', { body: { ...ada, metadata: largest } })).status).toBe(201)
  })
})

describe('PATCH /customers/{customerId}', () => {
  const patch = (customerId: string, body: object) => api.admin('updateCustomer', { params: { customerId }, body })

  it('200: merges objects, unsets by null, replaces arrays whole', async () => {
    const { id } = await create({
      phone: '12345',
      policy: { limits: { perDay: 5, perAuth: 1 }, blockedMccs: ['1111', '2222'], requireIntent: true },
      limits: { perDay: 9, total: 99 },
      metadata: { keep: 1, drop: 2, deep: { a: 1, b: 2 } },
    })
    const { status, body } = await patch(id, {
      phone: null,
      name: { last: 'King' },
      policy: { limits: { perDay: null, perWeek: 7 }, blockedMccs: ['3333'], requireIntent: null },
      limits: { amount: 10, interval: 'perDay' },
      metadata: { drop: null, deep: { a: null } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: { first: 'Ada', last: 'King' },
      policy: { limits: { perAuth: 1, perWeek: 7 }, blockedMccs: ['3333'] },
      limits: { perDay: 10, total: 99 },
    })
    expect(body.policy).toEqual({ limits: { perAuth: 1, perWeek: 7 }, blockedMccs: ['3333'] })
    expect(body.metadata).toEqual({ keep: 1, deep: { b: 2 } })
    expect(body).not.toHaveProperty('phone')
    expect((await api.admin('getCustomer', { params: { customerId: id } })).body).toEqual(resourceWithoutWarnings(body))
  })

  it('200: `policy: null` and `limits: null` empty them, an empty body changes nothing', async () => {
    const customer = await create({ policy: { requireIntent: true }, limits: { total: 1 }, metadata: { a: 1 } })
    expect((await patch(customer.id, {})).body).toEqual(customer)
    const { body } = await patch(customer.id, { policy: null, limits: null, metadata: null })
    expect(body.policy).toEqual({})
    expect(body).not.toHaveProperty('limits')
    expect(body).not.toHaveProperty('metadata')
  })

  it.each<[string, object, string]>([
    ['neither email nor name is left', { email: null, name: null }, 'email'],
    ['a name that mixes person and business', { name: { business: 'X' } }, 'name'],
    ['a name without a part', { name: { first: null, last: null } }, 'name'],
    ['active hours that are not whole', { policy: { activeHours: { timezone: 'UTC' } } }, 'policy.activeHours.days'],
    ['a status of null', { status: null }, 'status'],
    ['metadata that grows past its bounds', { metadata: { more: 'x'.repeat(10_000) } }, 'metadata'],
  ])('400: %s', async (_what, body, param) => {
    const { id } = await create({ metadata: { much: 'x'.repeat(10_000) } })
    const answer = await patch(id, body)
    expect([answer.status, answer.body.error?.param]).toEqual([400, param])
  })

  it('200: a TTL moves the expiry of every open card that does not set its own', async () => {
    const customer = await create()
    const agent = (
      await api.admin('createAgent', {
        body: { customerId: customer.id, externalId: `ttl-${customer.id}`, policy: { ttlDays: 1 } },
      })
    ).body
    const card = async (body: object) =>
      (await api.admin('createCard', { body: { customerId: customer.id, ...body } })).body.id
    const plain = await card({})
    const own = await card({ policy: { ttlMinutes: 5 } })
    const ofAgent = await card({ agentId: agent.id })
    const closed = await card({})
    await api.admin('closeCard', { params: { cardId: closed } })
    const expiries = async () => {
      const read = (cardId: string) => api.admin('getCard', { params: { cardId } })
      const cards = await Promise.all([plain, own, ofAgent, closed].map(read))
      return cards.map(({ body }) => body.expiresAt)
    }
    expect(await expiries()).toEqual([null, '2026-01-31T12:05:00.000Z', '2026-02-01T12:00:00.000Z', null])
    await patch(customer.id, { policy: { ttlMinutes: 60 } })
    expect(await expiries()).toEqual([
      '2026-01-31T13:00:00.000Z',
      '2026-01-31T12:05:00.000Z',
      '2026-01-31T13:00:00.000Z',
      null,
    ])
    await patch(customer.id, { policy: null })
    expect(await expiries()).toEqual([null, '2026-01-31T12:05:00.000Z', '2026-02-01T12:00:00.000Z', null])
  })
})

describe('GET /customers', () => {
  it('200: filters by email without case and by status', async () => {
    const email = 'Only.One@example.org'
    const { id } = await create({ email, status: 'suspended' })
    const found = async (query: Record<string, string>) =>
      (await api.admin('listCustomers', { query })).body.data.map((customer) => customer.id)
    expect(await found({ email: 'only.one@EXAMPLE.org' })).toEqual([id])
    expect(await found({ email, status: 'active' })).toEqual([])
    expect(await found({ email: 'nobody' })).toEqual([])
  })
})

describe('a customer of another account', () => {
  it('404: cannot be told from one that never was, byte for byte', async () => {
    const { id } = await create()
    const other = await api.otherAccount()
    const unknown = `cust_${'0'.repeat(26)}`
    for (const [name, body] of [['getCustomer'], ['updateCustomer', {}], ['getCustomerPolicy']] as const) {
      const texts = await Promise.all(
        [id, unknown, 'cust_nonsense'].map((customerId) => other(name, { params: { customerId }, body })),
      )
      expect(texts.map((answer) => answer.status)).toEqual([404, 404, 404])
      const [foreign, ...others] = texts.map(({ text }) => text.replace(/req_\w+/, ''))
      expect(others).toEqual([foreign, foreign])
    }
    expect((await other('listCustomers')).body.data).toEqual([])
  })
})
