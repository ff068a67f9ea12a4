import type { Evaluation } from '../contract/decisions.ts'
import type { Intent } from '../contract/resources/intents.ts'
import type { OrderItem } from '../contract/resources/orders.ts'
import type { NotPayableReason } from '../contract/resources/intents/payable.ts'
import { nextStepOfIntent } from './intent-out.ts'
import { nextStepAfterObstacle } from './next/after-obstacle.ts'
import { nextStepAfterDeclineReasons } from './next/after-reasons.ts'
import { isPurchaseRuleReason } from './reasons-out.ts'
import type { AgentNextStep, ToolCall } from './tool.ts'

/** A purchase that an agent asks a tool to check. Amounts are in cents. */
export interface CheckedPurchase {
  readonly cardId: string
  readonly amount: number
  readonly merchant: string
  readonly mcc?: string | undefined
  readonly country?: string | undefined
  readonly origin?: string | undefined
  /**
   * The purpose of the purchase. With one, the purchase is checked as a complete declaration: fields that it leaves out count as not
   * declared.
   */
  readonly purpose?: string | undefined
  readonly reference?: string | undefined
  readonly items?: OrderItem[] | undefined
}

/**
 * Evaluates a purchase as if its intent had been declared: a tool tells the agent to declare a missing intent, so it is no reason to
 * decline.
 */
export const evaluatePurchaseAsIfDeclared = (
  { purser, signal }: ToolCall,
  { cardId, amount, merchant, mcc, country, origin, purpose, reference, items }: CheckedPurchase,
): Promise<Evaluation> =>
  purser.spend.evaluate(
    {
      cardId,
      assumeIntent: true,
      amount,
      merchant: {
        name: merchant,
        ...(mcc === undefined ? {} : { mcc }),
        ...(country === undefined ? {} : { country }),
      },
      ...(origin === undefined ? {} : { origin }),
      ...(purpose === undefined ? {} : { purpose }),
      ...(reference === undefined ? {} : { reference }),
      ...(items === undefined ? {} : { items }),
    },
    {},
    { signal },
  )

/** The charge that has already paid the evaluated purchase in the last 24 hours. Undefined where there is none. */
export const earlierChargeInEvaluation = ({ earlier }: Evaluation) =>
  earlier?.transactionId === undefined || earlier.paidAt === undefined
    ? undefined
    : { transactionId: earlier.transactionId, at: earlier.paidAt }

/** The next step after a purchase that was paid already. It names no tool, because an agent that went on by itself would pay twice. */
export const ALREADY_PAID_NEXT_STEP: AgentNextStep = {
  say: 'The same purchase was paid at `alreadyPaid.at`. Do not pay again: if that was your purchase, it is done. Only if you were asked for one more, call declare_intent with a new reference and `again: true`.',
}

/** Whether an intent can be paid now, why not, and what to do next. */
export interface IntentPaymentJudgement {
  /** True: the agent can pay the intent's purchase now. Absent: the intent is over. */
  readonly payable?: boolean
  readonly reasons: readonly NotPayableReason[]
  readonly next: AgentNextStep
}

/** Judges whether an intent can be paid, in the same way for all tools' answers, with the next step for the agent. */
export function judgeIntentPayment(intent: Intent): IntentPaymentJudgement {
  const { id, cardId, payable = false, notPayable = [], status } = intent
  const next = nextStepOfIntent(intent)
  if (status !== 'pending' && status !== 'pending_approval') return { reasons: [], next }
  const reasons = notPayable.filter(({ code }) => code !== 'approval_required')
  const rules = reasons.filter(isPurchaseRuleReason)
  if (rules.length > 0) return { payable, reasons, next: nextStepAfterDeclineReasons(rules, { cardId, intentId: id }) }
  const [obstacle] = reasons
  const mayPay = payable || status === 'pending_approval'
  if (obstacle !== undefined) return { payable, reasons, next: nextStepAfterObstacle(obstacle, intent) }
  return { payable, reasons, next: mayPay ? next : { say: `Read ${id} again, once.` } }
}

/** Reads an intent as it is now, with the answer whether it can be paid, which lists do not have. */
export const readIntentWithPayability = ({ purser, signal }: ToolCall, { id }: Pick<Intent, 'id'>): Promise<Intent> =>
  purser.intents.get(id, {}, { signal })
