import type { AuthorizationAnswer, Transaction } from '../../../clients/typescript/src/client.ts'

/** What the network asked for a new transaction. */
export interface Asked {
  readonly cardId: string
  readonly amount: number
  readonly currency?: string
  readonly merchant: { readonly name?: string; readonly mcc?: string; readonly country?: string }
  readonly networkReference?: string
  /** Never the card's. */
  readonly exp?: string
}

export type Step =
  | { readonly kind: 'increment'; readonly amount: number; readonly answer: AuthorizationAnswer | null }
  | { readonly kind: 'settle'; readonly amount?: number; readonly final: boolean; readonly answer: Transaction | null }
  | { readonly kind: 'capture'; readonly amount: number; readonly final: boolean; readonly answer: Transaction | null }
  | { readonly kind: 'advise'; readonly amount: number; readonly answer: Transaction | null }
  | { readonly kind: 'reverse' | 'refund'; readonly amount?: number; readonly answer: Transaction | null }

/** A transaction with all that its one client has asked and was answered about it, in that order. Refused: null. */
export interface Dealing {
  readonly asked: Asked
  readonly answer: AuthorizationAnswer | Transaction
  readonly steps: Step[]
}

/** Everything that clients were told. */
export class Record {
  readonly dealings = new Map<string, Dealing>()
  /** Answers that no one may ever get. */
  readonly problems: string[] = []
  authorizations = 0
  replays = 0

  /** Keeps the first answer; a later one must tell of the same decision. */
  keep(asked: Asked, answer: AuthorizationAnswer): Dealing {
    const known = this.dealings.get(answer.transactionId)
    if (known === undefined) {
      const dealing = { asked, answer, steps: [] }
      this.dealings.set(answer.transactionId, dealing)
      this.authorizations += 1
      return dealing
    }
    this.replays += 1
    const first = known.answer as AuthorizationAnswer
    if (answer.decision !== first.decision) this.problems.push(`${answer.transactionId} was answered two decisions`)
    if (known.asked !== asked) this.problems.push(`${answer.transactionId} was answered to two purchases`)
    return known
  }
}
