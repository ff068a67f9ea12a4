import type { Limits, Policy } from '../api.ts'
import type { DemoMerchantKey } from './merchants.ts'

/** A customer of the demo company: a department. Amounts are integer cents. */
export interface DemoDepartment {
  readonly name: string
  readonly email: string
  readonly costCenter: string
  /** The name of the API key that approves the intents of the department's agents. */
  readonly approver: string
  /** The currency of the department and of all its amounts. USD by default. */
  readonly currency?: string
  readonly policy: Policy
  readonly limits: Limits
  readonly agents: readonly AgentProfile[]
}

export interface AgentProfile {
  /** The agent's `externalId`. */
  readonly id: string
  readonly name: string
  readonly purpose: string
  readonly policy?: Policy
  readonly limits?: Limits
  readonly cards: readonly CardProfile[]
}

/** A card of the demo company, and the purchases that are made with it. */
export interface CardProfile {
  /** The card's label, which is unique in the company. */
  readonly label: string
  readonly usage?: 'single'
  readonly policy?: Policy
  readonly limits?: Limits
  /** The time at which the card is issued, as a share of the demo's story. 0 is the story's begin, and the default. */
  readonly issued?: number
  /** The time after which nothing more is bought with the card, as a share of the story. 1 by default. */
  readonly retired?: number
  readonly habits?: readonly RecurringPurchase[]
  readonly bills?: readonly MonthlyBill[]
  readonly errands?: readonly DeclaredPurchase[]
}

/** A purchase of the demo company that is made again and again, as often as its card's profile says. */
export interface RecurringPurchase {
  readonly at: DemoMerchantKey
  /** The mean number of purchases on a working day. */
  readonly perDay: number
  readonly cents: number
  /** How much the amounts of the recurring purchase differ. 0: the amount is always the same. */
  readonly spread: number
  /** The number of purchases on a Saturday or Sunday, as a share of a working day's. 0.15 by default. */
  readonly weekend?: number
  /** True: purchases are made around the clock, because a machine makes them. */
  readonly aroundTheClock?: true
  /** The purpose with which the agent attests and reads the card number before each purchase. Absent: the merchant has the card on file. */
  readonly attested?: string
}

/** A bill that comes on the same day of each month. */
export interface MonthlyBill {
  readonly at: DemoMerchantKey
  readonly day: number
  readonly cents: number
  /** How much the bill's amount differs from month to month, for usage-based prices. Absent: it is always the same. */
  readonly spread?: number
}

/** A purchase that is declared as an intent, approved if the policy requires it, and then made with the card number. */
export interface DeclaredPurchase {
  readonly at: readonly DemoMerchantKey[]
  readonly perWeek: number
  readonly purposes: readonly string[]
  readonly cents: number
  readonly spread: number
  /** The share of the errand's purchases that end with a higher amount than declared. */
  readonly dearer?: number
  readonly ttlMinutes?: number
}
