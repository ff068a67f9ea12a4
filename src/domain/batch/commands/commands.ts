import type { Reason } from '../../../contract/decisions.ts'
import type { TransactionStepKind } from '../../lifecycles/transaction.ts'
import type { SentCredentials } from '../../credentials.ts'
import type { Merchant, MerchantMoney } from '../../entities.ts'
import type { DeclaredIntent } from '../../intents/intent.ts'

/**
 * A request to the engine. Amounts are cents. `accountId`: the caller's account. The command cannot see objects of other accounts.
 * `currency`: an ISO 4217 code in upper case; null: that of the card's customer.
 */
export type EngineCommand =
  | AuthorizeCommand
  | ForceCaptureCommand
  | NetworkFactCommand
  | TransactionStepCommand
  | DeclareIntentCommand
  | DecideIntentCommand

interface OfAccount {
  readonly accountId: string
}

/** The network reference of a purchase and its hashes. All are null if the network gave none. */
export interface HashedNetworkReference {
  /** The network reference as the network sent it. */
  readonly networkReference: string | null
  /** The hash of the account and the network reference. It finds a purchase under any card. */
  readonly referenceHash: string | null
  /** The hash of the account, the card and the network reference. It finds facts, and transactions that version 0.1.0 stored. */
  readonly cardReferenceHash: string | null
}

export interface AuthorizeCommand extends OfAccount, HashedNetworkReference {
  readonly kind: 'authorize'
  readonly cardId: string
  readonly amount: number
  readonly currency: string | null
  readonly merchantMoney?: MerchantMoney | undefined
  readonly merchant: Merchant
  readonly credentials: SentCredentials
  /**
   * True: a network reference belongs to one card, so the same reference under another card is another purchase. Issuers' endpoints set
   * this, the operations below `/v1/network` do not.
   */
  readonly hasReferencesByCard?: true
  /** True: the issuer says that the cardholder was authenticated (3-D Secure). No rule reads it. */
  readonly isAuthenticated?: true
}

export interface ForceCaptureCommand extends OfAccount {
  readonly kind: 'force_capture'
  readonly cardId: string
  readonly amount: number
  readonly currency: string | null
  readonly merchantMoney?: MerchantMoney | undefined
  readonly merchant: Merchant
}

/** Records what has happened, as an issuer or a network reports. No rule is asked. */
export type NetworkFactCommand = AdviseCommand | PostCaptureOrRefundCommand

interface OfFact extends OfAccount, HashedNetworkReference {
  readonly cardId: string
  /** A hash that identifies a fact of an issuer or a network when it is sent again. */
  readonly factHash: string
  readonly amount: number
  readonly currency: string | null
  readonly merchantMoney?: MerchantMoney | undefined
  readonly merchant: Merchant
}

/** The issuer reports the state of an authorization. `amount`: the cents that the issuer holds now, or that it declined. */
export interface AdviseCommand extends OfFact, Advice {
  readonly kind: 'advise'
  /** The moment that the issuer's advice describes, in Unix milliseconds. Null: the present. */
  readonly asOf: number | null
}

interface Advice {
  readonly approved: boolean
  /** The cents that were captured at the time of the advice. Undefined: the issuer does not say. */
  readonly captured?: number | undefined
  /** Why the issuer declined. Empty: it approved. */
  readonly reasons: readonly Reason[]
}

/** A capture or a refund that has already happened. */
export interface PostCaptureOrRefundCommand extends OfFact {
  readonly kind: 'post'
  readonly moved: 'capture' | 'credit'
  readonly final: boolean
}

/**
 * A step of an existing transaction. `advise` and `capture` are facts that an issuer reports: they are never refused because of the
 * transaction's status. `settle` is a request to capture, which can be refused.
 */
export type TransactionStepCommand = OfAccount & {
  readonly transactionId: string
  readonly kind: TransactionStepKind
} & (
    | { readonly kind: 'increment'; readonly amount: number }
    | { readonly kind: 'settle'; readonly amount?: number; readonly final: boolean }
    | { readonly kind: 'reverse'; readonly amount?: number }
    | { readonly kind: 'refund'; readonly amount?: number }
    | { readonly kind: 'expire' }
    | ({ readonly kind: 'advise'; readonly amount: number } & Advice)
    | { readonly kind: 'capture'; readonly amount: number; readonly final: boolean }
  )

/** The actor who declares or decides an intent, with the limits of what the actor may see. */
interface ByActor extends OfAccount {
  /** The id of the API key or the person that declares or decides the intent. */
  readonly actorId: string
  /** The only agent whose objects the actor may see. Null: the actor sees the whole account. */
  readonly seesAgent: string | null
}

export interface DeclareIntentCommand extends ByActor {
  readonly kind: 'declare_intent'
  readonly cardId: string
  readonly declared: DeclaredIntent
}

export interface DecideIntentCommand extends ByActor {
  readonly kind: 'approve_intent' | 'reject_intent' | 'cancel_intent' | 'revoke_approval'
  readonly intentId: string
  readonly note: string | null
  /** How many minutes after an approval the purchase can be made. Absent: as the intent declares. */
  readonly validMinutes?: number | undefined
  /** The hash of the intent's subject that was shown. Absent: nobody says what was shown, or the intent is canceled. */
  readonly shown?: string | undefined
  /**
   * The ids of those who made the deciding API key, directly or through other keys. If the policy requires a separate approver, the key
   * cannot approve intents that its makers declared.
   */
  readonly makers?: ReadonlySet<string>
}

export const isTransactionStepCommand = (command: EngineCommand): command is TransactionStepCommand =>
  'transactionId' in command

export const isNetworkFactCommand = (command: EngineCommand): command is NetworkFactCommand => 'factHash' in command

/** A command about a purchase that has a network reference. */
export type NetworkReferencedCommand = AuthorizeCommand | NetworkFactCommand

export const hasNetworkReference = (command: EngineCommand): command is NetworkReferencedCommand =>
  'referenceHash' in command && command.referenceHash !== null

export const isDecideIntentCommand = (command: EngineCommand): command is DecideIntentCommand => 'intentId' in command
