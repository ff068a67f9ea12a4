import type { Limits, Policy } from '../../../src/contract/policy.ts'
import type { LoadedSubscription } from '../../../src/domain/subscription.ts'
import type { PendingIntent } from '../../../src/domain/entities.ts'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { defined } from '../defined.ts'
import type { ApprovalBook } from './approvals.ts'
import { merchantNames } from '../merchants.ts'
import type { Random } from '../random.ts'
import { sideBySide } from './side-by-side.ts'

export const mccs = ['5411', '5734', '5999', '7995']
export const countries = ['DE', 'GB', 'US']
/** The currencies of the customers, with two, none and three decimals. */
const currencies = ['USD', 'EUR', 'JPY', 'KWD']

/** What the driver of the test has made and set: the oracle believes nothing else. */
export interface World {
  readonly customers: readonly ModelCustomer[]
}

export interface ModelCustomer {
  readonly id: string
  readonly currency: string
  status: 'active' | 'suspended'
  policy: Policy
  limits: Limits
  readonly agents: readonly ModelAgent[]
  readonly cards: readonly ModelCard[]
  /** Of people's decisions, and what passed without them. */
  readonly book: ApprovalBook
  /** Changed by others while purchases are made: what its decisions saw is not known, but can be replayed. */
  readonly isRestless: boolean
}

export interface ModelIntent extends PendingIntent {
  readonly origin?: string
}

export interface ModelAgent {
  readonly id: string
  status: 'active' | 'paused'
  policy: Policy
  limits: Limits
}

export interface ModelCard {
  readonly id: string
  readonly customer: ModelCustomer
  readonly agent: ModelAgent | null
  readonly usage: 'single' | 'multi'
  readonly createdAt: number
  status: 'active' | 'frozen' | 'closed'
  policy: Policy
  limits: Limits
  merchantLock: string | null
  consumedAt: number | null
  lastAttestedAt: number | null
  /** Moments of wrong expiries, in a row. */
  failedCredentials: number[]
  intents: ModelIntent[]
  subscriptions: LoadedSubscription[]
}

const CARDS_EACH = 4

export async function buildWorld(purser: Purser, random: Random, customers: number): Promise<World> {
  const build = (index: number) => buildCustomer(purser, random, { index, isRestless: index % 8 === 7 })
  return { customers: await sideBySide([...Array(customers).keys()], build) }
}

async function buildCustomer(
  purser: Purser,
  random: Random,
  { index, isRestless }: { index: number; isRestless: boolean },
): Promise<ModelCustomer> {
  const own = { policy: policyOf(random, 0.08), limits: randomModelLimits(random, 6) }
  const currency = currencies[index % currencies.length] ?? 'USD'
  const { id } = await purser.customers.create({ email: `model-${index}@example.com`, currency, ...own })
  const agents: ModelAgent[] = []
  for (let n = random.between(1, 2); n > 0; n -= 1) {
    const of = { policy: policyOf(random, 0.08), limits: randomModelLimits(random, 3) }
    const agent = await purser.agents.create({ customerId: id, externalId: `model-${index}-${n}`, ...of })
    agents.push({ id: agent.id, status: 'active', ...of })
  }
  const book = { rejected: [], unasked: [], origins: new Set<string>(), asked: [] }
  const customer: ModelCustomer = { id, currency, status: 'active', ...own, agents, cards: [], book, isRestless }
  const cards = customer.cards as ModelCard[]
  for (let n = 0; n < CARDS_EACH; n += 1) cards.push(await buildCard(purser, random, customer))
  return customer
}

async function buildCard(purser: Purser, random: Random, customer: ModelCustomer): Promise<ModelCard> {
  const agent = random.chance(0.75) ? random.pick(customer.agents) : null
  const usage = random.chance(0.94) ? ('multi' as const) : ('single' as const)
  const own = { policy: policyOf(random, 0.16), limits: random.chance(0.3) ? randomModelLimits(random, 1) : {} }
  const of = { customerId: customer.id, usage, ...own, ...(agent === null ? {} : { agentId: agent.id }) }
  const made = await purser.cards.create(of)
  return {
    id: made.id,
    customer,
    agent,
    usage,
    createdAt: Date.parse(made.createdAt ?? ''),
    status: 'active',
    ...own,
    merchantLock: null,
    consumedAt: null,
    lastAttestedAt: null,
    failedCredentials: [],
    intents: [],
    subscriptions: [],
  }
}

/** Policies that decline about half of what is asked, each for reasons of its own. */
export function policyOf(random: Random, probability: number): Policy {
  const set = <T>(value: () => T, chance = probability) => random.maybe(chance, value)
  return defined({
    limits: set(() => windowLimits(random, 1)),
    maxAmount: set(() => random.between(50, 120), probability / 2),
    requireIntent: set(() => random.chance(0.5)),
    requireAttestation: set(() => random.chance(0.5)),
    attestationWindowMinutes: set(() => random.pick([1, 15, 60])),
    requireApproval: set(() => random.chance(0.5)),
    autoApproveBelow: set(() => random.between(1, 100)),
    autoApprovePerDay: set(() => random.between(50, 400)),
    rejectionMemoryHours: set(() => random.pick([0, 1, 48])),
    newOrigin: set(() => random.pick(['off', 'approve'] as const), probability / 2),
    cooldownMinutes: set(() => random.pick([0, 1, 5]), probability / 6),
    allowedMccs: set(() => random.some(mccs, 4), probability / 6),
    blockedMccs: set(() => random.some(mccs, 2), probability / 2),
    allowedMerchants: set(() => random.some(merchantNames, 10), probability / 6),
    blockedMerchants: set(() => random.some(merchantNames, 2), probability / 2),
    blockedCountries: set(() => random.some(countries, 1), probability / 2),
    lockToFirstMerchant: set(() => random.chance(0.5), probability / 4),
    maxTransactionsPerDay: set(() => random.between(5, 40)),
    maxPerMerchantPerDay: set(() => random.between(100, 600), probability / 2),
    duplicateWindowMinutes: set(() => random.pick([1, 5, 60])),
    intentTolerancePercent: set(() => random.pick([0, 10, 50])),
    onIntentMismatch: set(() => random.pick(['flag', 'decline', 'decline', 'freeze'] as const), probability / 2),
    onMissingIntent: set(() => random.pick(['flag', 'decline', 'freeze'] as const), probability / 4),
  })
}

/** Hard caps of a level that so many cards spend under. */
export const randomModelLimits = (random: Random, cards: number): Limits => windowLimits(random, cards)

function windowLimits(random: Random, cards: number): Limits {
  const set = (low: number, high: number, chance: number) =>
    random.maybe(chance, () => random.between(low, high) * cards)
  return defined({
    perAuth: random.maybe(0.3, () => random.between(70, 110)),
    perDay: set(300, 1500, 0.4),
    perWeek: set(600, 4000, 0.3),
    perMonth: set(1500, 9000, 0.2),
    total: set(5000, 50_000, 0.1),
  })
}
