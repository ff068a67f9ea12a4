import { Type } from 'typebox'
import { safeForeignText } from '../foreign.ts'
import { intentIdToolField, textToolField } from '../fields.ts'
import { judgeIntentPayment } from '../judge.ts'
import { nextStepAfterCheckout, nextStepForPaymentToken } from '../next/after-checkout.ts'
import { ReasonToolOutput, decisionReasonsToolOutput } from '../reasons-out.ts'
import {
  type CheckoutPageChoice,
  type FilledCheckout,
  type ToolHints,
  toolInputSchema,
  toolOutputSchema,
  defineTool,
  type ToolCall,
} from '../tool.ts'

/** The hints of `pay_at_checkout`: it spends money, and each call reads the card number again. */
const hints: ToolHints = { readOnly: false, destructive: true, idempotent: false }

export const payAtCheckoutTool = defineTool({
  name: 'pay_at_checkout',
  title: 'Pay at the checkout',
  description: 'Pay: a filler types in the card, and presses the pay button.',
  input: toolInputSchema({
    intentId: intentIdToolField,
    submit: Type.Optional(textToolField(200, 'CSS path.')),
    page: Type.Optional(textToolField(2048, 'Its page.')),
    challenge: Type.Optional(textToolField(8192, 'Of a 402.')),
  }),
  output: toolOutputSchema({
    intentId: Type.String(),
    delivery: Type.String(),
    outcome: Type.Optional(Type.String()),
    obstacle: Type.Optional(Type.String()),
    answer: Type.Optional(Type.Unsafe<NonNullable<FilledCheckout['answer']>>({ type: 'object' })),
    reasons: Type.Optional(Type.Array(ReasonToolOutput)),
    approvalUrl: Type.Optional(Type.String()),
    command: Type.Optional(Type.String()),
    pan: Type.Optional(Type.String()),
    exp: Type.Optional(Type.String()),
    cvv: Type.Optional(Type.String()),
  }),
  hints,
  uses: ['getIntent', 'getOwnApiKey', 'getCardDetails', 'sealCardDetails'],

  async run(call, { intentId: id, challenge, ...how }) {
    const { purser, signal, fill } = call
    const intent = await purser.intents.get(id, {}, { signal })
    if (challenge !== undefined) {
      return {
        intentId: intent.id,
        delivery: 'none',
        obstacle: 'payment_required',
        next: nextStepForPaymentToken(intent.id),
      }
    }
    const { payable = false, reasons, next } = judgeIntentPayment(intent)
    if (!payable || next.tool !== this.name) {
      const { approvalUrl } = intent
      const page = approvalUrl === undefined ? {} : { approvalUrl }
      return { intentId: intent.id, delivery: 'none', reasons: decisionReasonsToolOutput(reasons), ...page, next }
    }
    const look = { tool: 'list_transactions', args: { intentId: intent.id } }
    if (fill !== undefined) {
      const filled = await fill(intent, how)
      const { outcome, obstacle, answer } = filled
      return {
        intentId: intent.id,
        delivery: answer === undefined ? 'none' : outcome === 'submitted' ? 'submitted' : 'sent',
        outcome,
        ...(obstacle === undefined ? {} : { obstacle }),
        ...(answer && {
          answer: { ...answer, address: safeForeignText(answer.address), title: safeForeignText(answer.title) },
        }),
        next: nextStepAfterCheckout(filled, intent.id),
      }
    }
    if (await isShown(call)) {
      const { pan, exp, cvv } = await purser.cards.details(
        intent.cardId,
        { intentId: intent.id, purpose: intent.purpose },
        { signal },
      )
      const say =
        'Enter it at the origin that you declared and nowhere else, then look for the charge. Never repeat it.'
      return { intentId: intent.id, delivery: 'plain', pan, exp, cvv, next: { ...look, say } }
    }
    const say = 'Open the checkout, have `command` run where its browser runs, then look for the charge.'
    return { intentId: intent.id, delivery: 'filler', command: commandFor(intent.id, how), next: { ...look, say } }
  },
})

/** The shell command that pays at the checkout, with the button and page that the agent has named. */
const commandFor = (id: string, { submit, page }: CheckoutPageChoice): string =>
  ['purser fill', id, ...flagOf('submit', submit), ...flagOf('page', page)].join(' ')

const flagOf = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`--${name} '${value.replaceAll("'", String.raw`'\''`)}'`]

/** Whether the card number may be shown: the operator of this server and the maker of the API key must both have allowed it. */
const isShown = async ({ purser, signal, showsNumbers }: ToolCall): Promise<boolean> =>
  showsNumbers && (await purser.apiKeys.self({ signal })).mcpCardDetails === 'plain'
