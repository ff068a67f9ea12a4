import type { Approval } from '@purser/client'

/** A request that waits for a decision, or was decided: a purchase, a subscription, a change or a challenge. */
export interface DecisionSubject extends Pick<Approval, 'status' | 'decidedBy' | 'decidedAt' | 'note'> {
  readonly id: string
  /** The hash that names the subject which the page shows. Absent once the request can no longer be decided. */
  readonly subjectHash?: string
  /** The subject of the decision as lines of text, to compare it with an older state. */
  readonly lines: readonly (readonly [name: string, text: string])[]
  readonly title: string
  readonly why: string
  /** The most that an approval permits, as a text: `up to $44.00`. */
  readonly most?: string
  /** For how many minutes after its approval a purchase can be made. */
  readonly validMinutes?: number
  /** The message to the person after an approval. Absent: the title says enough. `Approved up to $44.00 at Example Books.` */
  readonly approved?: string
  /** The amount, in cents, above which a decision needs a passkey. Absent: this decision needs none. */
  readonly passkeyAbove?: number
}

/** The label of the button to approve. It names the ceiling, because the ceiling is approved. */
export const approveButtonLabel = ({ most }: DecisionSubject): string =>
  most === undefined ? 'Approve' : `Approve ${most}`
