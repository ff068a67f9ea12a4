import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { createAccountWithKey } from '../../src/app/administration/first-admin-key.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { auditEntryHash } from '../../src/lib/audit-chain.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { inAuditedTransaction } from '../../src/store/audit/trail.ts'
import { eventually } from '../support/eventually.ts'
import { openTestVault } from '../support/test-vault.ts'
import { testAuditedAct } from '../support/records/acts.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'

let service: TestPurser
let sink: WebhookSink
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())
beforeEach(async () => {
  sink = await openWebhookSink()
  return () => sink.close()
})

const subscribe = (purser: Purser, events: ('*' | 'audit.recorded' | 'customer.updated')[], url = sink.url) =>
  purser.webhooks.create({ url, events })

/** The bodies of the requests that the receiver has got of a type. */
const received = (type = 'audit.recorded') => sink.requests.filter(({ event }) => event.type === type)
const operationsOf = () => received().map(({ event }) => String(event.data['operation']))

// The webhook is the one of docs/guides/audit.md.
it('sends each entry to a webhook that names the type: signed, once, and as GET /audit answers it', async () => {
  const { purser } = service
  const { id: webhookId, secret } = await subscribe(purser, ['audit.recorded'])
  const { id } = await purser.customers.create({ email: 'ada@example.com' })
  await purser.customers.update(id, { policy: { requireApproval: true } })
  await eventually('all entries have come', () => received().length === 3)
  expect(operationsOf().toSorted()).toEqual(['createCustomer', 'createWebhook', 'updateCustomer'])
  for (const { body, headers, event } of received()) {
    const header = String(headers['service-signature'])
    const verified = await verifyWebhook({ payload: body, header, secret })
    expect(verified).toEqual(event)
    if (verified.type !== 'audit.recorded') throw new Error(verified.type)
    expect(verified.createdAt).toBe(verified.data.at)
    const listed = await purser.audit.get(verified.data.id)
    if (verified.data.resource.type === 'webhook') continue
    expect(verified.data).toEqual(listed)
    expect(auditEntryHash(verified.data)).toBe(verified.data.hash)
  }
  await eventually('all attempts are recorded', async () => {
    const { data } = await purser.webhooks.listDeliveries(webhookId, { status: 'succeeded', limit: 10 })
    return data.length === 3 && data.every(({ eventType }) => eventType === 'audit.recorded')
  })
  await purser.webhooks.delete(webhookId)
})

it('sends none to a webhook that subscribes to all, and all others to one that subscribes to both', async () => {
  const { purser } = service
  const other = await openWebhookSink()
  const { id: toAll } = await subscribe(purser, ['*'], other.url)
  const { id: toBoth } = await subscribe(purser, ['*', 'audit.recorded'])
  const { id } = await purser.customers.create({ email: 'ada@example.com' })
  await purser.customers.update(id, { phone: '+15555550100' })
  await eventually('both have the event', () => {
    return received('customer.updated').length === 1 && other.requests.length === 1
  })
  await eventually('the entries have come', () => operationsOf().includes('updateCustomer'))
  expect(other.requests.map(({ event }) => event.type)).toEqual(['customer.updated'])
  await purser.webhooks.delete(toAll)
  await purser.webhooks.delete(toBoth)
  await other.close()
})

it('sends the entries of purchases, which the engine writes', async () => {
  const { purser } = service
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await purser.cards.create({ customerId, usage: 'single' })
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  await purser.network.authorize({ cardId, amount: 100 })
  const closing = () => received().find(({ event }) => (event.data['resource'] as { id: string }).id === cardId)
  await eventually('the closing of the card has come', () => closing() !== undefined)
  expect(closing()?.event.data).toMatchObject({
    customerId,
    resource: { type: 'card', id: cardId },
    changes: expect.arrayContaining([{ path: 'status', before: 'active', after: 'closed' }]) as unknown,
  })
  await purser.webhooks.delete(webhookId)
})

it('sends an entry again until the receiver takes it, with the same body', async () => {
  const { purser } = service
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  await eventually('the webhook has its own entry', () => received().length === 1)
  sink.answerWith(() => ({ status: 500 }))
  await purser.customers.create({ email: 'ada@example.com' })
  await eventually('it was refused once', async () => {
    const { data } = await purser.webhooks.listDeliveries(webhookId, { status: 'pending' })
    return data[0]?.attemptCount === 1
  })
  sink.answerWith(() => ({ status: 200 }))
  const [waiting] = (await purser.webhooks.listDeliveries(webhookId, { status: 'pending' })).data
  await purser.webhooks.retryDelivery(webhookId, waiting?.id ?? '')
  await eventually('it was taken', async () => {
    return (await purser.webhooks.getDelivery(webhookId, waiting?.id ?? '')).status === 'succeeded'
  })
  const [first, second] = received().slice(-2)
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['service-signature']).not.toBe(undefined)
  await purser.webhooks.delete(webhookId)
})

it('shows no secret: neither those of webhooks and keys, nor the path of a URL, nor a card number', async () => {
  const { purser } = service
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  const hidden = `${sink.url}/hidden-path?token=hidden-token`
  const { id: other, secret } = await purser.webhooks.create({ url: hidden, events: ['webhook.test'] })
  const rotated = await purser.webhooks.rotateSecret(other)
  const key = await purser.apiKeys.create({ name: 'books', role: 'read' })
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await purser.cards.create({ customerId })
  const { pan, cvv } = await purser.cards.details(cardId)
  await purser.webhooks.delete(other)
  await eventually('the last change has come', () => operationsOf().includes('deleteWebhook'))
  const all = received()
    .map(({ body }) => body)
    .join('\n')
  for (const text of [secret, rotated.secret, key.secret, pan, 'hidden-path', 'hidden-token'])
    expect(all).not.toContain(text)
  expect(all).not.toContain(`"${cvv}"`)
  const made = received().find(({ event }) => (event.data['resource'] as { id: string }).id === other)
  expect(made?.event.data).toMatchObject({ redacted: ['url'] })
  await purser.webhooks.delete(webhookId)
})

it('sends nothing of one account to another one', async () => {
  const { purser, database } = service
  const ids = monotonicIds(systemClock)
  const vault = await openTestVault(database)
  const { secret } = await inAuditedTransaction(database, { ids, vault, act: testAuditedAct }, (writing) =>
    createAccountWithKey(writing, { name: 'Other', chosen: null, clock: systemClock, vault, maxKeyDays: null }),
  )
  const stranger = new Purser({ baseUrl: service.baseUrl, apiKey: secret })
  const { id: webhookId } = await subscribe(stranger, ['audit.recorded'])
  const { id: own } = await subscribe(purser, ['customer.updated'], 'http://127.0.0.1:1/')
  await purser.customers.create({ email: 'ada@example.com' })
  await stranger.customers.create({ email: 'eve@example.com' })
  await eventually("the stranger's entries have come", () => operationsOf().includes('createCustomer'))
  expect(operationsOf().toSorted()).toEqual(['createCustomer', 'createWebhook'])
  await purser.webhooks.delete(own)
  await stranger.webhooks.delete(webhookId)
})

it('shows entries neither in the list of events nor in a stream, which roles without the trail may read', async () => {
  const { purser, baseUrl } = service
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  const { secret } = await purser.apiKeys.create({ name: 'approver', role: 'approver' })
  const approver = new Purser({ baseUrl, apiKey: secret })
  await eventually('the entries have come', () => operationsOf().includes('createApiKey'))
  const [sent] = received()
  const { data } = await approver.events.list({ limit: 100 })
  expect(data.map(({ type }) => type)).not.toContain('audit.recorded')
  await expect(approver.events.get(sent?.event.id ?? '')).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(approver.events.list({ type: 'audit.recorded' })).rejects.toMatchObject({ status: 400, param: 'type' })
  await expect(approver.audit.list()).rejects.toMatchObject({ status: 403 })
  await purser.webhooks.delete(webhookId)
})

it('sends nothing to a webhook that is disabled or deleted', async () => {
  const { purser } = service
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  await eventually('the webhook has its own entry', () => received().length === 1)
  await purser.webhooks.update(webhookId, { status: 'disabled' })
  await purser.customers.create({ email: 'ada@example.com' })
  const { data } = await purser.webhooks.listDeliveries(webhookId)
  expect(data.length).toBe(1)
  await purser.webhooks.delete(webhookId)
})

it('leaves no difference for verify, and one where a delivery is missing, doubled or of no entry', async () => {
  const { purser, database } = service
  const { id: webhookId } = await subscribe(purser, ['audit.recorded'])
  await purser.customers.create({ email: 'ada@example.com' })
  await eventually('the entries have come', () => operationsOf().includes('createCustomer'))
  const differences = async () => {
    const found: string[] = []
    await verifyDatabase(database, {
      vault: await openTestVault(database),
      onDifference: ({ what }) => found.push(what),
    })
    return found
  }
  expect(await differences()).toEqual([])
  const { data } = await purser.webhooks.listDeliveries(webhookId)
  const id = data[0]?.id ?? ''
  await database.pool.query(`update deliveries set event_id = 'evt_' || repeat('0', 26) where id = $1`, [id])
  expect(await differences()).toContainEqual(expect.stringMatching(/^a delivery of evt_0+$/))
})
