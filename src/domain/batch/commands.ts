import type { Merchant } from '../entities.ts'

/** What the network door asks of the engine. Amounts are cents. The account is the caller's: others' ids are unknown. */
export type Command = AuthorizeCommand | ForceCaptureCommand | StepCommand

interface OfAccount {
  readonly accountId: string
}

export interface AuthorizeCommand extends OfAccount {
  readonly kind: 'authorize'
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly networkReference: string | null
  /** False where an expiry or CVV was given that is not the card's. */
  readonly credentialsValid: boolean
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

export const isStep = (command: Command): command is StepCommand => 'transactionId' in command
