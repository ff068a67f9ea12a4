import { afterEach, describe, expect, it } from 'vitest'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { seededRandom } from '../model/random.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { issuersGuideRows } from '../support/issuers/guide-rows.ts'
import { lithicEventCases } from '../support/issuers/lithic-happenings.ts'
import { lithicAsaSecret, lithicEventSecret, lithicRig } from '../support/issuers/lithic-rig.ts'
import { lithicExample, signLithicMessage } from '../support/issuers/lithic-wire.ts'
import { lithicAskingPurser } from '../support/issuers/asking-lithic.ts'
import { decidePurchasesInEveryWay, differingDecisions } from '../support/issuers/same-decisions.ts'
import { lockCustomer } from '../support/postgres/locks.ts'
import { permutations } from '../support/permutations.ts'

const rig = lithicRig()
const { lithic, origin, pass } = rig

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
const newCard = async (body: CardBody = {}) =>
  (await rig.purser.cards.create({ customerId: rig.customerId, ...body })).id
const spent = async (cardId: string) =>
  (await rig.purser.spend.evaluate({ cardId, amount: 1 })).context.spendStats.totalMonth
const transactionsOf = async (cardId: string) => (await rig.purser.transactions.list({ cardId, limit: 100 })).data
const eventsOf = (cardId: string, isIntroduced = false) => {
  const tokens = new Set(lithic.cardsOf(cardId).map(({ token }) => token as string))
  return lithic.events.filter(({ body }) => tokens.has(body['card_token'] as string)).slice(isIntroduced ? 1 : 0)
}
const post = async (path: string, headers: Record<string, string>, body: string) =>
  fetch(`${origin()}/issuers/lithic/${path}`, { method: 'POST', headers, body })

describe('a request of Lithic', () => {
  it('is decided as an evaluation and the network door decide it, and said by the published result', async () => {
    const decided = await decidePurchasesInEveryWay(rig, lithicAskingPurser(lithic), { spends: 60, seed: 20 })
    expect(differingDecisions(decided)).toEqual([])
    expect(new Set(decided.map(({ answered: told }) => told)).size).toBeGreaterThan(2)
  })

  it('has no effect that is not signed, or signed for the other endpoint', async () => {
    const cardId = await newCard()
    const asked = lithicExample('asa.authorization')
    asked['card'].memo = cardId
    const body = JSON.stringify(asked)
    const good = signLithicMessage(body, [lithicAsaSecret], rig.now)
    const refused = [
      await post('authorizations', {}, body),
      await post('authorizations', { ...good, 'webhook-id': 'msg_2' }, body),
      await post('authorizations', signLithicMessage(body, [lithicEventSecret], rig.now), body),
      await post('authorizations', signLithicMessage(body, [lithicAsaSecret], rig.now - 301_000), body),
      await post('authorizations', good, JSON.stringify(asked, null, 1)),
      await post('events', good, body),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(await transactionsOf(cardId)).toEqual([])
    expect(await (await post('authorizations', good, body)).json()).toMatchObject({ result: 'APPROVED' })
  })

  it('with a member that stands twice is declined, and such an event is asked for again', async () => {
    const cardId = await newCard()
    const asked = lithicExample('asa.authorization')
    asked['card'].memo = cardId
    const twice = JSON.stringify(asked).replace(/^\{/, '{"amount":1,')
    expect(JSON.parse(twice)).toEqual(asked)
    const declined = await post('authorizations', signLithicMessage(twice, [lithicAsaSecret], rig.now), twice)
    expect((await declined.json()) as object).not.toMatchObject({ result: 'APPROVED' })
    const told = '{"event_type":"card_transaction.updated","token":"a","token":"b"}'
    const refused = await post('events', signLithicMessage(told, [lithicEventSecret], rig.now), told)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'token' } }])
    expect(await transactionsOf(cardId)).toEqual([])
  })

  it('is answered once, however often it is sent, and another one asks for more', async () => {
    const cardId = await newCard({ policy: { limits: { perAuth: 5000 } } })
    const asked = lithicExample('asa.authorization')
    asked['card'].memo = cardId
    asked['card'].token = `token-${cardId}`
    const body = JSON.stringify(asked)
    const ask = async (id: string) =>
      (await (await post('authorizations', signLithicMessage(body, [lithicAsaSecret], rig.now, id), body)).json()) as {
        result: string
      }
    const answers = await Promise.all(['msg_1', 'msg_1', 'msg_1'].map(ask))
    expect([...answers, await ask('msg_1')].map(({ result }) => result)).toEqual(Array(4).fill('APPROVED'))
    const held = async () => (await transactionsOf(cardId)).map(({ authorizedAmount }) => authorizedAmount)
    expect(await held()).toEqual([4200])
    expect(await ask('msg_2')).toMatchObject({ result: 'VELOCITY_EXCEEDED' })
    expect(await ask('msg_2')).toMatchObject({ result: 'VELOCITY_EXCEEDED' })
    await rig.purser.cards.update(cardId, { policy: { limits: null } })
    expect(await ask('msg_3')).toMatchObject({ result: 'APPROVED' })
    expect(await ask('msg_3')).toMatchObject({ result: 'APPROVED' })
    expect(await held()).toEqual([8400])
  })

  it('about a card that is none of the first account is declined', async () => {
    await lithic.authorize({ cardId: 'card_nobody', amount: 100 })
    expect(lithic.results.at(-1)).toBe('CARD_PAUSED')
    await lithic.sendAll(eventsOf('card_nobody'))
  })

  it('that cannot be decided in time is declined, and holds nothing', async () => {
    const cardId = await newCard()
    const letGo = await lockCustomer(rig.service.database.pool, rig.customerId)
    try {
      await lithic.authorize({ cardId, amount: 100 })
    } finally {
      await letGo()
    }
    expect(lithic.results.at(-1)).toBe('INSUFFICIENT_FUNDS')
    await lithic.sendAll(eventsOf(cardId))
    expect([await spent(cardId), lithic.spent(cardId)]).toEqual([0, 0])
  })
})

describe('a card that Lithic issues', () => {
  const READY = { name: 'lithic', state: 'ready', pendingCalls: 0, lastError: null }
  afterEach(() => {
    lithic.fate = () => 'well'
  })

  it('is made there for nobody in particular, and follows what becomes of it', async () => {
    const cardId = await newCard({ issuer: 'lithic', policy: { limits: { perAuth: 5000 } } })
    await pass(1)
    const [made] = lithic.cardsOf(cardId)
    expect(made).toMatchObject({
      type: 'VIRTUAL',
      state: 'OPEN',
      spend_limit: 5000,
      spend_limit_duration: 'TRANSACTION',
    })
    const shown = { last4: made?.['last_four'] as string, expMonth: '07', expYear: '2030', issuer: READY }
    expect(await rig.purser.cards.get(cardId)).toMatchObject(shown)
    await rig.purser.cards.update(cardId, { policy: { limits: { perAuth: null, perMonth: 9000 } } })
    await rig.purser.cards.freeze(cardId)
    await pass(5)
    expect(made).toMatchObject({ state: 'PAUSED', spend_limit: 18_000, spend_limit_duration: 'MONTHLY' })
    await rig.purser.cards.update(cardId, { policy: { limits: { perMonth: null } } })
    await pass(1)
    expect(made).toMatchObject({ spend_limit: 0, spend_limit_duration: 'FOREVER' })
    await rig.purser.cards.close(cardId)
    await pass(1)
    expect(made).toMatchObject({ state: 'CLOSED' })
    expect(
      (await rig.service.database.pool.query('select from card_secrets where card_id = $1', [cardId])).rows,
    ).toEqual([])
  })

  it('is made once, were it cut off, forgotten, or refused for a while', async () => {
    const fates = ['cut off', { status: 429, message: 'Slow down' }, { status: 500, message: 'Down' }] as const
    let count = 0
    lithic.fate = () => fates[count++] ?? 'well'
    const cards = await Promise.all([newCard({ issuer: 'lithic' }), newCard({ issuer: 'lithic', status: 'frozen' })])
    await pass(60)
    lithic.fate = ({ method }) => (method === 'GET' ? { status: 500, message: 'Down' } : 'cut off')
    const unheard = await newCard({ issuer: 'lithic' })
    await pass(24 * 3600)
    lithic.forgetKeys()
    lithic.fate = () => 'well'
    await pass(3600)
    for (const cardId of [...cards, unheard]) {
      expect(lithic.cardsOf(cardId)).toHaveLength(1)
      expect((await rig.purser.cards.get(cardId)).issuer).toEqual(READY)
    }
    expect(lithic.cardsOf(cards[1])).toMatchObject([{ state: 'PAUSED' }])
  })

  it('that Lithic refuses is failed, until it is tried again', async () => {
    lithic.fate = () => ({ status: 422, message: 'The program is full' })
    const cardId = await newCard({ issuer: 'lithic' })
    await pass(1)
    expect((await rig.purser.cards.get(cardId)).issuer).toMatchObject({
      state: 'failed',
      lastError: 'The program is full',
    })
    lithic.fate = () => 'well'
    await rig.purser.cards.retryIssuer(cardId)
    await pass(1)
    expect((await rig.purser.cards.get(cardId)).issuer).toEqual(READY)
  })
})

const INTRODUCED = ['authorization', 'settled', 0, 0]

/** By their tokens alone, as events name them: a first request has said whose they are. */
async function knownCards(count: number, policy: NonNullable<CardBody['policy']>): Promise<string[]> {
  const cards = await Promise.all(Array.from({ length: count }, () => newCard({ policy })))
  await Promise.all(cards.map((cardId) => lithic.authorize({ cardId, amount: 0, status: 'BALANCE_INQUIRY' })))
  return cards
}

describe('what Lithic tells', () => {
  it('is every row of the guide', () => {
    expect(new Set(lithicEventCases(lithic).map(([row]) => row))).toEqual(issuersGuideRows())
  })

  it.each(lithicEventCases(lithic))(
    '%s (%s) comes to the same in any order, each told twice',
    async (_row, _, happen, expected, counted) => {
      const policy = { limits: { perAuth: 4000 } }
      const [probe = ''] = await knownCards(1, policy)
      await happen(probe)
      const orders = permutations(eventsOf(probe, true).map((_event, at) => at))
      const cards = await knownCards(orders.length, policy)
      await Promise.all(
        orders.map(async (order, place) => {
          const cardId = cards[place] ?? ''
          await happen(cardId)
          const events = eventsOf(cardId, true)
          const told = order.flatMap((each) => events[each] ?? [])
          await lithic.sendAll([...told, ...told])
          const shown = (await transactionsOf(cardId))
            .map(({ type, status, settledAmount, refundedAmount }) => [type, status, settledAmount, refundedAmount])
            .map(String)
            .toSorted(byText)
          expect([shown, await spent(cardId)]).toEqual([
            [INTRODUCED, ...expected].map(String).toSorted(byText),
            counted,
          ])
          expect(lithic.spent(cardId)).toBe(lithic.spent(probe))
        }),
      )
    },
  )

  it('of a random month, doubled and shuffled, comes to what Lithic holds and has captured', async () => {
    const random = seededRandom(9)
    const cards = await Promise.all(Array.from({ length: 4 }, () => newCard({ policy: { limits: { perDay: 3000 } } })))
    for (let n = 0; n < 40; n += 1) {
      const cardId = random.pick(cards)
      const token = await lithic.authorize({ cardId, amount: random.between(1, 900), isAway: random.chance(0.2) })
      const isHeld = () => lithic.events.at(-1)?.body['status'] === 'PENDING'
      if (isHeld() && random.chance(0.3)) await lithic.increment(token, random.between(1, 200))
      if (random.chance(0.1)) lithic.clear({ cardId, amount: 11 })
      else if (isHeld() && random.chance(0.2)) lithic.reverse(token)
      else if (isHeld() && random.chance(0.7)) lithic.clear({ cardId, token, amount: random.between(1, 900) })
    }
    const events = cards.flatMap((cardId) => eventsOf(cardId))
    const told = [...events, ...events.filter(() => random.chance(0.1))]
    const places = new Map(told.map((event) => [event, random.between(0, 1_000_000)]))
    await lithic.sendAll(told.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)))
    for (const cardId of cards) expect(await spent(cardId)).toBe(lithic.spent(cardId))
  })

  it('leaves a history that a replay agrees with', async () => {
    expect(await verifyDifferencesOf(rig.service.database, rig.customerId)).toEqual([])
  })
})

const byText = (one: string, other: string): number => one.localeCompare(other)
