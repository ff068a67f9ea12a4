import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSweeper } from '../../../src/sweeps/sweeper.ts'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'closed@example.com' } })).body.id
})
afterAll(() => api.stop())

async function newCard(body: object = {}) {
  const { id } = (await api.admin('createCard', { body: { customerId, ...body } })).body
  return { id, ...(await api.admin('getCardDetails', { params: { cardId: id } })).body }
}

const hasCvv = async (cardId: string) => {
  const { rows } = await api.rig.test.database.pool.query<{ pan: boolean; cvv: boolean }>(
    'select sealed_pan is not null as pan, sealed_cvv is not null as cvv from card_secrets where card_id = $1',
    [cardId],
  )
  return rows
}
const OPEN = [{ pan: true, cvv: true }]
const CLOSED = [{ pan: true, cvv: false }]

describe('the CVV of a card is destroyed when it is closed, and its number is not', () => {
  it('at a request, and not when it is frozen', async () => {
    const { id } = await newCard()
    await api.admin('freezeCard', { params: { cardId: id } })
    expect(await hasCvv(id)).toEqual(OPEN)
    await api.admin('closeCard', { params: { cardId: id } })
    expect(await hasCvv(id)).toEqual(CLOSED)
  })

  it('by the purchase that uses it up', async () => {
    const [used, declined] = [
      await newCard({ usage: 'single' }),
      await newCard({ usage: 'single', limits: { perAuth: 1 } }),
    ]
    for (const { pan, cvv } of [used, declined])
      await api.admin('createAuthorization', { body: { pan, cvv, amount: 100 } })
    expect([await hasCvv(used.id), await hasCvv(declined.id)]).toEqual([CLOSED, OPEN])
  })

  it('with its agent', async () => {
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'gone' } })).body.id
    const cards = [await newCard({ agentId }), await newCard({ agentId })]
    await api.admin('deleteAgent', { params: { agentId } })
    for (const { id } of cards) expect(await hasCvv(id)).toEqual(CLOSED)
  })

  it('when its time is over', async () => {
    const { id } = await newCard({ policy: { ttlMinutes: 1 } })
    api.clock.time += DAY_MS
    const { database, ids, clock, spendRollups } = api.rig.deps
    await createSweeper({
      database,
      ids,
      clock,
      engine: { submit: () => Promise.reject(new Error('no hold is due')) },
      vault: api.rig.deps.vault,
      numberLifeMs: 90 * DAY_MS,
      auditLifeMs: null,
      spendRollups,
      wakeDispatcher: () => undefined,
      onError: () => undefined,
    }).runDue()
    expect(await hasCvv(id)).toEqual(CLOSED)
  })

  it('after which any CVV is declined alike, and counts neither as right nor as wrong', async () => {
    const { id, pan, cvv, exp } = await newCard({ usage: 'single' })
    await api.admin('createAuthorization', { body: { pan, cvv, exp, amount: 100 } })
    const again = async (typed: string) => {
      const { body } = await api.admin('createAuthorization', { body: { pan, exp, cvv: typed, amount: 100 } })
      return body.reasons.map(({ code }) => code)
    }
    const codes = await again(cvv)
    expect(codes).toEqual(['card_closed', 'card_consumed'])
    for (let n = 0; n < 6; n += 1) expect(await again(String((Number(cvv) + 1) % 1000).padStart(3, '0'))).toEqual(codes)
    expect((await api.admin('getCardDetails', { params: { cardId: id } })).body.error?.code).toBe('card_closed')
  })
})
