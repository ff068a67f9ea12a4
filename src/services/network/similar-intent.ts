import type { SimilarIntent } from '../../contract/decisions.ts'
import type { PendingIntent, SpendRequest } from '../../domain/entities.ts'
import { intentExpectsPurchase } from '../../domain/intents/intent-match.ts'
import { isIntentWaiting, type IntentState } from '../../domain/intents/intent.ts'
import type { IntentTolerancePolicy } from '../../domain/intents/intent-ceiling.ts'
import { DAY_MS } from '../../lib/clock.ts'

interface Comparing {
  readonly request: SpendRequest
  readonly policy: IntentTolerancePolicy
  /** The agent's reference of the evaluated purchase. Null: it has none. */
  readonly reference: string | null
}

/**
 * The intent that fits a purchase by its shop and within its tolerance, without being for the same purchase: one that waits for its purchase,
 * otherwise one that waits for a person, otherwise one that was paid in the last 24 hours. Null: there is none.
 */
export function similarIntent(intents: readonly IntentState[], comparing: Comparing): SimilarIntent | null {
  const fitting = intents.filter((intent) => fits(intent, comparing))
  const [similar] = fitting.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (similar === undefined) return null
  const { id, status, declared } = similar
  return {
    intentId: id,
    ...(declared.intentId === undefined ? {} : { reference: declared.intentId }),
    amount: declared.expectedAmount ?? 0,
    purpose: declared.purpose,
    status,
  }
}

const ORDER = ['pending', 'pending_approval']
const rankOf = ({ status }: IntentState): number => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.length)

function fits(intent: IntentState, { request, policy, reference }: Comparing): boolean {
  const { declared, expiresAt, matchedAt } = intent
  if (declared.expectedMerchant === undefined || declared.expectedAmount === undefined) return false
  if (reference !== null && declared.intentId === reference) return false
  const isRecent = isIntentWaiting(intent)
    ? expiresAt > request.now
    : matchedAt !== null && matchedAt > request.now - DAY_MS
  return isRecent && intentExpectsPurchase(comparable(intent), policy, request)
}

function comparable({ id, declared, ceiling, createdAt, expiresAt }: IntentState): PendingIntent {
  const { tolerance, expectedMccs: _, ...expected } = declared
  return {
    ...expected,
    ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
    ...(ceiling === null ? {} : { ceiling }),
    id,
    createdAt,
    expiresAt,
  }
}
