import { randomUUID } from 'node:crypto'
import { Purser } from '../../clients/typescript/src/client.ts'
import { TestEventStreamReader } from '../support/receivers/event-listener.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

const FEW = { limit: 2 }

export const publicKey = { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' } as const

/** Asks everything that the service can be asked, of one customer among many. */
export async function tour(baseUrl: string): Promise<void> {
  const connectAs = (apiKey: string) => new Purser({ baseUrl, apiKey })
  const purser = connectAs(TEST_API_KEY)
  const world = await makeWorld(purser)
  await spend(purser, world)
  await look(purser, world)
  await follow(baseUrl, purser, world)
  const ownKey = await purser.apiKeys.create({ name: 'agent', role: 'agent', agentId: world.agentId })
  await lookAsAgent(connectAs(ownKey.secret), world)
  await manage(purser, world)
  await letTimePass(purser, world)
  await readNodeMetrics(baseUrl)
  await end(purser, world)
}

type World = Awaited<ReturnType<typeof makeWorld>>

async function makeWorld(purser: Purser) {
  const email = `${randomUUID()}@example.com`
  const { id: customerId } = await purser.customers.create({ email })
  const externalId = randomUUID()
  const { id: agentId } = await purser.agents.create({ customerId, externalId })
  await purser.agents.create({ customerId, externalId })
  const { id: webhookId } = await purser.webhooks.create({ url: 'https://127.0.0.1:1/', events: ['*'] })
  const { id: cardId } = await purser.cards.create({
    customerId,
    agentId,
    policy: { duplicateWindowMinutes: 5, maxPerMerchantPerDay: 1_000_000 },
  })
  const { id: askingCardId } = await purser.cards.create({
    customerId,
    agentId,
    policy: { requireApproval: true, autoApproveBelow: 100, autoApprovePerDay: 1000, newOrigin: 'approve' },
  })
  const perIntent = await purser.cards.create({ customerId, agentId, policy: { cardPerIntent: true } })
  const { id: intentId, oneTimeCardId = '' } = await purser.intents.declare(perIntent.id, { purpose: 'Ink' })
  await purser.cards.details(perIntent.id, { intentId })
  await purser.network.authorize({ cardId: oneTimeCardId, amount: 100, merchant: { name: 'Ink Shop' } })
  const other = await purser.intents.declare(perIntent.id, { purpose: 'Pens' })
  await purser.intents.cancel(other.id)
  await purser.cards.list({ parentCardId: perIntent.id, ...FEW })
  await purser.cards.list({ intentId, ...FEW })
  const expectedOrigin = 'https://ink.example'
  const declare = (card: string) =>
    purser.intents.declare(card, { purpose: 'Ink', intentId: randomUUID(), expectedOrigin })
  const intent = await declare(cardId)
  const [asking, rejected, canceled] = [
    await declare(askingCardId),
    await declare(askingCardId),
    await declare(askingCardId),
  ]
  return { email, customerId, externalId, agentId, webhookId, cardId, askingCardId, intent, asking, rejected, canceled }
}

async function spend(purser: Purser, { customerId, cardId }: World): Promise<void> {
  const buy = (more: object = {}) =>
    purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink Shop' }, ...more })
  const networkReference = randomUUID()
  await buy({ networkReference })
  await buy({ networkReference })
  await buy({ amount: 200 })
  const { pan } = await purser.cards.details(cardId)
  await purser.network.authorize({ pan, amount: 300, merchant: { name: 'Ink Shop' } })
  const { id: single } = await purser.cards.create({ customerId, usage: 'single' })
  await purser.network.authorize({ cardId: single, amount: 300 })
  const { transactionId: held } = await buy({ amount: 400 })
  await purser.transactions.update(held, { metadata: { project: 'ink' } })
  const { transactionId: settled } = await buy({ amount: 500 })
  const { transactionId: reversed } = await buy({ amount: 600 })
  await purser.network.increment(held, { amount: 10 })
  await purser.network.settle(settled)
  await purser.network.reverse(reversed)
  await purser.network.refund({ transactionId: settled, amount: 10 })
  await purser.network.forceCapture({ cardId, amount: 700, merchant: { name: 'Ink Shop' } })
  const fact = () => ({ cardId, factId: randomUUID(), networkReference, amount: 100 })
  const advice = { ...fact(), approved: true }
  await purser.network.advise(advice)
  await purser.network.advise(advice)
  await purser.network.advise({ ...fact(), approved: false })
  await purser.network.post({ ...fact(), kind: 'capture' })
  await purser.network.post({ ...fact(), kind: 'credit', amount: 150 })
}

/** The events of the account as they come, from the one before the last on. */
async function follow(baseUrl: string, purser: Purser, { cardId }: World): Promise<void> {
  const { data } = await purser.events.list(FEW)
  const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'last-event-id': data.at(-1)?.id ?? '' }
  const listener = new TestEventStreamReader(await fetch(`${baseUrl}/events/stream`, { headers }))
  await purser.cards.freeze(cardId)
  await listener.until('card.frozen', cardId)
  await listener.stop()
  await purser.cards.unfreeze(cardId)
}

async function look(purser: Purser, world: World): Promise<void> {
  const { email, customerId, externalId, agentId, cardId, intent, asking, webhookId } = world
  const owners = [{}, { customerId }, { agentId }, { customerId, agentId }]
  for (const filter of [{}, { email }, { status: 'suspended' as const }, { search: 'nobody' }])
    await purser.customers.list({ ...FEW, ...filter })
  for (const filter of [
    {},
    { customerId },
    { externalId },
    { status: 'paused' as const },
    { customerId, externalId },
    { search: 'nobody' },
    { customerId, search: externalId },
  ]) {
    await purser.agents.list({ ...FEW, ...filter })
  }
  const frozen = { status: 'frozen' as const }
  for (const filter of [...owners, frozen, { customerId, ...frozen }, { search: 'nobody' }, { agentId, search: '1' }]) {
    await purser.cards.list({ ...FEW, ...filter })
  }
  for (const filter of [
    ...owners,
    { cardId },
    { status: 'rejected' as const },
    { cardId, status: 'matched' as const },
  ]) {
    await purser.intents.list({ ...FEW, ...filter })
  }
  for (const filter of [...owners, { status: 'rejected' as const }, { customerId, status: 'pending' as const }]) {
    await purser.approvals.list({ ...FEW, ...filter })
  }
  const created = { createdAfter: '2026-01-01T00:00:00.000Z', createdBefore: '2100-01-01T00:00:00.000Z' }
  for (const filter of [...owners, { cardId }, { intentId: intent.id }, { cardId, agentId, ...created }]) {
    await purser.transactions.list({ ...FEW, ...filter })
  }
  await purser.transactions.list({ ...FEW, status: 'reversed' })
  for (const filter of [
    ...owners,
    { cardId },
    { groupBy: 'merchant' as const },
    { groupBy: 'costCenter' as const },
    { bucket: 'hour' as const },
  ]) {
    await purser.stats.spend(filter)
  }
  for (const filter of [...owners, { cardId }]) {
    await purser.postings.list({ ...FEW, ...filter })
    await purser.postings.summary(filter)
  }
  await purser.postings.list({ ...FEW, costCenter: 'Lab' })
  await purser.postings.summary({ groupBy: 'costCenter' })
  await purser.stats.counts()
  await purser.stats.budgets({ ids: [customerId, agentId, cardId].join(',') })
  await purser.account.issuers()
  const sought = { merchant: 'ink', minAmount: 1, maxAmount: 1000, reason: 'card_frozen' as const }
  for (const filter of [
    { merchant: 'nobody' },
    { merchant: 'x', minAmount: 9_000_000 },
    sought,
    { cardId, agentId, ...sought },
    { currency: 'EUR', minAmount: 1 },
    { currency: 'EUR', summed: 'declined' as const },
  ]) {
    await purser.transactions.list({ ...FEW, ...filter })
  }
  await askForChanges(purser, world)
  await subscribe(purser, world)
  await purser.intents.listForCard(cardId, FEW)
  await purser.intents.get(intent.id)
  const approvals = await purser.approvals.list({ customerId })
  for (const { id } of approvals.data) await purser.approvals.get(id)
  await purser.cards.requestAccess(cardId, { purpose: 'Ink', intentId: intent.id })
  await purser.cards.requestAccess(cardId, { purpose: 'Ink' })
  const access = await purser.cards.listAccessEvents(cardId, FEW)
  for (const { id } of access.data) await purser.accessEvents.get(id)
  const transactions = await purser.transactions.list({ cardId })
  for (const { id } of transactions.data) {
    await purser.transactions.get(id)
    await purser.transactions.receipt(id)
  }
  await lookBehind(purser)
  await purser.events.list({ ...FEW, type: 'intent.rejected' })
  const events = await purser.events.list(FEW)
  for (const { id } of events.data) await purser.events.get(id)
  await lookAtTrail(purser, { resourceId: cardId })
  await purser.customers.get(customerId)
  await purser.agents.get(agentId)
  await purser.cards.get(cardId)
  await purser.customers.policy(customerId)
  await purser.agents.policy(agentId)
  await purser.cards.policy(cardId)
  await purser.customers.exposure(customerId)
  await purser.agents.exposure(agentId)
  await purser.cards.exposure(cardId)
  await purser.customers.budget(customerId)
  await purser.agents.budget(agentId)
  await purser.agents.obstacles(agentId)
  await purser.cards.budget(cardId)
  await purser.apiKeys.self()
  await purser.spend.evaluate({ cardId, amount: 100, merchant: { name: 'Ink Shop' } })
  await backtest(purser, world)
  await shadow(purser, world)
  await purser.intents.get(asking.id)
  await purser.intents.report(asking.id, { outcome: 'abandoned' })
  await purser.webhooks.list(FEW)
  await purser.webhooks.get(webhookId)
  await purser.apiKeys.list(FEW)
  await lookAtPeople(purser)
}

async function askForChanges(purser: Purser, { customerId, agentId, cardId }: World): Promise<void> {
  const wanted = { allow: { merchant: 'Ink' }, limits: { total: 9_000_000 } }
  const { id } = await purser.changeRequests.create({ cardId, wanted, why: 'Ink' })
  await purser.changeRequests.create({ agentId, wanted, why: 'Ink', ttlMinutes: 1 })
  for (const filter of [{}, { customerId }, { agentId }, { cardId }, { status: 'pending' as const }]) {
    await purser.changeRequests.list({ ...FEW, ...filter })
  }
  await purser.changeRequests.approve(id)
  await purser.changeRequests.get(id)
}

async function subscribe(purser: Purser, { customerId, agentId, cardId }: World): Promise<void> {
  const until = new Date(Date.UTC(2999, 0)).toISOString()
  const asked = { merchant: 'Ink', maxAmount: 9_000_000, interval: 'month' as const, purpose: 'Ink', until }
  const { id } = await purser.subscriptions.create(cardId, asked)
  for (const filter of [{}, { customerId }, { agentId }, { cardId }, { status: 'pending_approval' as const }]) {
    await purser.subscriptions.list({ ...FEW, ...filter })
  }
  await purser.subscriptions.listForCard(cardId, FEW)
  const { status } = await purser.subscriptions.get(id)
  if (status === 'pending_approval') await purser.subscriptions.approve(id)
  await purser.subscriptions.pause(id)
  await purser.subscriptions.resume(id)
  await purser.transactions.list({ ...FEW, subscriptionId: id })
  await purser.subscriptions.cancel(id)
}

/** The pages behind the first, and those that begin further back. */
async function lookBehind(purser: Purser): Promise<void> {
  const { transactions, events } = purser
  const status = 'active' as const
  for (const list of [
    (page: Paged) => purser.customers.list({ ...page, status }),
    (page: Paged) => purser.agents.list({ ...page, status }),
    (page: Paged) => purser.cards.list({ ...page, status }),
    (page: Paged) => purser.cards.list({ ...page, search: '1' }),
    (page: Paged) => purser.intents.list(page),
    (page: Paged) => purser.approvals.list(page),
    (page: Paged) => purser.audit.list(page),
    (page: Paged) => transactions.list(page),
    (page: Paged) => transactions.list({ ...page, merchant: 'nobody' }),
    (page: Paged) => events.list(page),
    (page: Paged) => events.list({ ...page, to: '2100-01-01T00:00:00Z' }),
    (page: Paged) => events.list({ ...page, type: 'transaction.settled' }),
    (page: Paged) => events.list({ ...page, type: 'transaction.declined' }),
  ]) {
    const { nextCursor } = await list(FEW)
    if (nextCursor !== null) await list({ ...FEW, cursor: nextCursor })
  }
  const [newest] = (await transactions.list(FEW)).data
  const createdBefore = newest?.createdAt as string
  await transactions.list({ ...FEW, createdBefore })
  await transactions.list({ ...FEW, createdBefore, createdAfter: '2026-01-01T00:00:00.000Z', status: 'reversed' })
  await transactions.list({ ...FEW, settledAfter: '2026-01-01T00:00:00.000Z', settledBefore: createdBefore })
}

interface Paged {
  readonly limit: number
  readonly cursor?: string
}

/** Beside the policy of every level, until it is promoted. */
async function shadow(purser: Purser, { customerId, agentId, cardId }: World): Promise<void> {
  const shadowPolicy = { duplicateWindowMinutes: 10, maxAmount: 50 }
  await purser.customers.update(customerId, { shadowPolicy })
  await purser.agents.update(agentId, { shadowPolicy })
  await purser.cards.update(cardId, { shadowPolicy })
  await purser.network.authorize({ cardId, amount: 51, merchant: { name: 'Ink Shop' } })
  await purser.customers.shadow(customerId)
  await purser.agents.shadow(agentId)
  await purser.cards.shadow(cardId)
  await purser.customers.update(customerId, { shadowPolicy: null })
  await purser.agents.update(agentId, { shadowPolicy: null })
  await purser.cards.update(cardId, { shadowPolicy: {} })
  await purser.cards.promoteShadow(cardId)
}

/** From the beginning, and from a decision on that others came before. */
async function backtest(purser: Purser, { customerId, agentId, cardId }: World): Promise<void> {
  const { data } = await purser.transactions.list({ customerId })
  const from = data[0]?.createdAt as string
  await purser.policies.backtest({ level: 'customer', id: customerId })
  await purser.policies.backtest({ level: 'agent', id: agentId, from, policy: { duplicateWindowMinutes: 1000 } })
  await purser.policies.backtest({ level: 'card', id: cardId, from, limits: { perDay: 1 } })
}

async function lookAtPeople(purser: Purser): Promise<void> {
  await purser.account.get()
  await purser.account.update({ name: 'Ink Inc.' })
  await purser.slack.get()
  await purser.slack.update({ events: ['budget.threshold'] })
  await purser.sessions.passkeyOptions()
  const { id: self } = await purser.self.get()
  await purser.people.list({ ...FEW, search: 'ink' })
  for (const list of [purser.people, purser.invitations, purser.sessions, purser.passkeys]) await list.list(FEW)
  const { id } = await purser.invitations.create({ email: `${randomUUID()}@example.com`, role: 'viewer' })
  await purser.invitations.revoke(id)
  await purser.passwordResets.request({ email: `${randomUUID()}@example.com` })
  await purser.audit.list({ ...FEW, resourceId: self })
}

async function lookAtTrail(purser: Purser, { resourceId }: { resourceId: string }): Promise<void> {
  const { data } = await purser.audit.list(FEW)
  const [latest] = data
  const { actor, operation, at, id } = latest as NonNullable<typeof latest>
  for (const filter of [{ resourceId }, { actorId: actor.id }, { operation }, { createdBefore: at }]) {
    await purser.audit.list({ ...FEW, ...filter })
  }
  await purser.audit.list({ ...FEW, resourceId, actorId: actor.id, operation, createdAfter: at })
  await purser.audit.get(id)
  await purser.audit.head()
}

async function lookAsAgent(agent: Purser, { customerId, cardId }: World): Promise<void> {
  await agent.agents.list(FEW)
  await agent.cards.list(FEW)
  await agent.cards.list({ ...FEW, customerId })
  await agent.intents.list(FEW)
  await agent.intents.list({ ...FEW, cardId })
  await agent.transactions.list(FEW)
  await agent.transactions.list({ ...FEW, cardId })
}

async function manage(purser: Purser, world: World): Promise<void> {
  const { customerId, agentId, cardId, asking, rejected, canceled, webhookId } = world
  await purser.intents.approve(asking.id)
  await purser.intents.reject(rejected.id)
  await purser.intents.cancel(canceled.id)
  await purser.customers.update(customerId, { policy: { ttlDays: 300 } })
  await purser.agents.update(agentId, { policy: { ttlDays: 200 } })
  await purser.cards.update(cardId, { limits: { perDay: 100_000 } })
  await purser.cards.freeze(cardId)
  await purser.cards.unfreeze(cardId)
  await purser.network.authorize({ cardId, exp: '01/01', amount: 100 })
  await purser.cards.unlockCredentials(cardId)
  await purser.cards.details(cardId)
  const { id: fillerId } = await purser.fillers.create(agentId, { name: 'Browser', publicKey })
  await purser.fillers.list(agentId, FEW)
  await purser.cards.sealedDetails(cardId, { sealTo: fillerId })
  await purser.fillers.delete(fillerId)
  const key = await purser.apiKeys.create({ name: 'one more', role: 'read' })
  await purser.apiKeys.get(key.id)
  await purser.apiKeys.requests(key.id)
  await purser.apiKeys.rotate(key.id)
  await purser.apiKeys.revoke(key.id)
  await purser.webhooks.rotateSecret(webhookId)
  const { id: deliveryId } = await purser.webhooks.test(webhookId)
  await purser.webhooks.health(webhookId)
  await purser.webhooks.listDeliveries(webhookId, FEW)
  await purser.webhooks.listDeliveries(webhookId, { ...FEW, status: 'failed', eventType: 'webhook.test' })
  await purser.webhooks.getDelivery(webhookId, deliveryId)
  await purser.webhooks.retryDelivery(webhookId, deliveryId)
  await purser.webhooks.replay(webhookId, { since: '2026-01-01T00:00:00Z' })
}

/** Cards, intents and holds end, attempts fail and are tried again, and what is old is deleted. */
async function letTimePass(purser: Purser, { customerId, cardId }: World): Promise<void> {
  await purser.cards.create({ customerId, policy: { ttlMinutes: 1 } })
  await purser.intents.declare(cardId, { purpose: 'Ink', ttlMinutes: 1 })
  for (const seconds of [1, 3600, 8 * 86_400, 181 * 86_400, 86_400]) await purser.testClock.advance({ seconds })
}

async function end(purser: Purser, { agentId, cardId, webhookId }: World): Promise<void> {
  await purser.cards.close(cardId)
  await purser.agents.delete(agentId)
  await purser.webhooks.update(webhookId, { status: 'disabled' })
  await purser.webhooks.delete(webhookId)
  await purser.testClock.advance({ seconds: 3600 })
}
