import { afterEach, describe, expect, it } from 'vitest'
import type { IssuerDifference } from '../../src/contract/resources/reconciliation.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { type Random, seededRandom } from '../model/random.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { lithicRig } from '../support/issuers/lithic-rig.ts'
import type { LithicJson } from '../support/issuers/lithic-wire.ts'

const rig = lithicRig({ PURSER_ISSUER: 'lithic' })
const { lithic, pass } = rig

const newCard = async () => (await rig.purser.cards.create({ customerId: rig.customerId })).id
const there = (cardId: string) => lithic.cardsOf(cardId)[0] as LithicJson
const compared = async (fix = false, since = 0) => {
  const { cards, purchases, differences } = await rig.service.reconcile({ since, fix })
  return { cards, purchases, lines: differences.map(lineOf).toSorted(), differences }
}
const lineOf = ({ cardId, cardToken, reference, field, here, there: other }: IssuerDifference): string =>
  [...[cardId, cardToken, reference].filter((name) => name !== null), field, here ?? '-', other ?? '-'].join(' ')

describe('a card that somebody else pauses or closes there', () => {
  const statusOf = async (cardId: string) => (await rig.purser.cards.get(cardId)).status
  const eventsOf = (cardId: string) => lithic.events.filter(({ body }) => body['card_token'] === tokenOf(cardId))

  it('is frozen or closed here, and never opened', async () => {
    const cardId = await newCard()
    await pass(1)
    lithic.setState(cardId, 'PAUSED')
    await lithic.sendAll(eventsOf(cardId))
    expect(await statusOf(cardId)).toBe('frozen')
    lithic.setState(cardId, 'OPEN')
    await lithic.sendAll(eventsOf(cardId))
    expect(await statusOf(cardId)).toBe('frozen')
    lithic.setState(cardId, 'CLOSED')
    await lithic.sendAll(eventsOf(cardId))
    expect(await statusOf(cardId)).toBe('closed')
  })

  it('is opened there by an unfreeze here, however soon', async () => {
    const cardId = await newCard()
    await pass(1)
    lithic.setState(cardId, 'PAUSED')
    await lithic.sendAll(eventsOf(cardId))
    await rig.purser.cards.unfreeze(cardId)
    await pass(1)
    expect([await statusOf(cardId), there(cardId)['state']]).toEqual(['active', 'OPEN'])
  })

  it('is as Purser has made it since, when the news of what Purser asked for itself come late', async () => {
    const cardId = await newCard()
    await pass(1)
    await rig.purser.cards.freeze(cardId)
    await pass(1)
    await rig.purser.cards.unfreeze(cardId)
    await lithic.sendAll(eventsOf(cardId)) // before Lithic has heard of it
    await pass(1)
    await lithic.sendAll(eventsOf(cardId))
    expect([await statusOf(cardId), there(cardId)['state']]).toEqual(['active', 'OPEN'])
  })

  it('is told of again where Lithic cannot be asked', async () => {
    const cardId = await newCard()
    await pass(1)
    lithic.setState(cardId, 'PAUSED')
    const [event] = eventsOf(cardId).slice(-1)
    lithic.fate = () => ({ status: 500, message: 'Down' })
    expect(event && (await lithic.send(event))).toBe(503)
    lithic.fate = () => 'well'
    expect(event && (await lithic.send(event))).toBe(200)
    expect(await statusOf(cardId)).toBe('frozen')
  })
})

describe('comparing with Lithic', () => {
  it('reads every page of cards, and of purchases since then or that have moved since then', async () => {
    const cardId = await newCard()
    await pass(1)
    for (let n = 0; n < 101; n += 1) lithic.newCard({ type: 'VIRTUAL', memo: 'of nobody', state: 'CLOSED' })
    for (let n = 0; n < 101; n += 1) lithic.clear({ cardId: 'of nobody', amount: 1 })
    const [old, still] = [
      await lithic.authorize({ cardId, amount: 500 }),
      await lithic.authorize({ cardId, amount: 20 }),
    ]
    await lithic.sendAll(lithic.events.slice(-2))
    await pass(3600)
    await lithic.authorize({ cardId, amount: 0, status: 'BALANCE_INQUIRY' })
    lithic.clear({ cardId, token: old, amount: 450 })
    lithic.giveBack({ cardId, token: old, amount: 1000 })
    await lithic.sendAll(lithic.events.slice(-3))
    expect(await compared()).toMatchObject({ cards: lithic.cards.length, purchases: 103, lines: [] })
    expect(await compared(false, rig.now - 60_000)).toMatchObject({ purchases: 1, lines: [] })
    lithic.reverse(still)
    expect((await compared(true, rig.now - 60_000)).differences).toMatchObject([{ reference: still, fixed: true }])
  })

  it('finds each difference, repairs what can be repaired, and has nothing more to repair then', async () => {
    const { cards, purchases, stays } = await plant()
    const found = await compared()
    expect(found.lines).toEqual(
      [
        ...stays,
        `${cards.closed} ${tokenOf(cards.closed)} status closed active`,
        `${cards.frozen} ${tokenOf(cards.frozen)} status frozen active`,
        `${cards.closedThere} ${tokenOf(cards.closedThere)} status active closed`,
        `${cards.pausedThere} ${tokenOf(cards.pausedThere)} status active frozen`,
        ...purchases.map((line) => `${cards.bought} ${tokenOf(cards.bought)} ${line}`),
      ].toSorted(),
    )
    expect(found.differences[0]).toMatchObject({ cardId: cards.closed, here: 'closed' })
    const fixed = await compared(true)
    expect(fixed.lines).toEqual(found.lines)
    expect(fixed.differences.filter((each) => each.fixed)).toHaveLength(found.lines.length - stays.length)
    const transactions = () => rig.purser.transactions.list({ cardId: cards.bought, limit: 100 })
    const before = (await transactions()).data
    expect((await compared(true)).lines).toEqual(stays.toSorted())
    await lithic.sendAll(lithic.events.filter(({ body }) => body['card_token'] === tokenOf(cards.bought)))
    expect((await compared()).lines).toEqual(stays.toSorted())
    expect((await transactions()).data).toEqual(before)
    const states = [cards.closed, cards.frozen, cards.closedThere, cards.pausedThere]
    expect(states.map((cardId) => there(cardId)['state'] as string)).toEqual(['CLOSED', 'PAUSED', 'CLOSED', 'PAUSED'])
    const here = await Promise.all(states.map((cardId) => rig.purser.cards.get(cardId)))
    expect(here.map(({ status }) => status)).toEqual(['closed', 'frozen', 'closed', 'frozen'])
    expect(await verifyDifferencesOf(rig.service.database)).toEqual([])
  })
})

describe('a card that changes while it is compared', () => {
  afterEach(() => {
    lithic.fate = () => 'well'
  })

  /** Compares and repairs; what happens meanwhile does so between an answer to this path and its arrival. */
  async function fixedWhile(path: string, meanwhile: () => Promise<void>) {
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    lithic.fate = (call) => {
      if (call.path !== path) return 'well'
      lithic.fate = () => 'well'
      asked.resolve()
      return { answeredAfter: over.promise }
    }
    const fixing = compared(true)
    await asked.promise
    await meanwhile()
    over.resolve()
    await fixing
    await pass(60)
  }
  const both = async (cardId: string) => [(await rig.purser.cards.get(cardId)).status, there(cardId)['state'] as string]

  it.each(['/v1/cards', '/v1/transactions'])('is not frozen again after an unfreeze: %s', async (path) => {
    const cardId = await newCard()
    await pass(1)
    Object.assign(there(cardId), { state: 'PAUSED' })
    await fixedWhile(path, async () => {
      await rig.purser.cards.freeze(cardId)
      await pass(1)
      await rig.purser.cards.unfreeze(cardId)
      await pass(1)
    })
    expect(await both(cardId)).toEqual(['active', 'OPEN'])
  })

  it('is told what it has become, also where Lithic did not hear of it at first', async () => {
    const cardId = await newCard()
    await rig.purser.cards.freeze(cardId)
    await pass(1)
    Object.assign(there(cardId), { state: 'OPEN' })
    await fixedWhile('/v1/transactions', async () => {
      Object.assign(there(cardId), { state: 'PAUSED' })
      lithic.fate = () => ({ status: 500, message: 'Down' })
      await rig.purser.cards.unfreeze(cardId)
      await pass(1)
      lithic.fate = () => 'well'
    })
    expect(await both(cardId)).toEqual(['active', 'OPEN'])
  })

  it('that only says it is one of Purser is closed there, and not frozen for what is active by then', async () => {
    const [closed, unfrozen] = [await newCard(), await newCard()]
    await rig.purser.cards.close(closed)
    await rig.purser.cards.freeze(unfrozen)
    await pass(1)
    const others = [closed, unfrozen].map((memo) => lithic.newCard({ type: 'VIRTUAL', memo, state: 'OPEN' }))
    await fixedWhile('/v1/transactions', async () => {
      await rig.purser.cards.unfreeze(unfrozen)
      await pass(1)
    })
    expect(others.map(({ state }) => state as string)).toEqual(['CLOSED', 'OPEN'])
    Object.assign(others[1] ?? {}, { state: 'CLOSED' }) // so that nothing differs
  })
})

describe('a random month, of which a part was never heard', () => {
  it('comes to what Lithic has by one repair', async () => {
    const random = seededRandom(21)
    const cards = await Promise.all([1, 2, 3].map(newCard))
    for (const cardId of cards) await rig.purser.cards.update(cardId, { policy: { limits: { perDay: 3000 } } })
    await pass(1)
    const from = lithic.events.length
    for (let n = 0; n < 100; n += 1) await somePurchase(random, random.pick(cards))
    const heard = lithic.events.slice(from).filter(() => random.chance(0.9))
    const told = [...heard, ...heard.filter(() => random.chance(0.1))]
    const places = new Map(told.map((event) => [event, random.between(0, 1_000_000)]))
    await lithic.sendAll(told.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)))
    const differencesOf = async (fix: boolean) =>
      (await compared(fix)).differences.filter(({ cardId }) => cards.includes(cardId ?? ''))
    const found = await differencesOf(true)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ fixed }) => !fixed)).toEqual([])
    expect(await differencesOf(false)).toEqual([])
    for (const cardId of cards) {
      const { context } = await rig.purser.spend.evaluate({ cardId, amount: 1 })
      expect(context.spendStats.totalMonth).toBe(lithic.spent(cardId))
    }
    expect(await verifyDifferencesOf(rig.service.database)).toEqual([])
  })
})

async function somePurchase(random: Random, cardId: string): Promise<void> {
  const token = await lithic.authorize({ cardId, amount: random.between(1, 900), isAway: random.chance(0.2) })
  const isHeld = () => lithic.events.at(-1)?.body['status'] === 'PENDING'
  if (isHeld() && random.chance(0.3)) await lithic.increment(token, random.between(1, 200))
  if (random.chance(0.1)) return lithic.clear({ cardId, amount: 11 })
  if (isHeld() && random.chance(0.2)) return lithic.reverse(token)
  if (isHeld() && random.chance(0.7)) lithic.clear({ cardId, token, amount: random.between(1, 900) })
  if (random.chance(0.2)) lithic.giveBack({ cardId, token, amount: random.between(1, 100) })
}

const tokenOf = (cardId: string) => there(cardId)['token'] as string

/** Cards of every kind of difference, by name; what happened at Lithic, of which Purser has not heard; and what stays as it is. */
async function plant() {
  const cards = {
    closed: await newCard(),
    frozen: await newCard(),
    closedThere: await newCard(),
    pausedThere: await newCard(),
    digits: await newCard(),
    missing: await newCard(),
    second: await newCard(),
    bought: await newCard(),
  }
  await pass(1)
  await rig.purser.cards.close(cards.closed)
  await rig.purser.cards.freeze(cards.frozen)
  await pass(1)
  for (const cardId of [cards.closed, cards.frozen]) Object.assign(there(cardId), { state: 'OPEN' })
  Object.assign(there(cards.closedThere), { state: 'CLOSED' })
  Object.assign(there(cards.pausedThere), { state: 'PAUSED' })
  const [digits, missing] = [there(cards.digits)['last_four'] as string, tokenOf(cards.missing)]
  Object.assign(there(cards.digits), { last_four: '9999' })
  lithic.cards.splice(lithic.cards.indexOf(there(cards.missing)), 1)
  const { token: second } = lithic.newCard({ type: 'VIRTUAL', memo: cards.second })
  const { token: nobodys } = lithic.newCard({ type: 'VIRTUAL', memo: 'somebody else' })
  const bought = await plantPurchases(cards.bought)
  const stays = [
    `${cards.digits} ${tokenOf(cards.digits)} last4 ${digits} 9999`,
    `${cards.missing} ${missing} token ${missing} -`,
    `${cards.second} ${second} token ${tokenOf(cards.second)} ${second}`,
    `${nobodys} token - ${nobodys}`,
    `${cards.bought} ${bought.unheard} held 60 -`,
  ]
  return { cards, purchases: bought.lines, stays }
}

async function plantPurchases(cardId: string) {
  const heard = () => lithic.authorize({ cardId, amount: 1000 })
  const [reversed, captured, returned] = [await heard(), await heard(), await heard()]
  lithic.clear({ cardId, token: returned, amount: 1000 })
  await lithic.sendAll(lithic.events.slice(-4))
  lithic.reverse(reversed, 400)
  lithic.clear({ cardId, token: captured, amount: 900 })
  lithic.giveBack({ cardId, token: returned, amount: 300 })
  await rig.purser.network.authorize({ cardId, amount: 60, networkReference: 'nobodys' })
  const [unheard] = (await rig.purser.transactions.list({ cardId, limit: 1 })).data
  await pass(601)
  const alone = await lithic.authorize({ cardId, amount: 70, isAway: true })
  lithic.clear({ cardId, amount: 50 })
  const force = lastToken()
  lithic.giveBack({ cardId, amount: 5 })
  const unlinked = lastToken()
  const lines = [
    `${reversed} held 1000 600`,
    `${captured} held 1000 0`,
    `${captured} captured 0 900`,
    `${returned} refunded 0 300`,
    `${alone} held - 70`,
    `${force} captured - 50`,
    `${unlinked} refunded - 5`,
  ]
  return { lines, unheard: unheard?.id ?? '' }
}

/** Of what has happened last. */
function lastToken(): string {
  const happened = assertPresent(lithic.events.at(-1), 'something has happened').body['events'] as LithicJson[]
  return happened.at(-1)?.['token'] as string
}
