import { isDeepStrictEqual } from 'node:util'
import type { Purser } from '../../clients/typescript/src/client.ts'
import type { Random } from '../model/random.ts'
import { exampleOf, type StripeMock } from '../support/issuers/stripe.ts'

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
type Policy = NonNullable<CardBody['policy']>

interface Doors {
  readonly purser: Purser
  readonly stripe: StripeMock
  readonly random: Random
  /** Spends in all. */
  readonly cases: number
}

const SPENDS_OF_A_CARD = 4

const merchants = [
  {},
  { country: 'DE' },
  { category_code: '5812', name: 'SQ *SOMA EATS', network_id: '7' },
  { category_code: '4112', name: 'AMTRAK 0001', country: null, network_id: '8' },
]

/** Each alone and with others. */
const rules = (random: Random): Policy[] => [
  { limits: { perAuth: random.between(1000, 6000) } },
  { limits: { perDay: random.between(3000, 9000), perMonth: 9000 } },
  { limits: { total: random.between(2000, 9000) } },
  { blockedMccs: ['5734'] },
  { allowedMccs: ['5734', '5812'] },
  { blockedMerchants: ['GitHub'] },
  { allowedMerchants: ['Amtrak', 'Soma Eats'] },
  { allowedCountries: ['US'] },
  { blockedCountries: ['DE'] },
  { lockToFirstMerchant: true },
  { cooldownMinutes: 60 },
  { requireIntent: true, onMissingIntent: 'decline' },
  { requireAttestation: true },
  { maxTransactionsPerDay: 2 },
]

/**
 * Buys the same with cards of two customers that are alike: of one Stripe asks, of the other the network door does, which is evaluated
 * before. Answers what was not decided alike.
 */
export async function unlikeDecisions({ purser, stripe, random, cases }: Doors): Promise<object[]> {
  const unlike: object[] = []
  for (let made = 0; made < cases; made += SPENDS_OF_A_CARD) {
    const body: CardBody = {
      status: random.chance(0.1) ? 'frozen' : 'active',
      usage: random.chance(0.1) ? 'single' : 'multi',
      policy: Object.assign({}, ...random.some(rules(random), 3)) as Policy,
    }
    const limits = random.maybe(0.3, () => ({ perDay: random.between(2000, 12_000) }))
    const [asked, told] = await Promise.all([newCard(purser, body, limits), newCard(purser, body, limits)])
    for (let n = 0; n < SPENDS_OF_A_CARD; n += 1) {
      const [amount, sent] = [random.pick([0, 1, 1000, random.between(1, 5000)]), random.pick(merchants)]
      const here = await decided(purser, { cardId: told, amount, sent })
      await stripe.authorize({ cardId: asked, amount, merchant: sent })
      const there = await answered(purser, stripe, asked)
      if (!isDeepStrictEqual(here, there)) unlike.push({ body, limits, amount, sent, here, there })
    }
  }
  return unlike
}

async function newCard(purser: Purser, body: CardBody, limits: { perDay: number } | undefined): Promise<string> {
  const { id: customerId } = await purser.customers.create({ email: 'same@example.com', ...(limits ? { limits } : {}) })
  return (await purser.cards.create({ customerId, ...body })).id
}

interface Spend {
  readonly cardId: string
  readonly amount: number
  readonly sent: object
}

/** By the network door, as it was evaluated: nobody evaluates a purchase of nothing. */
async function decided(purser: Purser, { cardId, amount, sent }: Spend) {
  const example = exampleOf('authorization.request')['data'].object.merchant_data as Record<string, string>
  const { name = '', category_code: mcc = '', city = '', country, network_id: networkId = '' } = { ...example, ...sent }
  const merchant = { name, mcc, city, networkId, ...(country === null || country === undefined ? {} : { country }) }
  const evaluated = amount === 0 ? null : await purser.spend.evaluate({ cardId, amount, merchant })
  const { decision, reasons, flags } = await purser.network.authorize({ cardId, amount, merchant })
  const isEvaluatedSo =
    evaluated === null || isDeepStrictEqual([evaluated.decision, evaluated.reasons], [decision, reasons])
  return {
    decision,
    reasons,
    flags,
    merchant,
    isEvaluatedSo,
    answer: answerOf(decision === 'approve', reasons[0]?.code),
  }
}

/** What Stripe was answered, and what Purser keeps of it. */
async function answered(purser: Purser, stripe: StripeMock, cardId: string) {
  const { approved, metadata } = [...stripe.authorizations.values()].at(-1) ?? {}
  const [transaction] = (await purser.transactions.list({ cardId, limit: 1 })).data
  const { decision, reasons, flags, merchant } = transaction ?? {}
  return {
    decision,
    reasons,
    flags,
    merchant,
    isEvaluatedSo: true,
    answer: answerOf(approved === true, metadata.purser_reason as string | undefined),
  }
}

const answerOf = (approved: boolean, reason: string | undefined) =>
  `${approved ? 'approved' : 'declined'} ${reason ?? ''}`
