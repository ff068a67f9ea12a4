import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'guess@example.com' } })).body.id
})
afterAll(() => api.stop())

async function newCard(policy: object = {}) {
  const { id } = (await api.admin('createCard', { body: { customerId, policy } })).body
  const { pan, exp, cvv } = (await api.admin('getCardDetails', { params: { cardId: id } })).body
  return { id, pan, exp, cvv, wrongCvv: String((Number(cvv) + 1) % 1000).padStart(3, '0') }
}

type Card = Awaited<ReturnType<typeof newCard>>

const pay = async (body: object) => {
  const answer = await api.admin('createAuthorization', { body: { amount: 100, ...body } })
  return answer.body.reasons.map(({ code }) => code).join() || 'approved'
}
const guess = ({ pan, wrongCvv }: Card) => pay({ pan, cvv: wrongCvv })

async function lock(card: Card): Promise<void> {
  for (let n = 0; n < 5; n += 1) await guess(card)
}

const eventsOf = async (cardId: string) => {
  const { body } = await api.admin('listEvents', { query: { limit: '100' } })
  return body.data.filter(({ type, data }) => type === 'card.credentials_locked' && data.cardId === cardId)
}

describe('after five wrong CVVs', () => {
  it('a purchase by number is declined, right or wrong, for 24 hours, and the card shows until when', async () => {
    const card = await newCard()
    const { pan, exp, cvv, id } = card
    await lock(card)
    const lockedAt = api.clock.time
    expect(await pay({ pan, exp, cvv })).toBe('credentials_locked')
    expect(await guess(card)).toBe('credentials_locked')
    expect(await pay({ cardId: id })).toBe('approved')
    const until = new Date(lockedAt + 86_400_000).toISOString()
    expect((await api.admin('getCard', { params: { cardId: id } })).body.credentialsLockedUntil).toBe(until)
    expect(await eventsOf(id)).toMatchObject([{ data: { credentialsLockedUntil: until, last4: pan.slice(-4) } }])
    api.clock.time = lockedAt + 86_400_000 - 1
    expect(await pay({ pan, exp, cvv })).toBe('credentials_locked')
    api.clock.time += 1
    expect(await pay({ pan, exp, cvv })).toBe('approved')
    expect((await api.admin('getCard', { params: { cardId: id } })).body).not.toHaveProperty('credentialsLockedUntil')
  })

  it('an admin unlocks the card, again without effect, and no longer once it is closed', async () => {
    const card = await newCard()
    const { pan, exp, cvv, id } = card
    const unlock = () => api.admin('unlockCardCredentials', { params: { cardId: id } })
    await lock(card)
    expect(await unlock()).toMatchObject({ status: 200, body: { id, status: 'active' } })
    expect((await unlock()).status).toBe(200)
    // A replay does not see the unlock.
    expect(await pay({ cardId: id })).toBe('approved')
    expect(await guess(card)).toBe('credentials_invalid')
    expect(await pay({ pan, exp, cvv })).toBe('approved')
    await api.admin('closeCard', { params: { cardId: id } })
    expect((await unlock()).body.error?.code).toBe('card_closed')
  })

  it('a wrong expiry counts like a wrong CVV, by number or by id', async () => {
    const { id, pan, exp, cvv } = await newCard()
    const wrongExp = exp === '01/30' ? '02/30' : '01/30'
    for (let n = 0; n < 3; n += 1) expect(await pay({ pan, exp: wrongExp, cvv })).toBe('credentials_invalid')
    for (let n = 0; n < 2; n += 1) expect(await pay({ cardId: id, exp: wrongExp })).toBe('credentials_invalid')
    expect(await pay({ pan, exp, cvv })).toBe('credentials_locked')
  })
})

it('however many guess at once on two nodes, five are looked at, and one event tells of it', async () => {
  const card = await newCard()
  const second = await api.rig.secondNode()
  const secret = await api.rig.key()
  const payload = { pan: card.pan, cvv: card.wrongCvv, amount: 1 }
  const headers = { authorization: `Bearer ${secret}` }
  const url = '/v1/network/authorizations'
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? api.rig : second).app.inject({ method: 'POST', url, headers, payload }),
    ),
  )
  const codes = replies.map((reply) => reply.json<{ reasons: { code: string }[] }>().reasons[0]?.code)
  expect(codes.filter((code) => code === 'credentials_invalid')).toHaveLength(5)
  expect(codes.filter((code) => code === 'credentials_locked')).toHaveLength(35)
  expect(await eventsOf(card.id)).toHaveLength(1)
})

it('a repeated network reference gets its first answer and counts nothing', async () => {
  const card = await newCard()
  const { pan, exp, cvv, wrongCvv } = card
  for (let n = 0; n < 9; n += 1) await pay({ pan, cvv: wrongCvv, networkReference: 'guess' })
  expect(await pay({ pan, exp, cvv })).toBe('approved')
})

it('requireCvv comes down the cascade, and declines a purchase by number without a CVV', async () => {
  const { pan, exp, cvv, id } = await newCard({ requireCvv: true })
  expect(await pay({ pan, exp })).toBe('credentials_invalid')
  expect(await pay({ pan, exp, cvv })).toBe('approved')
  expect(await pay({ cardId: id })).toBe('approved')
  const { effective, sources } = (await api.admin('getCardPolicy', { params: { cardId: id } })).body
  expect([effective.requireCvv, sources['requireCvv']]).toEqual([true, 'card'])
})

it('wrong ones of a closed card leave the moment at which it was closed', async () => {
  const { id } = await newCard()
  await api.admin('closeCard', { params: { cardId: id } })
  expect(await pay({ cardId: id, exp: '01/01' })).toBe('card_closed,credentials_invalid')
  const { rows } = await api.rig.deps.database.pool.query('select closed_at from cards where id = $1', [id])
  expect(rows).toEqual([{ closed_at: api.clock.time }])
})

it('every decision of these tests can be made again', async () => {
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
