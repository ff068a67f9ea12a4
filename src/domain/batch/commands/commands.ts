import type { Reason } from '../../../contract/decisions.ts'
import type { Credentials } from '../../decision/credentials.ts'
import type { Merchant } from '../../entities.ts'
import type { DeclaredIntent } from '../../intents/intent.ts'

/** What the engine is asked for. Amounts are cents. The account is the caller's: others' ids are unknown. */
export type Command =
  | AuthorizeCommand
  | ForceCaptureCommand
  | FactCommand
  | StepCommand
  | DeclareIntentCommand
  | DecideIntentCommand

interface OfAccount {
  readonly accountId: string
}

/** What the network calls a purchase. All are null where it has no name. */
export interface ReferenceNames {
  /** As it is kept. */
  readonly networkReference: string | null
  /** Of the account and the reference: by which a purchase is found, under whatever card. */
  readonly referenceHash: string | null
  /** Of the account, the card and the reference: what facts are known by, and transactions that 0.1.0 stored. */
  readonly cardReferenceHash: string | null
}

export interface AuthorizeCommand extends OfAccount, ReferenceNames {
  readonly kind: 'authorize'
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly credentials: Credentials
  /** A reference is one card's: the same under another card is another purchase. So it is at the door of an issuer. */
  readonly hasReferencesByCard?: true
}

export interface ForceCaptureCommand extends OfAccount {
  readonly kind: 'force_capture'
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
}

/** What an issuer or a network says has happened. Nothing is decided of it. */
export type FactCommand = AdviseCommand | PostCommand

interface OfFact extends OfAccount, ReferenceNames {
  readonly cardId: string
  /** By which it is known when it comes again. */
  readonly factHash: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
}

/** An authorization is as the issuer says: `amount` is what it holds now, or has declined. */
export interface AdviseCommand extends OfFact, Advice {
  readonly kind: 'advise'
  /** When it was so, Unix milliseconds; null: now. */
  readonly asOf: number | null
}

interface Advice {
  readonly approved: boolean
  /** What of it was captured by then, where the issuer says so. */
  readonly captured?: number | undefined
  /** Of a decline. */
  readonly reasons: readonly Reason[]
}

/** Money has moved. */
export interface PostCommand extends OfFact {
  readonly kind: 'post'
  readonly moved: 'capture' | 'credit'
  readonly final: boolean
}

/** Steps of an existing transaction. Those of `FactCommand` are taken whatever has become of it. */
export type StepCommand = OfAccount & { readonly transactionId: string } & (
    | { readonly kind: 'increment'; readonly amount: number }
    | { readonly kind: 'settle'; readonly amount?: number; readonly final: boolean }
    | { readonly kind: 'reverse'; readonly amount?: number }
    | { readonly kind: 'refund'; readonly amount?: number }
    | { readonly kind: 'expire' }
    | ({ readonly kind: 'advise'; readonly amount: number } & Advice)
    | { readonly kind: 'capture'; readonly amount: number; readonly final: boolean }
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
  /** Who has made the key that decides, directly or by keys in between: it approves nothing that they declared, either. */
  readonly makers?: ReadonlySet<string>
}

export const isStep = (command: Command): command is StepCommand => 'transactionId' in command

export const isFact = (command: Command): command is FactCommand => 'factHash' in command

export const decidesIntent = (command: Command): command is DecideIntentCommand => 'intentId' in command
