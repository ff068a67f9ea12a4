import type { Credentials } from '../credentials.ts'
import type { Merchant } from '../entities.ts'
import type { DeclaredIntent } from '../intent.ts'

/** What the engine is asked for. Amounts are cents. The account is the caller's: others' ids are unknown. */
export type Command = AuthorizeCommand | ForceCaptureCommand | StepCommand | DeclareIntentCommand | DecideIntentCommand

interface OfAccount {
  readonly accountId: string
}

export interface AuthorizeCommand extends OfAccount {
  readonly kind: 'authorize'
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  /** As it is kept. */
  readonly networkReference: string | null
  /** By which it is compared. */
  readonly referenceHash: string | null
  readonly credentials: Credentials
}

export interface ForceCaptureCommand extends OfAccount {
  readonly kind: 'force_capture'
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
}

/** Steps of an existing transaction. */
export type StepCommand = OfAccount & { readonly transactionId: string } & (
    | { readonly kind: 'increment'; readonly amount: number }
    | { readonly kind: 'settle'; readonly amount?: number; readonly final: boolean }
    | { readonly kind: 'reverse'; readonly amount?: number }
    | { readonly kind: 'refund'; readonly amount?: number }
    | { readonly kind: 'expire' }
  )

/** Who declares or decides an intent, and what of the account it sees. */
interface ByActor extends OfAccount {
  /** An API key, or a person. */
  readonly actorId: string
  /** Only what belongs to this agent; null: all of the account. */
  readonly seesAgent: string | null
}

export interface DeclareIntentCommand extends ByActor {
  readonly kind: 'declare_intent'
  readonly cardId: string
  readonly declared: DeclaredIntent
}

export interface DecideIntentCommand extends ByActor {
  readonly kind: 'approve_intent' | 'reject_intent' | 'cancel_intent'
  readonly intentId: string
  readonly note: string | null
}

export const isStep = (command: Command): command is StepCommand => 'transactionId' in command

export const decidesIntent = (command: Command): command is DecideIntentCommand => 'intentId' in command
