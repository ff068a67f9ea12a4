import type { Approval } from '@purser/client'

/** A request that waits for a decision, or was decided: a purchase, a subscription, a change or a challenge. */
export interface DecisionSubject extends Pick<Approval, 'status' | 'decidedBy' | 'decidedAt' | 'note'> {
  readonly id: string
  /** The `subjectHash`, which names the shown subject. Absent once nobody can decide about it. */
  readonly subjectHash?: string
  /** The subject as lines of text, to compare it with an older state. */
  readonly lines: readonly (readonly [name: string, text: string])[]
  readonly title: string
  readonly why: string
  /** The most that an approval allows: `up to $44.00`. */
  readonly most?: string
  /** For how many minutes after an approval the purchase can be made. */
  readonly validMinutes?: number
  /** Said once it is approved, where more than the title is to be said: `Approved up to $44.00 at Example Books.` */
  readonly approved?: string
  /** Set where the decision takes a passkey: above which amount it does, in cents. */
  readonly passkeyAbove?: number
}

/** The label of the button to approve. It names the ceiling, because the ceiling is approved. */
export const approveWords = ({ most }: DecisionSubject): string => (most === undefined ? 'Approve' : `Approve ${most}`)
