import type { DeclineCode, Evaluation, Reason } from '../contract/decisions.ts'
import type { OrderItem } from '../contract/resources/orders.ts'
import type { Intent } from '../contract/resources/intents.ts'
import { nextOfIntent } from './intent-out.ts'
import { afterReasons } from './next/after-reasons.ts'
import type { Next, ToolCall } from './tool.ts'

/** A purchase that an agent asks a tool about. Amounts are in cents. */
export interface Purchase {
  readonly cardId: string
  readonly amount: number
  readonly merchant: string
  readonly mcc?: string | undefined
  readonly country?: string | undefined
  readonly origin?: string | undefined
  /** With it, the purchase is a whole declaration: what it does not name it does not have. */
  readonly purpose?: string | undefined
  readonly reference?: string | undefined
  readonly items?: OrderItem[] | undefined
}

/**
 * Decides a purchase as if its intent had been declared: a tool tells the agent to declare a missing intent, which is no reason to decline.
 */
export const evaluate = (
  { purser, signal }: ToolCall,
  { cardId, amount, merchant, mcc, country, origin, purpose, reference, items }: Purchase,
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

/** The charge that paid the same purchase in the last 24 hours. Undefined where there is none. */
export const alreadyPaidIn = ({ earlier }: Evaluation) =>
  earlier?.transactionId === undefined || earlier.paidAt === undefined
    ? undefined
    : { transactionId: earlier.transactionId, at: earlier.paidAt }

/** The next step after a purchase that was paid already. It names no tool, because an agent that went on by itself would pay twice. */
export const PAID_BEFORE: Next = {
  say: 'The same purchase was paid at `alreadyPaid.at`. Do not pay again: if that was your purchase, it is done. Only if you were asked for one more, call declare_intent with a new reference and `again: true`.',
}

/** Whether an intent can be paid now, why not, and what to do next. */
export interface Judgement {
  /** True: the agent can pay the intent's purchase now. Absent: the intent is over. */
  readonly payable?: boolean
  readonly reasons: readonly Reason[]
  readonly alreadyPaid?: { readonly transactionId: string; readonly at: string }
  readonly next: Next
}

/**
 * Reason codes that say that a fact about the shop is missing. The shop sends these facts with its charge, whether or not the agent knew
 * them.
 */
const SENT_BY_SHOP: ReadonlySet<DeclineCode> = new Set(['mcc_missing', 'country_missing'])

/** Judges an intent by the current rules, which may have changed since the intent was declared or approved. */
export async function judge(call: ToolCall, intent: Intent): Promise<Judgement> {
  const next = nextOfIntent(intent)
  const { id, cardId, status, expectedAmount: amount, expectedMerchant: merchant, expectedMccs } = intent
  if (status !== 'pending' && status !== 'pending_approval') return { reasons: [], next }
  const isReady = status === 'pending'
  if (amount === undefined || merchant === undefined) return { payable: isReady, reasons: [], next }
  const evaluation = await evaluate(call, {
    cardId,
    amount,
    merchant,
    mcc: expectedMccs?.[0],
    purpose: intent.purpose,
    reference: intent.intentId,
    origin: intent.expectedOrigin,
    items: intent.items,
  })
  const alreadyPaid = alreadyPaidIn(evaluation)
  if (alreadyPaid !== undefined && evaluation.earlier?.intentId === id) {
    return { payable: false, reasons: [], alreadyPaid, next: PAID_BEFORE }
  }
  const reasons = evaluation.reasons.filter(({ code }) => !SENT_BY_SHOP.has(code))
  if (reasons.length > 0) return { payable: false, reasons, next: afterReasons(reasons, { cardId }) }
  return { payable: isReady, reasons, next }
}
