import type { DeclineCode, Evaluation, Reason } from '../contract/decisions.ts'
import type { Intent } from '../contract/resources/intents.ts'
import { nextOfIntent } from './intent-out.ts'
import { afterReasons } from './next/after-reasons.ts'
import type { Next, ToolCall } from './tool.ts'

/** A purchase as a tool is asked about it. Amounts are cents. */
export interface Purchase {
  readonly cardId: string
  readonly amount: number
  readonly merchant: string
  readonly mcc?: string | undefined
  readonly country?: string | undefined
}

/** Decides a purchase as if it had been declared: what is not yet declared is a step and no refusal. */
export const evaluate = (
  { purser, signal }: ToolCall,
  { cardId, amount, merchant, mcc, country }: Purchase,
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
    },
    {},
    { signal },
  )

/** The charge that has paid the same purchase in the last 24 hours. */
export const alreadyPaidIn = ({ earlier }: Evaluation) =>
  earlier?.transactionId === undefined || earlier.paidAt === undefined
    ? undefined
    : { transactionId: earlier.transactionId, at: earlier.paidAt }

/** No tool: whoever went on by itself would pay twice. */
export const PAID_BEFORE: Next = {
  say: 'The same was paid at `alreadyPaid.at`. Do not pay again: if that was your purchase, it is done. Only if you were asked for one more, call declare_intent with a new reference and `again: true`.',
}

/** Whether an intent can be paid now, and what to do with it. */
export interface Judgement {
  /** Left out where it is over. */
  readonly payable?: boolean
  readonly reasons: readonly Reason[]
  readonly alreadyPaid?: { readonly transactionId: string; readonly at: string }
  readonly next: Next
}

/** A shop sends these with its charge, whether the agent knew them or not. */
const SENT_BY_SHOP: ReadonlySet<DeclineCode> = new Set(['mcc_missing', 'country_missing'])

/** Judges an intent by the rules of this moment, which may have changed since it was declared or approved. */
export async function judge(call: ToolCall, intent: Intent): Promise<Judgement> {
  const next = nextOfIntent(intent)
  const { id, cardId, status, expectedAmount: amount, expectedMerchant: merchant, expectedMccs } = intent
  if (status !== 'pending' && status !== 'pending_approval') return { reasons: [], next }
  const isReady = status === 'pending'
  if (amount === undefined || merchant === undefined) return { payable: isReady, reasons: [], next }
  const evaluation = await evaluate(call, { cardId, amount, merchant, mcc: expectedMccs?.[0] })
  const alreadyPaid = alreadyPaidIn(evaluation)
  if (alreadyPaid !== undefined && evaluation.earlier?.intentId === id) {
    return { payable: false, reasons: [], alreadyPaid, next: PAID_BEFORE }
  }
  const reasons = evaluation.reasons.filter(({ code }) => !SENT_BY_SHOP.has(code))
  if (reasons.length > 0) return { payable: false, reasons, next: afterReasons(reasons, { cardId }) }
  return { payable: isReady, reasons, next }
}
