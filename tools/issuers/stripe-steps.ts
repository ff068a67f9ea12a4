import type { Stripe } from 'stripe'
import type { SandboxCheckPurser } from './checked-purser.ts'
import { verifyFindsNothingStep, whilePurserPaused } from './own-purser.ts'
import { assertSame, SkippedSandboxStep, type IssuerSandboxStep } from './steps.ts'
import { STRIPE_LIMIT_PER_DAY, STRIPE_LIMIT_PER_PURCHASE, type StripeCard } from './stripe-card.ts'

/** A delay in milliseconds that is longer than Stripe waits for an answer. */
const TOO_LONG_MS = 3000

interface Sandbox {
  readonly stripe: Stripe
  readonly purser: SandboxCheckPurser
  readonly card: StripeCard
}

/** The steps by which Purser is tried with Stripe's sandbox, all with one card of one holder. */
export const stripeSandboxSteps = (sandbox: Sandbox): readonly IssuerSandboxStep[] => [
  ...ofItsCard(sandbox),
  ...ofAPurchase(sandbox),
  ...ofOtherPurchases(sandbox),
  ...ofTheEnd(sandbox),
]

const ofItsCard = ({ stripe, purser: { client }, card }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'the key opens Issuing',
    isNeeded: true,
    run: async () => {
      const { data } = await stripe.issuing.cardholders.list({ limit: 1 })
      if (data[0]?.livemode === true) throw new Error('its cards are of real money')
      return ''
    },
  },
  {
    name: 'a card is made, with its limits',
    isNeeded: true,
    run: async () => {
      const { id, status, currency, spending_controls: controls } = await card.make()
      assertSame('the card', [status, currency], ['active', 'usd'])
      const limits = new Map((controls.spending_limits ?? []).map(({ interval, amount }) => [String(interval), amount]))
      assertSame(
        'what it is limited to',
        [limits.get('per_authorization'), limits.get('daily')],
        [STRIPE_LIMIT_PER_PURCHASE, 2 * STRIPE_LIMIT_PER_DAY],
      )
      return id
    },
  },
  {
    name: 'a freeze and its end are told',
    run: async () => {
      await client.cards.freeze(card.id)
      await card.is('inactive')
      await client.cards.unfreeze(card.id)
      await card.is('active')
      return ''
    },
  },
]

function ofAPurchase({ stripe, card }: Sandbox): IssuerSandboxStep[] {
  const { authorizations, transactions } = stripe.testHelpers.issuing
  let first = ''
  return [
    {
      name: 'a purchase is approved by Purser',
      isNeeded: true,
      run: async () => {
        const { made, reason, ms } = await card.ask(1000)
        assertSame('why Stripe decided so', [made.approved, reason], [true, 'webhook_approved'])
        const transaction = await card.counts(made.id, { status: 'pending', authorizedAmount: 1000 })
        assertSame('the note at Stripe', made.metadata['purser_transaction'], transaction?.id)
        first = made.id
        return `${ms} ms at Stripe`
      },
    },
    {
      name: 'more is asked for, and held',
      run: async () => {
        const { amount } = await authorizations.increment(first, { increment_amount: 200 })
        assertSame('what Stripe holds', amount, 1200)
        await card.counts(first, { status: 'pending', authorizedAmount: 1200 })
        return ''
      },
    },
    {
      name: 'a part and the rest are captured',
      run: async () => {
        await authorizations.capture(first, { capture_amount: 500, close_authorization: false })
        await card.counts(first, { settledAmount: 500 })
        await authorizations.capture(first, { capture_amount: 700 })
        await card.counts(first, { status: 'settled', settledAmount: 1200 })
        return ''
      },
    },
    {
      name: 'a capture is returned',
      run: async () => {
        const { transactions: captures } = await stripe.issuing.authorizations.retrieve(first)
        await transactions.refund(captures.find(({ amount }) => amount === -700)?.id ?? '', { refund_amount: 200 })
        await card.counts(first, { settledAmount: 1200, refundedAmount: 200 })
        return ''
      },
    },
  ]
}

const ofOtherPurchases = ({ stripe, purser, card }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'a purchase over the limit of a day is declined by Purser',
    run: async () => {
      const { made, reason, ms } = await card.ask(STRIPE_LIMIT_PER_DAY - 100)
      assertSame('why Stripe decided so', [made.approved, reason], [false, 'webhook_declined'])
      assertSame('the note at Stripe', made.metadata['purser_reason'], 'per_day_exceeded')
      await card.counts(made.id, { status: 'declined' })
      return `${ms} ms at Stripe`
    },
  },
  ...(['reverse', 'expire'] as const).map((end) => ({
    name: `a hold is over: ${end}`,
    run: async () => {
      const { made } = await card.ask(300)
      await card.counts(made.id, { status: 'pending' })
      await stripe.testHelpers.issuing.authorizations[end](made.id)
      await card.counts(made.id, { status: 'reversed' })
      return ''
    },
  })),
  {
    name: 'a capture without an authorization counts',
    run: async () => {
      await card.force(400)
      await card.counts(null, { type: 'force_capture', amount: 400 })
      return ''
    },
  },
  {
    name: 'a return without a purchase is a credit',
    run: async () => {
      await card.giveBack(150)
      await card.counts(null, { type: 'credit', amount: 150 })
      return ''
    },
  },
  {
    name: 'a Purser that does not answer in time holds nothing',
    run: async () => {
      const { made, reason } = await whilePurserPaused(purser, TOO_LONG_MS, () => card.ask(100))
      if (made.approved) throw new Error(`Stripe approved it by itself (${reason}): set its timeout to decline`)
      assertSame('why Stripe declined', reason, 'webhook_timeout')
      await card.counts(made.id, { authorizedAmount: 0 })
      return ''
    },
  },
]

const ofTheEnd = ({ purser, card }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'the number is passed on',
    run: async () => {
      const { pan } = await purser.client.cards.details(card.id).catch((error: Error & { code?: string }) => {
        throw error.code === 'number_at_issuer'
          ? new SkippedSandboxStep('this Purser, or its key, may see no numbers')
          : error
      })
      assertSame('its last digits', pan.slice(-4), card.last4)
      return ''
    },
  },
  {
    name: 'the number is shown in a browser',
    run: () => Promise.reject(new SkippedSandboxStep('it needs a page with Stripe.js')),
  },
  verifyFindsNothingStep(purser, card),
  {
    name: 'a closed card is canceled',
    run: async () => {
      await purser.client.cards.close(card.id)
      await card.is('canceled')
      return ''
    },
  },
]
