import { OperatorError } from '../../app/operator-error.ts'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { CommandAction, CommandInvocation } from '../command.ts'
import { moneyText } from '../terminal/money.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { withNodeClient } from './client.ts'
import { centsRequestFlag } from './fields.ts'

const ID = 'sub_01kdvy2n7rj4t8w0q3m5x9zb6c'
const amountFlag = centsRequestFlag(
  'maxAmount',
  "The most that one purchase may cost from now on, in minor units of the card's currency, such as cents.",
)

/**
 * Asks for another subscription at the same merchant, with another amount, in place of an existing one. The existing subscription cannot be
 * changed, and ends when the new one is active.
 */
export const raiseSubscriptionAction: CommandAction = {
  summary: 'Ask for the same subscription with another amount.',
  usage: 'purser subscriptions raise sub_... --amount CENTS',
  details:
    'What was agreed cannot be changed, so this asks for another subscription. The old one goes on until that is approved, and ends then.',
  examples: [`purser subscriptions raise ${ID} --amount 1700`],
  words: ['sub_...'],
  flags: { amount: amountFlag },
  async run({ words: [id = ''], flags, json, settings }) {
    const maxAmount = amountOf(flags['amount'])
    const { before, after } = await withNodeClient(settings, async (purser) => {
      const old = await purser.subscriptions.get(id)
      const replaces = GOES_ON.has(old.status) ? { replaces: id } : {}
      return {
        before: old,
        after: await purser.subscriptions.create(old.cardId, { ...wishOf(old), maxAmount, ...replaces }),
      }
    })
    printCommandAnswer({ json }, after, () => [
      `Requested ${moneyText(after.maxAmount, after.currency)} a ${after.interval}. Its status is ${after.status}.`,
      ...(after.replaces === undefined ? [] : [endOf(before, after)]),
      after.id,
    ])
  },
}

/** The statuses of a subscription that another one can replace. */
const GOES_ON: ReadonlySet<Subscription['status']> = new Set(['active', 'paused'])

const endOf = ({ id, maxAmount, currency }: Subscription, { status }: Subscription): string =>
  status === 'active'
    ? `It has replaced ${id} of ${moneyText(maxAmount, currency)}, which has ended.`
    : `${id} of ${moneyText(maxAmount, currency)} goes on until the new one is approved, and ends then.`

function amountOf(given: CommandInvocation['flags'][string]): number {
  const amount = given === undefined ? null : amountFlag.read(String(given), 'amount')
  if (typeof amount === 'number') return amount
  throw new OperatorError('--amount is missing. For instance --amount 1700')
}

/** The terms of the old subscription that the new one keeps. */
const wishOf = ({ merchant, interval, purpose, expectedOrigin, until, metadata }: Subscription) => ({
  merchant,
  interval,
  purpose,
  ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
  ...(until === undefined ? {} : { until }),
  ...(metadata === undefined ? {} : { metadata }),
})
