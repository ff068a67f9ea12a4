import type { Limits, Policy } from '../api.ts'
import type { MerchantKey } from './merchants.ts'

/** A customer of the demo company: a department. Amounts are integer cents. */
export interface Department {
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

/** A card, and what is bought with it. */
export interface CardProfile {
  /** Unique in the company. */
  readonly label: string
  readonly usage?: 'single'
  readonly policy?: Policy
  readonly limits?: Limits
  /** When it is issued, as a part of the story: 0 is its begin, and the default. */
  readonly issued?: number
  /** When nothing more is bought with it; 1 by default. */
  readonly retired?: number
  readonly habits?: readonly Habit[]
  readonly bills?: readonly Bill[]
  readonly errands?: readonly Errand[]
}

/** Bought again and again. */
export interface Habit {
  readonly at: MerchantKey
  /** Times on a working day, in the mean. */
  readonly perDay: number
  readonly cents: number
  /** How far amounts are apart; 0: a price. */
  readonly spread: number
  /** Part of it that happens on a Saturday or Sunday; 0.15 by default. */
  readonly weekend?: number
  /** Machines buy around the clock. */
  readonly aroundTheClock?: true
  /** The agent attests and reads the number first: the purchase comes by number. */
  readonly attested?: string
}

/** Comes on the same day of each month. */
export interface Bill {
  readonly at: MerchantKey
  readonly day: number
  readonly cents: number
  /** How far the amount of a usage-based purchase is from the month before. A subscription costs the same. */
  readonly spread?: number
}

/** Declared as an intent, approved where the policy asks for it, and then bought by number. */
export interface Errand {
  readonly at: readonly MerchantKey[]
  readonly perWeek: number
  readonly purposes: readonly string[]
  readonly cents: number
  readonly spread: number
  /** How its purchase ends, beside as it should; parts of all. */
  readonly dearer?: number
  readonly ttlMinutes?: number
}
