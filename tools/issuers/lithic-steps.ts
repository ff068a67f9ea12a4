import { textOrEmpty } from '../../src/issuers/read.ts'
import type { SandboxCheckPurser } from './checked-purser.ts'
import { LITHIC_LIMIT_PER_DAY, LITHIC_LIMIT_PER_PURCHASE, type LithicCard } from './lithic-card.ts'
import { verifyFindsNothingStep, whilePurserPaused } from './own-purser.ts'
import { assertSame, SkippedSandboxStep, type IssuerSandboxStep, repeatSandboxReadUntil } from './steps.ts'

/** A delay in milliseconds that is longer than Lithic waits for an answer. */
const TOO_LONG_MS = 8000

interface Sandbox {
  readonly purser: SandboxCheckPurser
  readonly card: LithicCard
  /** Makes Lithic send its requests to this Purser. */
  readonly enroll: () => Promise<void>
}

/** The steps by which Purser is tried with Lithic's sandbox, all with one card. */
export const lithicSandboxSteps = (sandbox: Sandbox): readonly IssuerSandboxStep[] => [
  ...ofItsCard(sandbox),
  ...ofAPurchase(sandbox),
  ...ofOtherPurchases(sandbox),
  ...ofMoneyAlone(sandbox),
  ...ofTheEnd(sandbox),
]

const ofItsCard = ({ purser: { client }, card, enroll }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'Lithic asks this Purser',
    isNeeded: true,
    run: async () => {
      await enroll()
      return ''
    },
  },
  {
    name: 'a card is made, with its limit and a number',
    isNeeded: true,
    run: async () => {
      const { state, type, spend_limit, spend_limit_duration, pan } = await card.make()
      assertSame('the card', [state, type], ['OPEN', 'VIRTUAL'])
      assertSame(
        'what it is limited to',
        [spend_limit, spend_limit_duration],
        [LITHIC_LIMIT_PER_PURCHASE, 'TRANSACTION'],
      )
      if (textOrEmpty(pan) === '') throw new Error('the key may see no numbers, and purchases are simulated by them')
      return card.id
    },
  },
  {
    name: 'a freeze and its end are told',
    run: async () => {
      await client.cards.freeze(card.id)
      await card.is('PAUSED')
      await client.cards.unfreeze(card.id)
      await card.is('OPEN')
      return ''
    },
  },
  {
    name: 'a pause by somebody else freezes it here',
    run: async () => {
      await settled(client, card)
      await card.turn('PAUSED')
      await repeatSandboxReadUntil(
        async () => (await client.cards.get(card.id)).status,
        (status) => status === 'frozen',
      )
      await client.cards.unfreeze(card.id)
      await card.is('OPEN')
      return ''
    },
  },
]

/** Waits until Purser has no call to Lithic left to make for the card. */
const settled = (client: SandboxCheckPurser['client'], card: LithicCard) =>
  repeatSandboxReadUntil(
    () => client.cards.get(card.id),
    ({ issuer }) => issuer?.pendingCalls === 0,
  )

function ofAPurchase({ card }: Sandbox): IssuerSandboxStep[] {
  let first = ''
  return [
    {
      name: 'a purchase is approved by Purser',
      isNeeded: true,
      run: async () => {
        const { token, made, ms } = await card.ask(1000)
        assertSame('what Lithic made of it', [made['result'], made['status']], ['APPROVED', 'PENDING'])
        await card.counts(token, { decision: 'approve', status: 'pending', authorizedAmount: 1000 })
        first = token
        return `${ms} ms at Lithic`
      },
    },
    {
      name: 'an advice holds another amount',
      run: async () => {
        await card.simulate('authorization_advice', { token: first, amount: 1200 })
        await card.counts(first, { status: 'pending', authorizedAmount: 1200 })
        return ''
      },
    },
    {
      name: 'a part and the rest are captured',
      run: async () => {
        await card.simulate('clearing', { token: first, amount: 500 })
        await card.counts(first, { settledAmount: 500 })
        await card.simulate('clearing', { token: first, amount: 700 })
        await card.counts(first, { status: 'settled', settledAmount: 1200 })
        return ''
      },
    },
  ]
}

const ofOtherPurchases = ({ purser, card }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'a purchase over the limit of a day is declined by Purser',
    run: async () => {
      const { token, made, ms } = await card.ask(LITHIC_LIMIT_PER_DAY - 100)
      assertSame('what Lithic made of it', made['status'], 'DECLINED')
      await card.counts(token, { decision: 'decline', status: 'declined' })
      return `${textOrEmpty(made['result'])}, ${ms} ms at Lithic`
    },
  },
  ...['AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY'].map((type) => ({
    name: `a hold is over: ${type}`,
    run: async () => {
      const { token } = await card.ask(300)
      await card.counts(token, { status: 'pending' })
      await card.simulate('void', { token, type })
      await card.counts(token, { status: 'reversed', settledAmount: 0 })
      return ''
    },
  })),
  {
    name: 'one message asks and captures',
    run: async () => {
      const { token } = await card.ask(200, 'FINANCIAL_AUTHORIZATION')
      await card.counts(token, { decision: 'approve', status: 'settled', settledAmount: 200 })
      return ''
    },
  },
  {
    name: 'an inquiry of the balance holds nothing',
    run: async () => {
      const { token, made } = await card.ask(0, 'BALANCE_INQUIRY')
      await card.counts(token, { decision: 'approve', amount: 0, authorizedAmount: 0 })
      return textOrEmpty(made['status'])
    },
  },
  {
    name: 'a Purser that does not answer in time holds nothing',
    run: async () => {
      const { token, made } = await whilePurserPaused(purser, TOO_LONG_MS, () => card.ask(100))
      assertSame('what Lithic made of it', made['status'], 'DECLINED')
      await card.counts(token, { authorizedAmount: 0 })
      return textOrEmpty(made['result'])
    },
  },
]

function ofMoneyAlone({ card }: Sandbox): IssuerSandboxStep[] {
  let returned = ''
  return [
    {
      name: 'a return without a purchase is a credit',
      run: async () => {
        returned = await card.giveBack(150)
        await card.counts(null, { type: 'credit', amount: 150 })
        return ''
      },
    },
    {
      name: 'a return that is taken back counts',
      run: async () => {
        if (returned === '') throw new SkippedSandboxStep('there is no return')
        await card.simulate('return_reversal', { token: returned })
        await card.counts(null, { type: 'force_capture', amount: 150 })
        return ''
      },
    },
    {
      name: 'more is asked for, and a capture comes without an authorization',
      run: () => Promise.reject(new SkippedSandboxStep('Lithic simulates neither')),
    },
  ]
}

const ofTheEnd = ({ purser, card }: Sandbox): IssuerSandboxStep[] => [
  {
    name: 'the number is passed on',
    run: async () => {
      const { pan } = await purser.client.cards.details(card.id)
      assertSame('its last digits', pan.slice(-4), card.last4)
      return ''
    },
  },
  {
    name: 'the number is shown in a browser',
    run: async () => {
      const { session } = await purser.client.cards.numberSession(card.id, { origin: 'https://cards.example.com' })
      if (session === '') throw new Error('there is no session')
      return 'Lithic made a session; nobody looked at the page'
    },
  },
  verifyFindsNothingStep(purser, card),
  {
    name: 'a closed card is closed there',
    run: async () => {
      await purser.client.cards.close(card.id)
      await card.is('CLOSED')
      return ''
    },
  },
]
