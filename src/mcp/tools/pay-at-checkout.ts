import { Type } from 'typebox'
import { intentId } from '../fields.ts'
import { judgementOf } from '../judge.ts'
import { ReasonOut, reasonsOut } from '../reasons-out.ts'
import { type Hints, inputs, outputs, tool, type ToolCall } from '../tool.ts'

/** The tool spends money, and each call reads the card number again. */
const hints: Hints = { readOnly: false, destructive: true, idempotent: false }

export const payAtCheckout = tool({
  name: 'pay_at_checkout',
  title: 'Pay at the checkout',
  description: 'Pay a declared purchase: a filler types the card into its checkout, and submits it.',
  input: inputs({ intentId }),
  output: outputs({
    intentId: Type.String(),
    delivery: Type.String(),
    reasons: Type.Optional(Type.Array(ReasonOut)),
    approvalUrl: Type.Optional(Type.String()),
    command: Type.Optional(Type.String()),
    pan: Type.Optional(Type.String()),
    exp: Type.Optional(Type.String()),
    cvv: Type.Optional(Type.String()),
  }),
  hints,
  uses: ['getIntent', 'getOwnApiKey', 'getCardDetails', 'sealCardDetails'],

  async run(call, { intentId: id }) {
    const { purser, signal, fill } = call
    const intent = await purser.intents.get(id, {}, { signal })
    const { payable = false, reasons, next } = judgementOf(intent)
    if (!payable || next.tool !== this.name) {
      const { approvalUrl } = intent
      const page = approvalUrl === undefined ? {} : { approvalUrl }
      return { intentId: intent.id, delivery: 'none', reasons: reasonsOut(reasons), ...page, next }
    }
    const look = { tool: 'list_transactions', args: { intentId: intent.id } }
    if (fill !== undefined) {
      await fill(intent)
      const say = 'The checkout was filled in and submitted. Look for the charge.'
      return { intentId: intent.id, delivery: 'submitted', next: { ...look, say } }
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
    return { intentId: intent.id, delivery: 'filler', command: `purser fill ${intent.id}`, next: { ...look, say } }
  },
})

/** Whether the card number may be shown: the operator of this server and the maker of the key must both have allowed it. */
const isShown = async ({ purser, signal, showsNumbers }: ToolCall): Promise<boolean> =>
  showsNumbers && (await purser.apiKeys.self({ signal })).mcpCardDetails === 'plain'
