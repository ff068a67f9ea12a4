import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { Purser, PurserError } from './client.ts'

describe('the client and the service', () => {
  let service: TestPurser
  let customerId: string

  beforeAll(async () => {
    service = await startPurser()
    ;({ id: customerId } = await service.purser.customers.create({ email: 'ada@example.com' }))
  })
  afterAll(() => service.stop())

  it('an answer that is lost on the way costs no second card', async () => {
    let calls = 0
    const losingTheFirst: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init)
      calls += 1
      if (calls === 1) throw new TypeError('the connection broke')
      return reply
    }
    const purser = new Purser({ baseUrl: service.baseUrl, apiKey: service.apiKey, fetch: losingTheFirst })
    const card = await purser.cards.create({ customerId })
    expect(calls).toBe(2)
    const cards = await Array.fromAsync(service.purser.cards.list({ customerId }))
    expect(cards.map(({ id }) => id)).toEqual([card.id])
  })

  it('iterates over every page, newest first', async () => {
    const made: string[] = []
    for (let i = 0; i < 7; i += 1) {
      const agent = await service.purser.agents.create({ customerId, externalId: `agent-${i}` })
      made.unshift(agent.id)
    }
    const listed = await Array.fromAsync(service.purser.agents.list({ customerId, limit: 3 }))
    expect(listed.map(({ id }) => id)).toEqual(made)
  })

  it.each([
    {
      name: 'an unknown id',
      call: (purser: Purser) => purser.cards.get('card_unknown'),
      error: { status: 404, code: 'card_not_found', retryable: false },
    },
    {
      name: 'a wrong amount',
      call: (purser: Purser) => purser.spend.evaluate({ amount: -5, cardId: 'card_unknown' }),
      error: {
        status: 400,
        code: 'invalid_request',
        param: 'amount',
        details: { reason: 'parameter_invalid' },
        reason: 'parameter_invalid',
      },
    },
    {
      name: 'an idempotency key used twice',
      call: async (purser: Purser) => {
        await purser.customers.create({ email: 'one@example.com' }, { idempotencyKey: 'same' })
        await purser.customers.create({ email: 'two@example.com' }, { idempotencyKey: 'same' })
      },
      error: { status: 422, code: 'idempotency_key_reused' },
    },
  ])('$name is a typed error', async ({ call, error }) => {
    const failure = await Promise.resolve(call(service.purser)).catch((reason: unknown) => reason)
    expect(failure).toBeInstanceOf(PurserError)
    expect(failure).toMatchObject({ ...error, requestId: expect.stringMatching(/^req_/) as string })
  })

  it('a wrong key is refused once, not four times', async () => {
    let calls = 0
    const counting: typeof fetch = (input, init) => {
      calls += 1
      return fetch(input, init)
    }
    const purser = new Purser({ baseUrl: service.baseUrl, apiKey: 'sk_wrong', fetch: counting })
    await expect(purser.cards.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(calls).toBe(1)
  })
})
