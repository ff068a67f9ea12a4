import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { PendingIntent } from '../entities.ts'
import type { IntentState } from './intent.ts'

/** An intent with the fields that matching and events read. */
export interface LoadedIntent extends PendingIntent {
  readonly purpose: string
  readonly status: IntentStatus
  /** The origin at which the intent's purchase is expected. It is shown in answers and events; matching does not compare it. */
  readonly expectedOrigin?: string
}

/**
 * Returns the fields of an intent that matching needs. Fields that were not declared are left out, because an absent expectation is not
 * compared.
 */
export function loadedIntentOf(
  intent: Pick<IntentState, 'id' | 'status' | 'declared' | 'ceiling' | 'decidedBy' | 'createdAt' | 'expiresAt'> & {
    readonly corrections?: readonly unknown[]
    readonly oneTimeCardId?: string | undefined
  },
): LoadedIntent {
  const { declared, ceiling } = intent
  const { purpose, expectedAmount, expectedCurrency, expectedMerchant, expectedOrigin, expectedMccs } = declared
  const { tolerance, tolerancePercent, subscriptionId, exception } = declared
  return {
    id: intent.id,
    status: intent.status,
    purpose,
    createdAt: intent.createdAt,
    expiresAt: intent.expiresAt,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedCurrency === undefined ? {} : { expectedCurrency }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
    ...(expectedMccs === undefined ? {} : { expectedMccs }),
    ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
    ...(tolerancePercent === undefined ? {} : { tolerancePercent }),
    ...(ceiling === null ? {} : { ceiling }),
    ...(intent.decidedBy === null ? {} : { isApproved: true }),
    ...(exception === undefined || intent.decidedBy === null ? {} : { exception }),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(intent.oneTimeCardId === undefined ? {} : { oneTimeCardId: intent.oneTimeCardId }),
    ...(intent.corrections?.length ? { corrections: intent.corrections.length } : {}),
  }
}
