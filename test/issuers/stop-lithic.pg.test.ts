import { afterEach, describe, expect, it } from 'vitest'
import { lithicRig } from '../support/issuers/lithic-rig.ts'
import type { LithicJson } from '../support/issuers/lithic-wire.ts'

/** Lithic does not say who has paused a card: what a stop asked for comes back as an event like anybody else's. */
const rig = lithicRig({ PURSER_ISSUER: 'lithic' })
const { lithic, pass } = rig
afterEach(async () => {
  lithic.fate = () => 'well'
  await resume()
  await pass(60)
})

const newCard = async () => (await rig.purser.cards.create({ customerId: rig.customerId })).id
const there = (cardId: string) => lithic.cardsOf(cardId)[0] as LithicJson
const both = async (cardId: string) => [(await rig.purser.cards.get(cardId)).status, there(cardId)['state'] as string]
const eventsOf = (cardId: string) => lithic.events.filter(({ body }) => body['card_token'] === there(cardId)['token'])
const stop = () => rig.purser.account.stop({ reason: 'A leaked key' })
const resume = () => rig.purser.account.resume({ reason: 'It is revoked' })

describe('a card that a stop has paused', () => {
  it('is not frozen here by the events of that, told at once or after the resume', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    await pass(1)
    await lithic.sendAll(eventsOf(cardId))
    expect(await both(cardId)).toEqual(['active', 'PAUSED'])
    await resume()
    await lithic.sendAll(eventsOf(cardId)) // before Lithic has heard of it
    await pass(1)
    await lithic.sendAll(eventsOf(cardId))
    expect(await both(cardId)).toEqual(['active', 'OPEN'])
  })

  it('is closed here where somebody closes it there', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    await pass(1)
    lithic.setState(cardId, 'CLOSED')
    await lithic.sendAll(eventsOf(cardId))
    await resume()
    await pass(1)
    expect(await both(cardId)).toEqual(['closed', 'CLOSED'])
  })
})

describe('a card that somebody has paused there', () => {
  it('before Lithic hears of the stop stays paused after the resume', async () => {
    const [told, untold] = [await newCard(), await newCard()]
    await pass(1)
    for (const cardId of [told, untold]) lithic.setState(cardId, 'PAUSED')
    await stop()
    await lithic.sendAll(eventsOf(told))
    expect(await both(told)).toEqual(['frozen', 'PAUSED'])
    await pass(1)
    await lithic.sendAll(eventsOf(untold))
    await resume()
    await pass(1)
    expect([await both(told), await both(untold)]).toEqual([
      ['frozen', 'PAUSED'],
      ['frozen', 'PAUSED'],
    ])
  })
})

it('a card that is made during the stop is made paused, and opened by the resume', async () => {
  await stop()
  const cardId = await newCard()
  await pass(1)
  expect(await both(cardId)).toEqual(['active', 'PAUSED'])
  await resume()
  await pass(1)
  expect(await both(cardId)).toEqual(['active', 'OPEN'])
})
