import { Type } from 'typebox'
import type { Evaluation } from '../../contract/decisions.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import { safeForeignText } from '../foreign.ts'
import {
  earlierIntentsToolOutput,
  RejectedIntentToolOutput,
  SimilarIntentToolOutput,
  ColleaguePurchaseToolOutput,
  sentencesBeforeNextStep,
} from '../earlier-intent-out.ts'
import {
  amountToolField,
  cardIdToolField,
  countryToolField,
  mccToolField,
  merchantToolField,
  originToolField,
} from '../fields.ts'
import { currencyToolOutput, moneyInWords } from '../money-out.ts'
import {
  earlierChargeInEvaluation,
  judgeIntentPayment,
  ALREADY_PAID_NEXT_STEP,
  type CheckedPurchase,
} from '../judge.ts'
import { nextStepAfterDeclineReasons } from '../next/after-reasons.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  readingToolHints,
  defineTool,
  type ToolCall,
} from '../tool.ts'
import { bestFittingCardForPurchase } from '../cards/fitting-card.ts'
import { AlreadyPaidToolOutput, ReasonToolOutput, decisionReasonsToolOutput } from '../reasons-out.ts'
import { whyApprovalToolOutput } from '../intent-out.ts'

const verdicts = ['ok', 'ok_after_intent', 'ok_after_approval', 'no'] as const
type Verdict = (typeof verdicts)[number]

export const checkPurchaseTool = defineTool({
  name: 'check_purchase',
  title: 'Check a purchase',
  description: 'Would this purchase be approved now, and with which card? Spends nothing.',
  input: toolInputSchema({
    amount: amountToolField,
    merchant: merchantToolField,
    origin: originToolField,
    mcc: mccToolField,
    country: countryToolField,
    cardId: cardIdToolField,
  }),
  output: toolOutputSchema({
    verdict: Type.Enum([...verdicts]),
    cardId: Type.String(),
    currency: Type.Optional(Type.String()),
    total: Type.String(),
    reasons: Type.Array(ReasonToolOutput),
    available: Type.Optional(Type.Integer()),
    intentId: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
    purpose: Type.Optional(Type.String()),
    alreadyPaid: Type.Optional(AlreadyPaidToolOutput),
    approvalUrl: Type.Optional(Type.String()),
    why: Type.Optional(Type.String()),
    similar: Type.Optional(SimilarIntentToolOutput),
    rejected: Type.Optional(RejectedIntentToolOutput),
    alreadyBoughtBy: Type.Optional(ColleaguePurchaseToolOutput),
  }),
  hints: readingToolHints,
  apiNames: { merchant: 'merchant.name', mcc: 'merchant.mcc', country: 'merchant.country' },
  uses: ['listCards', 'evaluateSpend', 'getIntent'],

  async run(call, { cardId: wanted, ...asked }) {
    const { cardId: card, evaluation, asked: cards } = await bestFittingCardForPurchase(call, asked, wanted)
    const purchase = { ...asked, cardId: card }
    const { context } = evaluation
    const waiting = await waitingIntent(call, evaluation)
    const verdict = verdictOf(evaluation, waiting)
    const alreadyPaid = earlierChargeInEvaluation(evaluation)
    return {
      verdict,
      cardId: card,
      ...currencyToolOutput(context.currency),
      total: moneyInWords(purchase.amount, context.currency),
      reasons: decisionReasonsToolOutput(reasonsAgainst(evaluation, waiting)),
      ...(context.available === undefined ? {} : { available: context.available }),
      ...(waiting === null ? {} : nameOf(waiting)),
      ...(verdict === 'ok_after_approval' ? whyApprovalToolOutput(waiting ?? evaluation) : {}),
      ...(alreadyPaid === undefined ? {} : { alreadyPaid }),
      ...earlierIntentsToolOutput(evaluation),
      next: ofCards(nextOf({ verdict, purchase, evaluation, waiting }), { verdict, cards }),
    }
  },
})

/** Adds to the next step that the reasons are those of one card, if none of several cards may pay. */
const ofCards = (
  next: AgentNextStep,
  { verdict, cards }: { readonly verdict: Verdict; readonly cards: number },
): AgentNextStep =>
  verdict !== 'no' || cards < 2
    ? next
    : { ...next, say: `None of your ${cards} cards may pay it; \`reasons\` are those of the nearest. ${next.say}` }

interface Judged {
  readonly verdict: Verdict
  readonly purchase: CheckedPurchase
  readonly evaluation: Evaluation
  /** An earlier intent for the purchase that the agent asks about, which is still waiting. Null: there is none. */
  readonly waiting: Intent | null
}

/** The reasons of the purchase, or of the intent that waits for it, such as a try that was declined. */
const reasonsAgainst = ({ reasons }: Evaluation, waiting: Intent | null) =>
  reasons.length > 0 || waiting === null ? reasons : judgeIntentPayment(waiting).reasons

async function waitingIntent({ purser, signal }: ToolCall, { earlier }: Evaluation): Promise<Intent | null> {
  return earlier?.intentId === undefined ? null : purser.intents.get(earlier.intentId, {}, { signal })
}

/** The id and the purpose of an intent: an agent that compares only merchant and amount could mean another purchase. */
const nameOf = ({ id, intentId, purpose, approvalUrl }: Intent) => ({
  intentId: id,
  ...(approvalUrl === undefined ? {} : { approvalUrl }),
  ...(intentId === undefined ? {} : { reference: safeForeignText(intentId) }),
  purpose: safeForeignText(purpose),
})

/** The next step about a purchase. A paid purchase must not be paid again, and one whose intent waits must not be declared again. */
function nextOf({ verdict, purchase, evaluation, waiting }: Judged): AgentNextStep {
  const { cardId: card, amount: cents } = purchase
  if (earlierChargeInEvaluation(evaluation) !== undefined) return ALREADY_PAID_NEXT_STEP
  if (evaluation.reasons.length > 0) return nextStepAfterDeclineReasons(evaluation.reasons, { cardId: card })
  if (waiting !== null) {
    const { next } = judgeIntentPayment(waiting)
    return { ...next, say: `${IF_IT_IS} ${next.say}` }
  }
  if (verdict === 'no') return WRONG_ORIGIN
  const before = sentencesBeforeNextStep(earlierIntentsToolOutput(evaluation))
  const say = evaluation.originObstacle === undefined ? SAY[verdict] : `${SAY[verdict]} ${WITH_ORIGIN}`
  if (before.length > 0) return { say: `${before.join(' ')} Else: ${say}` }
  return { tool: 'declare_intent', args: { amount: cents, cardId: card }, say }
}

const WRONG_ORIGIN: AgentNextStep = {
  tool: 'get_budget',
  say: 'Your owner does not allow the card at that `origin`. Pay at one that get_budget names, or ask once with request_change, change allow.origin.',
}
const WITH_ORIGIN = 'Name its `origin`, one that get_budget names: your owner limits where the card may be entered.'

const IF_IT_IS =
  'Such a purchase was declared: `purpose` says what for. If that is another one than yours, declare yours.'

/**
 * The verdict on a purchase that an agent wants to make. An intent that was declared for the purchase and may be paid makes it `ok`.
 */
function verdictOf({ decision, flags, originObstacle }: Evaluation, waiting: Intent | null): Verdict {
  if (decision !== 'approve') return 'no'
  if (waiting?.status === 'pending') return waiting.payable === true ? 'ok' : 'no'
  if (originObstacle === 'origin_not_allowed') return 'no'
  if (flags.requiresApproval || waiting !== null) return 'ok_after_approval'
  return flags.requiresIntent || originObstacle !== undefined ? 'ok_after_intent' : 'ok'
}

const SAY: Readonly<Record<Exclude<Verdict, 'no'>, string>> = {
  ok: 'Declare it, so that your owner sees what it is for, then pay.',
  ok_after_intent: 'Declare it, then pay.',
  ok_after_approval: 'Declare it; a person then decides, and you wait with get_intent.',
}
