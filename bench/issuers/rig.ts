import { setTimeout as delay } from 'node:timers/promises'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { StripeApi } from '../../test/support/issuers/stripe-api.ts'
import { type BenchNode, openBenchStack, type BenchStack } from '../support/stack.ts'

export const STRIPE_ENDPOINT_SECRET = `whsec_${'b'.repeat(32)}`
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const AT_ONCE = 8
const MOST_SECONDS = 90

/** A node that issues cards at a Stripe of its own, which runs in this process. */
export interface IssuerRig {
  readonly stack: BenchStack
  readonly stripe: StripeApi
  readonly node: BenchNode
  /** The settings of a node that issues cards at this Stripe. */
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function openIssuerRig(): Promise<IssuerRig> {
  const stripe = new StripeApi()
  await stripe.up()
  const stack = await openBenchStack()
  const settings = {
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: STRIPE_ENDPOINT_SECRET,
    PURSER_STRIPE_EVENT_SECRET: STRIPE_ENDPOINT_SECRET,
    PURSER_HOLD_DAYS: '31',
    PURSER_ISSUER_REVEAL: 'proxy',
  }
  return {
    stack,
    stripe,
    settings,
    node: await stack.startNode(settings),
    close: async () => {
      await stack.close()
      await stripe.down()
    },
  }
}

export type BenchIssuer = 'stripe' | 'purser'

export const newCustomer = async (purser: Purser): Promise<string> =>
  (await purser.customers.create({ name: { business: 'Bench Inc.' } })).id

export const newCard = async (purser: Purser, customerId: string, issuer: BenchIssuer): Promise<string> =>
  (await purser.cards.create({ customerId, issuer, billing, limits: { perDay: 1e12 } })).id

/** Makes `count` cards, each for a customer of its own. */
export async function makeBenchCards(purser: Purser, count: number, issuer: BenchIssuer): Promise<string[]> {
  const cards: string[] = []
  const make = async () => {
    while (cards.length < count) {
      const index = cards.push('') - 1
      cards[index] = await newCard(purser, await newCustomer(purser), issuer)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
  return cards
}

/** Waits until Stripe knows all of the cards. */
export async function waitUntilStripeKnows(purser: Purser, cards: readonly string[]): Promise<void> {
  for (const id of cards) {
    await waitUntil(async () => (await purser.cards.get(id)).issuer?.pendingCalls === 0, 'Stripe knows every card')
  }
}

export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + MOST_SECONDS * 1000; !(await condition()); await delay(20)) {
    if (performance.now() > end) throw new Error(`After ${MOST_SECONDS} s it is not so: ${what}`)
  }
}
