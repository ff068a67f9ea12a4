import { Type } from 'typebox'
import {
  amountToolField,
  cardIdToolField,
  itemsToolField,
  mccToolField,
  merchantToolField,
  originToolField,
  purposeToolField,
  subscriptionIdToolField,
  textToolField,
} from '../fields.ts'
import type { Evaluation } from '../../contract/decisions.ts'
import { type Intent, IntentValidMinutes } from '../../contract/resources/intents.ts'
import type { OrderItem } from '../../contract/resources/orders.ts'
import { intentToolFields, intentToolOutput, whyApprovalToolOutput } from '../intent-out.ts'
import {
  earlierChargeInEvaluation,
  evaluatePurchaseAsIfDeclared,
  judgeIntentPayment,
  ALREADY_PAID_NEXT_STEP,
} from '../judge.ts'
import { AlreadyPaidToolOutput, ReasonToolOutput, decisionReasonsToolOutput } from '../reasons-out.ts'
import {
  earlierIntentsToolOutput,
  RejectedIntentToolOutput,
  SimilarIntentToolOutput,
  ColleaguePurchaseToolOutput,
  sentencesBeforeNextStep,
} from '../earlier-intent-out.ts'
import { toolInputsByApiNames } from '../input/api-names.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  defineTool,
  type ToolCall,
  writingToolHints,
} from '../tool.ts'
import { NEXT_STEP_TO_FIND_CARD, cardForPurchase } from '../cards/card-for-purchase.ts'

/** The API's names of the inputs of `declare_intent`. */
const apiNames = {
  reference: 'intentId',
  amount: 'expectedAmount',
  merchant: 'expectedMerchant',
  mcc: 'expectedMccs',
  origin: 'expectedOrigin',
} as const

export const declareIntentTool = defineTool({
  name: 'declare_intent',
  title: 'Declare a purchase',
  description: 'Say what you will buy, before you pay. The same `reference` corrects it.',
  input: toolInputSchema({
    reference: textToolField(64, 'Your name for it.'),
    purpose: purposeToolField,
    amount: amountToolField,
    merchant: merchantToolField,
    mcc: mccToolField,
    items: itemsToolField,
    origin: originToolField,
    subscriptionId: Type.Optional(subscriptionIdToolField),
    validMinutes: Type.Optional(Type.Integer({ ...IntentValidMinutes, description: 'To pay in, once approved.' })),
    again: Type.Optional(Type.Boolean({ description: 'One more.' })),
    cardId: cardIdToolField,
  }),
  output: toolOutputSchema({
    ...intentToolFields,
    intentId: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.String()),
    why: Type.Optional(Type.String()),
    payable: Type.Boolean(),
    reasons: Type.Array(ReasonToolOutput),
    alreadyPaid: Type.Optional(AlreadyPaidToolOutput),
    similar: Type.Optional(SimilarIntentToolOutput),
    rejected: Type.Optional(RejectedIntentToolOutput),
    alreadyBoughtBy: Type.Optional(ColleaguePurchaseToolOutput),
  }),
  hints: writingToolHints,
  declaresMoney: true,
  apiNames,
  uses: ['listCards', 'evaluateSpend', 'getTransaction', 'getIntent', 'createIntent'],

  async run(call, input) {
    const purchase = { ...input, cardId: await cardForPurchase(call, input.cardId, NEXT_STEP_TO_FIND_CARD) }
    const evaluation = await evaluatePurchaseAsIfDeclared(call, purchase)
    const similar = earlierIntentsToolOutput(evaluation)
    const known = input.again === true ? null : await knownBefore(call, purchase, evaluation)
    if (known !== null && 'alreadyPaid' in known) {
      return { status: 'not_declared', payable: false, reasons: [], ...known, ...similar, next: ALREADY_PAID_NEXT_STEP }
    }
    const intent = known?.intent ?? (await declared(call, purchase))
    const { payable = false, reasons, next } = judgeIntentPayment(intent)
    return {
      ...intentToolOutput(intent, call.now()),
      ...(intent.status === 'pending_approval' ? whyApprovalToolOutput(intent) : {}),
      payable,
      reasons: decisionReasonsToolOutput(reasons),
      ...similar,
      next: sayBefore(next, [...(known === null || !payable ? [] : [WAITS]), ...sentencesBeforeNextStep(similar)]),
    }
  },

  page({ status, total = 'any amount', approvalUrl }) {
    if (status !== 'pending_approval' || approvalUrl === undefined) return null
    return {
      url: approvalUrl,
      message: `A purchase of ${total} waits for your approval in Purser.`,
    }
  },
})

const sayBefore = (next: AgentNextStep, sentences: readonly string[]): AgentNextStep => ({
  ...next,
  say: [...sentences, next.say].join(' '),
})

const WAITS =
  'The same purchase was declared before, without a reference, and still waits: this is it. To buy one more, declare it with `again: true`.'

interface Declaration {
  readonly reference: string
  readonly purpose: string
  readonly amount: number
  readonly merchant: string
  readonly mcc?: string
  readonly items?: OrderItem[]
  readonly origin?: string
  readonly subscriptionId?: string
  readonly validMinutes?: number
  readonly again?: boolean
  readonly cardId: string
}

/**
 * Finds the same purchase where it was declared or paid without a reference. Null where the purchase is new, or was declared under this very
 * reference: declaring it then returns the same intent, corrected where something differs.
 */
async function knownBefore(
  { purser, signal }: ToolCall,
  { reference }: Declaration,
  evaluation: Evaluation,
): Promise<{ intent: Intent } | { alreadyPaid: { transactionId: string; at: string } } | null> {
  const alreadyPaid = earlierChargeInEvaluation(evaluation)
  if (alreadyPaid !== undefined) {
    const { intentId } = await purser.transactions.get(alreadyPaid.transactionId, { signal })
    const paid = intentId === undefined ? undefined : await purser.intents.get(intentId, {}, { signal })
    return paid?.intentId === reference ? null : { alreadyPaid }
  }
  const { intentId } = evaluation.earlier ?? {}
  if (intentId === undefined) return null
  const intent = await purser.intents.get(intentId, {}, { signal })
  return intent.intentId === reference ? null : { intent }
}

const declared = (
  { purser, signal }: ToolCall,
  { cardId: card, again: _again, mcc: code, ...declaration }: Declaration,
): Promise<Intent> => {
  const body = toolInputsByApiNames(apiNames, declaration)
  return purser.intents.declare(card, { ...body, ...(code === undefined ? {} : { expectedMccs: [code] }) }, { signal })
}
