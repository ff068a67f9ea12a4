import { describe, expect, it } from 'vitest'
import type { Challenge } from '../../src/contract/resources/challenges.ts'
import { PurserError, Purser } from '../../clients/typescript/src/client.ts'
import { lithicAsaSecret, lithicRig, lithicThreeDsSecret } from '../support/issuers/lithic-rig.ts'
import { lithicExample, signLithicMessage } from '../support/issuers/lithic-wire.ts'

const SHOP = { name: 'Buchhandlung Lovelace', mcc: '5942', country: 'DEU', id: '174030075991' }
const ASKS = { requireIntent: true, requireApproval: true, autoApproveBelow: 2000 }

const rig = lithicRig({ PURSER_ISSUER: 'lithic' })
const { lithic, pass } = rig
const { threeDs } = lithic

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
/** A card that Lithic has made. */
async function newCard(body: CardBody = {}): Promise<string> {
  const { id } = await rig.purser.cards.create({ customerId: rig.customerId, ...body })
  await pass(1)
  expect(lithic.cardsOf(id)).toHaveLength(1)
  return id
}
const declare = (cardId: string, more: object = {}) =>
  rig.purser.intents.declare(cardId, {
    purpose: 'A book',
    expectedAmount: 1500,
    expectedMerchant: SHOP.name,
    ...more,
  })
const challengesOf = async (cardId: string) => (await rig.purser.challenges.list({ cardId })).data
async function onlyChallengeOf(cardId: string): Promise<Challenge> {
  const challenges = await challengesOf(cardId)
  expect(challenges).toHaveLength(1)
  return challenges[0] as Challenge
}
const typesOf = async (cardId: string) =>
  (await rig.purser.events.list({ limit: 100 })).data
    .filter(({ type, data }) => type.startsWith('challenge.') && data['cardId'] === cardId)
    .map(({ type }) => type)
    .toReversed()
const responsesOf = (token: string) => threeDs.responses.filter((each) => each.token === token)
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof PurserError ? error.code : String(error)),
  )

describe('a question before the challenge', () => {
  it('is answered yes by the one intent that fits, and the purchase and its receipt say so', async () => {
    const cardId = await newCard({ policy: ASKS })
    const intent = await declare(cardId)
    const token = threeDs.begin({ cardId, amount: 1500, merchant: SHOP })
    expect(await threeDs.decide(token)).toBe('APPROVE')
    expect(await threeDs.decide(token)).toBe('APPROVE')
    expect(await onlyChallengeOf(cardId)).toMatchObject({
      status: 'approved',
      issuer: 'lithic',
      amount: 1500,
      currency: 'USD',
      merchant: { name: SHOP.name, mcc: '5942', country: 'DE' },
      intentId: intent.id,
    })
    expect(await typesOf(cardId)).toEqual(['challenge.approved'])
    await lithic.authorize({ cardId, amount: 1500, merchant: { descriptor: SHOP.name }, authenticatedBy: token })
    expect(lithic.results.at(-1)).toBe('APPROVED')
    const [transaction] = (await rig.purser.transactions.list({ cardId })).data
    expect(transaction).toMatchObject({ intentId: intent.id, authenticated: true, flags: { intentMatched: true } })
    const { receipt } = await rig.purser.transactions.receipt(transaction?.id ?? '')
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ authenticated: true })
  })

  it('is answered once by an intent: a person decides about the next', async () => {
    const cardId = await newCard({ policy: ASKS })
    await declare(cardId)
    const ask = () => threeDs.decide(threeDs.begin({ cardId, amount: 1500, merchant: SHOP }))
    expect([await ask(), await ask()]).toEqual(['APPROVE', 'CHALLENGE_REQUESTED'])
    expect((await challengesOf(cardId)).map(({ status, intentId }) => [status, intentId !== undefined])).toEqual([
      ['pending', false],
      ['approved', true],
    ])
  })

  it('waits for a person at most five times for a card: further ones are declined, until one has ended', async () => {
    const cardId = await newCard({ policy: ASKS })
    const other = await newCard({ policy: ASKS })
    const ask = (of: string) => threeDs.decide(threeDs.begin({ cardId: of, amount: 1500, merchant: SHOP }))
    const answers: string[] = []
    for (let count = 0; count < 7; count += 1) answers.push(await ask(cardId))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'CHALLENGE_REQUESTED'), 'DECLINE', 'DECLINE'])
    expect(await ask(other)).toBe('CHALLENGE_REQUESTED')
    const [declined, , first] = await challengesOf(cardId)
    expect(declined).toMatchObject({ status: 'declined', note: '5 challenges of the card wait already.' })
    expect((await typesOf(cardId)).filter((type) => type === 'challenge.requested')).toHaveLength(5)
    await rig.purser.challenges.decline(first?.id ?? '')
    expect(await ask(cardId)).toBe('CHALLENGE_REQUESTED')
  })

  it('marks a purchase of the intent although the issuer does not repeat the authentication', async () => {
    const cardId = await newCard({ policy: ASKS })
    await declare(cardId)
    expect(await threeDs.decide(threeDs.begin({ cardId, amount: 1500, merchant: SHOP }))).toBe('APPROVE')
    await lithic.authorize({ cardId, amount: 1500, merchant: { descriptor: SHOP.name } })
    const [transaction] = (await rig.purser.transactions.list({ cardId })).data
    expect(transaction).toMatchObject({ authenticated: true })
    await lithic.authorize({ cardId, amount: 100, merchant: { descriptor: SHOP.name } })
    const [other] = (await rig.purser.transactions.list({ cardId })).data
    expect(other).not.toHaveProperty('authenticated')
  })

  it.each([
    ['another amount', { expectedAmount: 900 }, 1],
    ['another merchant', { expectedMerchant: 'Tesco' }, 1],
    ['no amount', { expectedAmount: undefined }, 1],
    ['another currency', { expectedCurrency: 'EUR' }, 1],
    ['two that fit', {}, 2],
  ])('waits for a person with an intent of %s', async (_, more, count) => {
    const cardId = await newCard()
    for (let n = 0; n < count; n += 1) await declare(cardId, more)
    expect(await threeDs.decide(threeDs.begin({ cardId, amount: 1500, merchant: SHOP }))).toBe('CHALLENGE_REQUESTED')
    const challenge = await onlyChallengeOf(cardId)
    expect(challenge).toMatchObject({ status: 'pending', secondsLeft: 300 })
    expect(challenge).not.toHaveProperty('intentId')
    expect(await typesOf(cardId)).toEqual(['challenge.requested'])
  })

  it('waits for a person while the card is frozen or everything is stopped', async () => {
    const cardId = await newCard()
    await declare(cardId)
    await rig.purser.cards.freeze(cardId)
    const ask = () => threeDs.decide(threeDs.begin({ cardId, amount: 1500, merchant: SHOP }))
    expect(await ask()).toBe('CHALLENGE_REQUESTED')
    await rig.purser.cards.unfreeze(cardId)
    await rig.purser.account.stop({ reason: 'A test' })
    expect(await ask()).toBe('CHALLENGE_REQUESTED')
    await rig.purser.account.resume({ reason: 'A test' })
    expect(await ask()).toBe('APPROVE')
  })

  it('about a card that nobody knows is answered no', async () => {
    expect(await threeDs.decide(threeDs.begin({ cardId: 'card_nobody', amount: 1500, merchant: SHOP }))).toBe('DECLINE')
  })

  it('is compared in the currency of the card, and says what the shop asks for', async () => {
    const cardId = await newCard()
    await declare(cardId, { expectedAmount: 4900 })
    const euros = { cardId, amount: 4200, currency: 'EUR', cardholderAmount: 4897, merchant: SHOP }
    await rig.purser.cards.update(cardId, { policy: { intentTolerancePercent: 2 } })
    expect(await threeDs.decide(threeDs.begin(euros))).toBe('APPROVE')
    expect(await onlyChallengeOf(cardId)).toMatchObject({
      amount: 4897,
      currency: 'USD',
      merchantAmount: 4200,
      merchantCurrency: 'EUR',
    })
  })

  it('has no effect without the right signature', async () => {
    const body = JSON.stringify(lithicExample('three_ds.authentication'))
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${rig.origin()}/issuers/lithic/challenges`, { method: 'POST', headers, body })).status
    expect(await statusOf(signLithicMessage(body, [lithicAsaSecret], rig.now))).toBe(401)
    expect(await statusOf(signLithicMessage(body, [lithicThreeDsSecret], rig.now - 301_000))).toBe(401)
    expect(await statusOf({})).toBe(401)
    expect(await statusOf(signLithicMessage(body, [lithicThreeDsSecret], rig.now))).toBe(200)
  })
})

describe('a challenge', () => {
  it('is answered by a person, once, by a call', async () => {
    const cardId = await newCard()
    const token = await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP, seconds: 120 })
    const { id, ...challenge } = await onlyChallengeOf(cardId)
    expect(challenge).toMatchObject({ status: 'pending', amount: 4200, secondsLeft: 115 })
    expect(challenge.approvalUrl).toMatch(new RegExp(`/approvals/${id}$`))
    expect(responsesOf(token)).toEqual([])
    const approved = await rig.purser.challenges.approve(id, { note: 'For the fair' })
    expect(approved).toMatchObject({
      status: 'approved',
      note: 'For the fair',
      decidedBy: expect.stringMatching(/^key_/),
    })
    expect(await codeOf(rig.purser.challenges.decline(id))).toBe('challenge_not_pending')
    await pass(1)
    expect(responsesOf(token)).toMatchObject([{ answer: 'APPROVE', taken: true }])
    expect(threeDs.resultOf(token)).toBe('SUCCESS')
    expect(await rig.purser.challenges.get(id)).toMatchObject({ answeredAt: expect.stringMatching(/Z$/) })
    await pass(600)
    expect(responsesOf(token)).toHaveLength(1)
    expect(await typesOf(cardId)).toEqual(['challenge.requested', 'challenge.approved'])
    await lithic.authorize({ cardId, amount: 4200, authenticatedBy: token })
    expect((await rig.purser.transactions.list({ cardId })).data).toMatchObject([{ authenticated: true }])
    const { data: trail } = await rig.purser.audit.list({ resourceId: id })
    expect(trail.map(({ operation }) => operation)).toEqual([
      'approveChallenge',
      'answerIssuerChallenge',
      'answerIssuerChallenge',
    ])
  })

  it('is declined by a person, and the purchase is not authenticated', async () => {
    const cardId = await newCard()
    const token = await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP })
    await rig.purser.challenges.decline((await onlyChallengeOf(cardId)).id)
    await pass(1)
    expect(responsesOf(token)).toMatchObject([{ answer: 'DECLINE_BY_CUSTOMER', taken: true }])
    expect(await typesOf(cardId)).toEqual(['challenge.requested', 'challenge.declined'])
    await lithic.authorize({ cardId, amount: 4200, authenticatedBy: token })
    expect((await rig.purser.transactions.list({ cardId })).data[0]).not.toHaveProperty('authenticated')
  })

  it('is declined in time where nobody answers', async () => {
    const cardId = await newCard()
    const token = await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP, seconds: 120 })
    const { id } = await onlyChallengeOf(cardId)
    await pass(114)
    expect(await rig.purser.challenges.get(id)).toMatchObject({ status: 'pending', secondsLeft: 1 })
    await pass(1)
    expect(await rig.purser.challenges.get(id)).toMatchObject({ status: 'expired' })
    expect(await codeOf(rig.purser.challenges.approve(id))).toBe('challenge_not_pending')
    await pass(1)
    expect(responsesOf(token)).toMatchObject([{ answer: 'DECLINE_BY_CUSTOMER', taken: true }])
    expect(await typesOf(cardId)).toEqual(['challenge.requested', 'challenge.expired'])
  })

  it('that was sent at once is answered by its intent, however often it is sent', async () => {
    const cardId = await newCard()
    await declare(cardId)
    const token = threeDs.begin({ cardId, amount: 1500, merchant: SHOP })
    const event = threeDs.challengeOf(token)
    expect([await lithic.send(event), await lithic.send(event)]).toEqual([200, 200])
    await pass(2)
    expect(responsesOf(token)).toMatchObject([{ answer: 'APPROVE', taken: true }])
    expect(await challengesOf(cardId)).toHaveLength(1)
  })

  it('is answered again where the answer without a challenge did not arrive', async () => {
    const cardId = await newCard()
    await declare(cardId)
    const token = threeDs.begin({ cardId, amount: 1500, merchant: SHOP })
    await threeDs.decide(token)
    await threeDs.challenge(token)
    await pass(2)
    expect(responsesOf(token)).toMatchObject([{ answer: 'APPROVE', taken: true }])
  })

  it('gives an answer that the issuer refuses only once', async () => {
    const cardId = await newCard()
    const token = await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP })
    threeDs.respond({ token, challenge_response: 'DECLINE_BY_CUSTOMER' })
    await rig.purser.challenges.approve((await onlyChallengeOf(cardId)).id)
    await pass(60)
    const refused = await onlyChallengeOf(cardId)
    expect(refused).toMatchObject({ status: 'approved', answerError: expect.stringMatching(/./) })
    expect(refused).not.toHaveProperty('answeredAt')
    expect(responsesOf(token).filter(({ answer }) => answer === 'APPROVE')).toMatchObject([{ taken: false }])
    expect(await rig.purser.cards.get(cardId)).toMatchObject({ issuer: { state: 'ready', pendingCalls: 0 } })
  })

  it('repeats its answer while the issuer is away, and not after the issuer’s time', async () => {
    const cardId = await newCard()
    const [soon, late] = [
      await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP, seconds: 60 }),
      await threeDs.authenticate({ cardId, amount: 4300, merchant: SHOP, seconds: 30 }),
    ]
    await lithic.down() // before anybody answers: the answers are given as soon as they are there
    for (const { id } of await challengesOf(cardId)) await rig.purser.challenges.approve(id)
    await pass(40)
    await lithic.up()
    await pass(10)
    expect(responsesOf(soon)).toMatchObject([{ answer: 'APPROVE', taken: true }])
    expect(responsesOf(late)).toEqual([])
  })
})

describe('a challenge whose intent waits for a person', () => {
  const waiting = async () => {
    const cardId = await newCard({ policy: ASKS })
    const intent = await declare(cardId, { expectedAmount: 4200 })
    expect(intent.status).toBe('pending_approval')
    const token = await threeDs.authenticate({ cardId, amount: 4200, merchant: SHOP })
    const challenge = await onlyChallengeOf(cardId)
    expect(challenge).toMatchObject({ status: 'pending', intentId: intent.id, approvalUrl: intent.approvalUrl })
    return { cardId, intent, token, challenge }
  }

  it('is approved with the intent', async () => {
    const { intent, token, challenge, cardId } = await waiting()
    expect(await codeOf(rig.purser.challenges.approve(challenge.id))).toBe('challenge_of_intent')
    await rig.purser.intents.approve(intent.id)
    expect(await rig.purser.challenges.get(challenge.id)).toMatchObject({ status: 'approved' })
    await pass(1)
    expect(responsesOf(token)).toMatchObject([{ answer: 'APPROVE', taken: true }])
    await lithic.authorize({ cardId, amount: 4200, merchant: { descriptor: SHOP.name }, authenticatedBy: token })
    expect(lithic.results.at(-1)).toBe('APPROVED')
  })

  it('is declined where the intent is rejected, canceled or expires', async () => {
    const [rejected, canceled, expired] = [await waiting(), await waiting(), await waiting()]
    await rig.purser.intents.reject(rejected.intent.id)
    await rig.purser.intents.cancel(canceled.intent.id)
    for (const { challenge } of [rejected, canceled])
      expect(await rig.purser.challenges.get(challenge.id)).toMatchObject({ status: 'declined' })
    await pass(301)
    expect(await rig.purser.challenges.get(expired.challenge.id)).toMatchObject({ status: 'expired' })
    for (const { token } of [rejected, canceled, expired])
      expect(responsesOf(token)).toMatchObject([{ answer: 'DECLINE_BY_CUSTOMER', taken: true }])
  })
})

describe('an agent', () => {
  it('reads its own challenges and answers none', async () => {
    const agentOf = async (name: string) =>
      (await rig.purser.agents.create({ customerId: rig.customerId, externalId: name })).id
    const [own, other] = [await agentOf('reader'), await agentOf('other')]
    const cardId = await newCard({ agentId: own })
    const elsewhere = await newCard({ agentId: other })
    for (const each of [cardId, elsewhere]) await threeDs.authenticate({ cardId: each, amount: 4200, merchant: SHOP })
    const { secret: apiKey } = await rig.purser.apiKeys.create({ name: 'reader', role: 'agent', agentId: own })
    const agent = new Purser({ baseUrl: rig.service.baseUrl, apiKey })
    const { data } = await agent.challenges.list()
    expect(data).toMatchObject([{ cardId, agentId: own }])
    const [{ id }] = data as [Challenge]
    expect(await codeOf(agent.challenges.approve(id))).toBe('insufficient_permissions')
    expect(await codeOf(agent.challenges.decline(id))).toBe('insufficient_permissions')
    expect(await codeOf(agent.challenges.get((await onlyChallengeOf(elsewhere)).id))).toBe('challenge_not_found')
    expect((await rig.purser.challenges.list({ agentId: own, status: 'pending' })).data).toMatchObject([{ id }])
  })
})
