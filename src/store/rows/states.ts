import type { Limits, Policy } from '../../contract/policy.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { LoadedCustomer } from '../../domain/batch/working-set.ts'
import { type LoadedIntent, loadedIntentOf } from '../../domain/intents/loaded-intent.ts'
import type { LoadedAgent, LoadedCard } from '../../domain/loaded-levels.ts'
import type { IntentVersion } from '../../domain/batch/decision-inputs.ts'
import type { EarlierIntentDeclaration } from '../../domain/intents/intent-declaration.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import type { AgentState, CustomerState } from '../../domain/entities.ts'
import { customerName } from '../../domain/names.ts'
import { loadedSubscription, type LoadedSubscriptionRow } from './subscriptions.ts'
import type { CustomerName } from '../../contract/sheets/customer-fields.ts'
import { LRUCache } from 'lru-cache'

const KEPT_CHARACTERS = 20_000_000

/**
 * Makes a parser for JSON texts that come again and again, such as policies and limits. It returns the same object for the same text, so
 * the domain recognises a policy that it has compiled before. Nobody may change the objects.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the column, JSON.parse does not
function cachedJsonParser<T extends object>(): (text: string) => T {
  const parsed = new LRUCache<string, T>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_, text) => text.length })
  return (text) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const value = JSON.parse(text) as T
    parsed.set(text, value)
    return value
  }
}

/**
 * The row of a customer as the engine reads it, with policies and limits as text. The functions of this file make the domain's values from
 * such rows.
 */
export interface CustomerStateRow {
  id: string
  account_id: string
  name: CustomerName | null
  currency: string
  status: CustomerState['status']
  cost_center: string | null
  policy: string
  shadow_policy: string | null
  limits: string
}
export interface AgentStateRow {
  id: string
  customer_id: string
  name: string
  status: AgentState['status']
  cost_center: string | null
  policy: string
  shadow_policy: string | null
  limits: string
}
export interface CardStateRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  status: LoadedCard['status']
  usage: LoadedCard['usage']
  last4: string | null
  label: string | null
  cost_center: string | null
  policy: string
  shadow_policy: string | null
  limits: string
  created_at: number
  expires_at: number | null
  merchant_lock: string | null
  consumed_at: number | null
  first_spend_at: number | null
  failed_credentials: readonly number[] | null
  last_attested_at: number | null
  /** The name of the card's issuer. Null: Purser issues it. Undefined: it was not read. */
  issuer?: string | null
  parent_card_id?: string | null
  intent_id?: string | null
  /** The card's active and paused subscriptions. Null: there are none. Absent: they were not read. */
  subscriptions?: readonly LoadedSubscriptionRow[] | null
}
export interface IntentStateRow {
  id: string
  card_id: string
  status: IntentStatus
  declared: DeclaredIntent
  ceiling: number | null
  created_at: number
  expires_at: number
  decided_by: string | null
  /** The one-time card that was made for the intent. Null: none was. Undefined: it was not read. */
  one_time_card_id?: string | null
  /** How often the intent's declaration was corrected. Null: never. Undefined: it was not read. */
  corrected?: number | null
  /** Whether an approved challenge names the intent. Undefined: that was not read. */
  authenticated?: boolean
}

const policyOf = cachedJsonParser<Policy>()
const limitsOf = cachedJsonParser<Limits>()

const shadowOf = ({ shadow_policy: shadow }: { shadow_policy: string | null }): { shadowPolicy?: Policy } =>
  shadow === null ? {} : { shadowPolicy: policyOf(shadow) }

export const loadedCustomerOfRow = (row: CustomerStateRow): Omit<LoadedCustomer, 'last'> => ({
  id: row.id,
  accountId: row.account_id,
  name: customerName(row.name),
  currency: row.currency,
  status: row.status,
  policy: policyOf(row.policy),
  ...shadowOf(row),
  limits: limitsOf(row.limits),
  costCenter: row.cost_center,
})

export const loadedAgentOfRow = (row: AgentStateRow): LoadedAgent => ({
  id: row.id,
  name: row.name,
  status: row.status,
  policy: policyOf(row.policy),
  ...shadowOf(row),
  limits: limitsOf(row.limits),
  costCenter: row.cost_center,
})

export const loadedCardOfRow = (row: CardStateRow): LoadedCard => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  status: row.status,
  last4: row.last4,
  label: row.label,
  costCenter: row.cost_center,
  usage: row.usage,
  policy: policyOf(row.policy),
  ...shadowOf(row),
  limits: limitsOf(row.limits),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  merchantLock: row.merchant_lock,
  consumedAt: row.consumed_at,
  firstSpendAt: row.first_spend_at,
  failedCredentials: row.failed_credentials ?? [],
  lastAttestedAt: row.last_attested_at,
  ...(row.issuer ? { issuerName: row.issuer } : {}),
  ...(row.parent_card_id ? { parentCardId: row.parent_card_id, intentId: row.intent_id ?? undefined } : {}),
  ...(row.subscriptions ? { subscriptions: row.subscriptions.map(loadedSubscription) } : {}),
})

export const loadedIntentOfStateRow = ({ id, status, declared, ceiling, ...row }: IntentStateRow): LoadedIntent => ({
  ...loadedIntentOf({
    id,
    status,
    declared,
    ceiling,
    decidedBy: row.decided_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    oneTimeCardId: row.one_time_card_id ?? undefined,
  }),
  ...(row.authenticated === true ? { isAuthenticated: true } : {}),
  ...(row.corrected ? { corrections: row.corrected } : {}),
})

/** The row of an intent with what it was before each of its corrections. */
export interface IntentRowWithCorrections extends IntentStateRow {
  corrections: readonly EarlierIntentDeclaration[] | null
}

/** Makes the intent as an earlier decision read it, before later corrections, from the intent's row. */
export function intentAtVersion(row: IntentRowWithCorrections, read: IntentVersion): LoadedIntent {
  const corrections = typeof read === 'string' ? 0 : read[1]
  const then = row.corrections?.[corrections]
  if (then === undefined) return { ...loadedIntentOfStateRow(row), ...(corrections === 0 ? {} : { corrections }) }
  const { declared, ceiling, expiresAt } = then
  return loadedIntentOfStateRow({
    ...row,
    declared,
    ceiling,
    expires_at: expiresAt,
    decided_by: null,
    corrected: corrections,
  })
}

export const intentIdOfVersion = (read: IntentVersion): string => (typeof read === 'string' ? read : read[0])
