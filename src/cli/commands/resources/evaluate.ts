import type { Evaluation } from '../../../contract/decisions.ts'
import type { ShellCommand } from '../../command.ts'
import { declineReasonLines, ruleLadderLines } from '../../explain/explanation.ts'
import { commandRequestBody, requestBodyFlag } from '../../remote/body.ts'
import { callNodeFromShell } from '../../remote/client.ts'
import {
  centsRequestFlag,
  type RequestFieldFlags,
  commandFlagsByFieldPath,
  valuelessRequestFlag,
  textRequestFlag,
} from '../../remote/fields.ts'
import { moneyText } from '../../terminal/money.ts'
import { type TerminalScreen, terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { printableText } from '../../terminal/text.ts'

const fields = {
  amount: centsRequestFlag('amount', 'The amount, in minor units of its currency, such as cents.'),
  card: textRequestFlag('cardId', 'card_...', 'The card that would pay.'),
  agent: textRequestFlag('agentId', 'agt_...', 'The agent.'),
  customer: textRequestFlag('customerId', 'cust_...', 'The customer.'),
  merchant: textRequestFlag('merchant.name', 'NAME', 'The merchant.'),
  mcc: textRequestFlag('merchant.mcc', '5734', 'The category of the merchant.'),
  country: textRequestFlag('merchant.country', 'US', 'The country of the merchant.'),
  currency: textRequestFlag('currency', 'CODE', "The currency of the amount. Default: the customer's."),
  'assume-intent': valuelessRequestFlag(
    'assumeIntent',
    'Decide as if the purchase had been declared, and approved if it has to be.',
  ),
} satisfies RequestFieldFlags

export const evaluateCommand: ShellCommand = {
  usage: 'purser evaluate --card card_... --amount CENTS [flags]',
  details: 'Nothing is held. A decline is an answer: the exit code is 0. --json has the decision in "decision".',
  examples: ['purser evaluate --card card_01kdvy2n7rj4t8w0q3m5x9zb6c --amount 4200 --merchant GitHub --mcc 5734'],
  flags: {
    ...fields,
    trace: { type: 'boolean', description: 'Show every rule, in the order in which they were asked.' },
    data: requestBodyFlag,
  },

  async run({ flags, json, settings }) {
    const evaluation = await callNodeFromShell<Evaluation>(
      settings,
      {
        method: 'POST',
        path: '/spend/evaluate',
        ...(flags['trace'] === true ? { query: { trace: true } } : {}),
        body: await commandRequestBody(flags, fields),
      },
      { flagOf: commandFlagsByFieldPath(fields) },
    )
    printCommandAnswer({ json }, evaluation, () => lines(evaluation, terminalScreenOf(process.stdout)))
  },
}

function lines({ decision, reasons, flags, context, trace }: Evaluation, screen: TerminalScreen): string[] {
  const { amount, currency, available } = context
  const rest = available === undefined ? '' : ` ${moneyText(available, currency)} are available.`
  const raised = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
  return [
    ...(trace === undefined ? [] : [...ruleLadderLines({ trace, reasons, currency }, screen), '']),
    decision === 'approve'
      ? screen.paint('green', `✓ ${moneyText(amount, currency)} would be approved.${rest}`)
      : screen.paint('red', `✗ ${moneyText(amount, currency)} would be declined.${rest}`),
    ...(trace === undefined ? reasons : []).flatMap((reason) => {
      const [message = '', ...more] = declineReasonLines(reason).map(printableText)
      return [`  ${reason.code}: ${message}`, ...more.map((line) => `    ${line}`)]
    }),
    ...(raised.length === 0 ? [] : [`Flags: ${raised.join(', ')}`]),
  ]
}
