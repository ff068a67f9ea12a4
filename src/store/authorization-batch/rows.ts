import type { Limits, Policy } from '../../contract/policy.ts'
import type { LoadedCard, LoadedIntent, SequencedCustomer } from '../../domain/batch/working-set.ts'
import type { AgentState, RecentPurchase } from '../../domain/entities.ts'
import type { DeclaredIntent } from '../tables.ts'
import { parsedOnce } from './parsed-once.ts'

export interface CustomerRow {
  id: string
  account_id: string
  status: SequencedCustomer['status']
  policy: string
  limits: string
  last_sequence: number
  version: string
}
export interface CardRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  status: LoadedCard['status']
  usage: LoadedCard['usage']
  last4: string
  policy: string
  limits: string
  created_at: number
  expires_at: number | null
  merchant_lock: string | null
  consumed_at: number | null
  first_spend_at: number | null
  last_attested_at: number | null
}
export interface AgentRow {
  id: string
  status: AgentState['status']
  policy: string
  limits: string
}
export interface IntentRow {
  id: string
  card_id: string
  declared: DeclaredIntent
  ceiling: number | null
  created_at: number
  expires_at: number
}
export interface PurchaseRow {
  card_id: string
  created_at: number
  amount: number
  merchant_name: string | null
}
export interface SubscriberRow {
  id: string
  account_id: string
  events: string[]
}

const policyOf = parsedOnce<Policy>()
const limitsOf = parsedOnce<Limits>()

export const customerState = (row: CustomerRow): SequencedCustomer => ({
  id: row.id,
  accountId: row.account_id,
  status: row.status,
  policy: policyOf(row.policy),
  limits: limitsOf(row.limits),
  lastSequence: row.last_sequence,
})

export const agentState = (row: AgentRow): AgentState => ({
  id: row.id,
  status: row.status,
  policy: policyOf(row.policy),
  limits: limitsOf(row.limits),
})

export const cardState = (row: CardRow): LoadedCard => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  status: row.status,
  usage: row.usage,
  last4: row.last4,
  policy: policyOf(row.policy),
  limits: limitsOf(row.limits),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  merchantLock: row.merchant_lock,
  consumedAt: row.consumed_at,
  firstSpendAt: row.first_spend_at,
  lastAttestedAt: row.last_attested_at,
})

/** Leaves out what was not declared: an absent expectation is not compared. */
export function loadedIntent({ id, declared, ceiling, created_at, expires_at }: IntentRow): LoadedIntent {
  const { purpose, expectedAmount, expectedCurrency, expectedMerchant, expectedMccs, tolerance, tolerancePercent } =
    declared
  return {
    id,
    purpose,
    createdAt: created_at,
    expiresAt: expires_at,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedCurrency === undefined ? {} : { expectedCurrency }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    ...(expectedMccs === undefined ? {} : { expectedMccs }),
    ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
    ...(tolerancePercent === undefined ? {} : { tolerancePercent }),
    ...(ceiling === null ? {} : { ceiling }),
  }
}

export const purchase = (row: PurchaseRow): RecentPurchase => ({
  at: row.created_at,
  amount: row.amount,
  merchantName: row.merchant_name,
})
