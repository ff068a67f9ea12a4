import { OperatorError } from '../../app/operator-error.ts'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { Action, Invocation } from '../command.ts'
import { money } from '../terminal/money.ts'
import { show } from '../terminal/show.ts'
import { withNode } from './client.ts'
import { cents } from './fields.ts'

const ID = 'sub_01kdvy2n7rj4t8w0q3m5x9zb6c'
const amountFlag = cents(
  'maxAmount',
  "The most that one purchase may cost from now on, in minor units of the card's currency, such as cents.",
)

/** Asks for another subscription at the same merchant. Nothing of the old one can be changed, and it goes on until somebody cancels it. */
export const raiseAction: Action = {
  summary: 'Ask for the same subscription with another amount.',
  usage: 'purser subscriptions raise sub_... --amount CENTS',
  details:
    'What was agreed cannot be changed, so this asks for another subscription. Cancel the old one once it is approved.',
  examples: [`purser subscriptions raise ${ID} --amount 1700`],
  words: ['sub_...'],
  flags: { amount: amountFlag },
  async run({ words: [id = ''], flags, json, settings }) {
    const maxAmount = amountOf(flags['amount'])
    const { before, after } = await withNode(settings, async (purser) => {
      const old = await purser.subscriptions.get(id)
      return { before: old, after: await purser.subscriptions.create(old.cardId, { ...wishOf(old), maxAmount }) }
    })
    show({ json }, after, () => [
      `Asked for ${money(after.maxAmount, after.currency)} a ${after.interval}. Its status is ${after.status}.`,
      `The old one goes on. Cancel it: purser subscriptions cancel ${before.id}`,
      after.id,
    ])
  },
}

function amountOf(given: Invocation['flags'][string]): number {
  const amount = given === undefined ? null : amountFlag.read(String(given), 'amount')
  if (typeof amount === 'number') return amount
  throw new OperatorError('--amount is missing. For instance --amount 1700')
}

/** What was asked for before. */
const wishOf = ({ merchant, interval, purpose, expectedOrigin, until, metadata }: Subscription) => ({
  merchant,
  interval,
  purpose,
  ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
  ...(until === undefined ? {} : { until }),
  ...(metadata === undefined ? {} : { metadata }),
})
