import { DEMO_EMAIL } from '../../../src/contract/demo-email.ts'
import { purser } from './client.ts'

interface Purchase {
  readonly amount: number
  readonly name: string
  readonly mcc: string
}

/** Purchases of each agent of the demo company. Some are declined: by the limit for a purchase, and by a category. */
const purchases: Readonly<Record<'travel' | 'cloud', readonly Purchase[]>> = {
  travel: [
    { amount: 18_900, name: 'Northern Rail', mcc: '4112' },
    { amount: 42_350, name: 'Harbor Hotel', mcc: '7011' },
    { amount: 3_480, name: 'City Taxi', mcc: '4121' },
    { amount: 96_000, name: 'Skyline Airlines', mcc: '4511' },
    { amount: 12_000, name: 'Lucky Casino', mcc: '7995' },
  ],
  cloud: [
    { amount: 24_999, name: 'Cloud Hosting', mcc: '5734' },
    { amount: 1_200, name: 'Domain Names', mcc: '4816' },
    { amount: 7_900, name: 'Error Tracker', mcc: '5734' },
    { amount: 75_000, name: 'Database Hosting', mcc: '5734' },
  ],
}

/**
 * The demo company's offices abroad: customers of their own, because a customer has one currency. Amounts are in that currency's minor
 * units.
 */
const offices = [
  {
    email: 'berlin@purser.invalid',
    name: 'Demo office Berlin',
    currency: 'EUR',
    country: 'DE',
    perMonth: 300_000,
    perAuth: 40_000,
    buys: [
      { amount: 8_990, name: 'Bahn', mcc: '4112' },
      { amount: 21_450, name: 'Office Supplies', mcc: '5943' },
      { amount: 64_000, name: 'Trade Fair', mcc: '7999' },
    ],
  },
  {
    email: 'osaka@purser.invalid',
    name: 'Demo office Osaka',
    currency: 'JPY',
    country: 'JP',
    perMonth: 400_000,
    perAuth: 50_000,
    buys: [
      { amount: 13_870, name: 'Railway', mcc: '4112' },
      { amount: 6_400, name: 'Stationery', mcc: '5943' },
    ],
  },
] as const

/**
 * Creates the demo company through the public API, without any operation that only the demo could call. Its cards are issued by Purser
 * itself.
 */
export async function createDemoCompany(): Promise<void> {
  const { id: customerId } = await purser.customers.create({
    type: 'business',
    name: { business: 'Demo company' },
    email: DEMO_EMAIL,
    metadata: { demo: true },
    limits: { perMonth: 500_000 },
    policy: { blockedMccs: ['7995'] },
  })
  for (const kind of ['travel', 'cloud'] as const) {
    const name = kind === 'travel' ? 'Travel agent (demo)' : 'Cloud agent (demo)'
    const agent = { customerId, externalId: `demo-${kind}-${customerId}`, name, limits: { perWeek: 200_000 } }
    const { id: agentId } = await purser.agents.create(agent)
    const card = await purser.cards.create({
      customerId,
      agentId,
      issuer: 'purser',
      label: kind === 'travel' ? 'Trips' : 'Servers',
      limits: { perDay: 150_000 },
      policy: { limits: { perAuth: 50_000 } },
    })
    for (const { amount, name: shop, mcc } of purchases[kind])
      await purser.network.authorize({ cardId: card.id, amount, merchant: { name: shop, mcc, country: 'US' } })
    if (kind === 'cloud') await declareInk(customerId, agentId)
  }
  for (const office of offices) await openOffice(office)
}

async function openOffice({
  email,
  name,
  currency,
  country,
  perMonth,
  perAuth,
  buys,
}: (typeof offices)[number]): Promise<void> {
  const { id: customerId } = await purser.customers.create({
    type: 'business',
    name: { business: name },
    email,
    currency,
    metadata: { demo: true },
    limits: { perMonth },
  })
  const policy = { limits: { perAuth } }
  const { id: cardId } = await purser.cards.create({ customerId, issuer: 'purser', label: 'Office', policy })
  for (const { amount, name: shop, mcc } of buys)
    await purser.network.authorize({ cardId, amount, merchant: { name: shop, mcc, country } })
}

async function declareInk(customerId: string, agentId: string): Promise<void> {
  const { id } = await purser.cards.create({
    customerId,
    agentId,
    issuer: 'purser',
    label: 'Laboratory',
    limits: { perMonth: 100_000 },
    policy: { requireApproval: true },
  })
  await purser.intents.declare(id, { purpose: 'A microscope for the laboratory', expectedAmount: 64_000 })
}

/** The page size of the lists that `removeDemoCompany` reads. */
const limit = 100
/**
 * The most pages that the removal of the demo reads of one list. A demo company never has so many entries, so the loop ends in any case.
 */
const MOST_ROUNDS = 100

/**
 * Removes the demo company: cancels its intents, disables its agents, closes its cards, reverses what is held and suspends its customers.
 * The customer by which the account is known to have a demo comes last, so that a removal that broke off can be started again.
 */
export async function removeDemoCompany(customerId: string): Promise<void> {
  for (const { email } of offices) {
    const { data } = await purser.customers.list({ email, status: 'active' })
    for (const { id } of data) await endCustomer(id)
  }
  await endCustomer(customerId)
}

async function endCustomer(customerId: string): Promise<void> {
  for (const status of ['pending_approval', 'pending'] as const)
    await eachOf(
      () => purser.intents.list({ customerId, status, limit }),
      ({ id }) => purser.intents.cancel(id),
    )
  // Agents are disabled and not deleted, because the history needs their names.
  for (const status of ['active', 'paused'] as const)
    await eachOf(
      () => purser.agents.list({ customerId, status, limit }),
      ({ id }) => endAgent(id),
    )
  for (const status of ['active', 'frozen'] as const)
    await eachOf(
      () => purser.cards.list({ customerId, status, limit }),
      ({ id }) => purser.cards.update(id, { status: 'closed' }),
    )
  await eachOf(
    () => purser.transactions.list({ customerId, status: 'pending', limit }),
    ({ id }) => purser.network.reverse(id),
  )
  await purser.customers.update(customerId, { status: 'suspended' })
}

async function endAgent(agentId: string): Promise<void> {
  for await (const key of purser.apiKeys.list({ limit }))
    if (key.agentId === agentId && key.revokedAt === undefined) await purser.apiKeys.revoke(key.id)
  await purser.agents.update(agentId, { status: 'disabled' })
}

/** Calls `act` with every entry of an API list, page by page, until the list is empty: `act` changes an entry so that the list lacks it. */
async function eachOf<Entry>(
  load: () => PromiseLike<{ data: Entry[] }>,
  act: (entry: Entry) => PromiseLike<unknown>,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { data } = await load()
    if (data.length === 0) return
    for (const entry of data) await act(entry)
  }
}
