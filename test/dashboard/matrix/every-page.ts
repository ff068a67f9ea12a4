import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { assertPresent } from '../../../src/lib/assert.ts'

const source = readFileSync(join(import.meta.dirname, '../../../dashboard/src/app/routes.tsx'), 'utf8')

/** The routes of signed-in people, as the dashboard declares them. */
export const routes: readonly string[] = [...source.matchAll(/page\('(\/[^']*)'/g)]
  .map(([, route = '']) => route)
  .filter((route) => !/^\/(sign-in|reset|forgot|welcome)/.test(route))

/** Whether a path is one of a route. */
export const isOf = (route: string, path: string): boolean =>
  new RegExp(`^${route.replaceAll(/\/:\w+\?/g, '(/[^/?]+)?').replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`).test(path)

const LONG = 'x'.repeat(200)
const ARABIC = 'شركة المشتريات'

/** Names as nobody wishes for them: without an end, of another direction, with marks of HTML. */
export async function hostileCompany(purser: Purser) {
  const customer = await purser.customers.create({
    type: 'business',
    name: { business: `${ARABIC} Trading` },
    email: `${'finance'.repeat(6)}@northwind.example`,
    policy: { blockedMccs: ['7995', '6051', '4816'], limits: { perAuth: 50_000, perDay: 4_000_000 } },
    limits: { perMonth: 12_345_678 },
  })
  const agent = await purser.agents.create({
    customerId: customer.id,
    externalId: LONG,
    name: LONG,
    policy: { limits: { perWeek: 300_000 }, requireApproval: true, autoApproveBelow: 30_000 },
    limits: { perDay: 9_876_543 },
  })
  const label = '<script>alert(1)</script> and a label that is longer than most'
  const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, label })
  const named = await purser.cards.create({ customerId: customer.id, label: ARABIC })
  const buy = async (cardId: string, amount: number, name: string, mcc = '5734') =>
    (await purser.network.authorize({ cardId, amount, merchant: { name, mcc, country: 'US', city: 'Portland' } }))
      .transactionId
  const pays = await buy(card.id, 12_350, 'Hetzner Online')
  await buy(named.id, 4_999, ARABIC)
  const declined = await buy(
    card.id,
    9_999_900,
    'A merchant whose name is far longer than anybody would wish for',
    '7995',
  )
  await purser.intents.declare(card.id, {
    purpose: `${LONG} for the laboratory`,
    expectedAmount: 64_000,
    expectedMerchant: 'A shop of instruments',
    expectedMccs: ['5734', '4816'],
    items: [{ description: `${ARABIC} ${LONG.slice(0, 180)}`, quantity: 12, amount: 63_000 }],
    tax: 600,
    shipping: 400,
    expectedOrigin: 'https://a-rather-long-name-of-a-shop.instruments.example.com',
  })
  const request = await purser.changeRequests.create({
    cardId: card.id,
    wanted: { allow: { merchant: 'Instruments' }, limits: { perAuth: 60_000 } },
    why: LONG,
  })
  const wish = { merchant: `${ARABIC} ${LONG.slice(0, 200)}`, interval: 'month' as const, purpose: LONG }
  const asked = await purser.subscriptions.create(card.id, { ...wish, maxAmount: 40_000 })
  const subscription = await purser.subscriptions.create(named.id, { ...wish, merchant: ARABIC, maxAmount: 4_000 })
  await buy(named.id, 4_000, ARABIC)
  await buy(named.id, 4_499, ARABIC)
  const webhook = await purser.webhooks.create({
    url: `https://${'long-'.repeat(10)}.example.com/${LONG}`,
    events: ['*'],
  })
  await purser.webhooks.test(webhook.id)
  return { customer, agent, card, pays, declined, request, subscription, asked, webhook }
}

/** A path of every route, detail pages and tabs with it. */
export async function pathsOf(purser: Purser): Promise<string[]> {
  const { customer, agent, card, pays, declined, request, subscription, asked, webhook } = await hostileCompany(purser)
  const [approval] = (await purser.approvals.list({ status: 'pending' })).data
  const [key] = (await purser.apiKeys.list({ limit: 1 })).data
  const [intent] = (await purser.intents.list({ limit: 1 })).data
  const [delivery] = (await purser.webhooks.listDeliveries(webhook.id, { limit: 1 })).data
  const resources = [`/customers/${customer.id}`, `/agents/${agent.id}`, `/cards/${card.id}`]
  return [
    '/',
    '/budgets',
    '/approvals',
    `/approvals/${assertPresent(approval, 'somebody waits').id}`,
    `/approvals/${request.id}`,
    '/transactions',
    '/spend',
    `/transactions/${pays}`,
    `/transactions/${declined}`,
    '/intents',
    `/intents/${assertPresent(intent, 'something was declared').id}`,
    '/subscriptions',
    `/subscriptions/${subscription.id}`,
    `/subscriptions/${asked.id}`,
    '/customers',
    '/agents',
    '/cards',
    ...resources,
    ...resources.map((path) => `${path}/policy`),
    `/playground?cardId=${card.id}&amount=70&merchant=Casino&mcc=7995`,
    '/connect/agent',
    '/connect/issuer',
    `/connect/agent?agentId=${agent.id}`,
    '/developers',
    `/developers/keys/${assertPresent(key, 'the service has a key').id}`,
    '/developers/webhooks',
    '/developers/events',
    '/developers/reference',
    `/developers/webhooks/${webhook.id}`,
    `/developers/webhooks/${webhook.id}/deliveries/${assertPresent(delivery, 'a test was sent').id}`,
    '/changes',
    ...['people', 'invitations', 'you', 'notifications', 'account'].map((tab) => `/settings?tab=${tab}`),
  ]
}
