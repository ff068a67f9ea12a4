import type { Approval } from '@purser/client'

/** What waits for a person, or was decided: a purchase, one that comes again, a change, or a challenge. */
export interface Decided extends Pick<Approval, 'status' | 'decidedBy' | 'decidedAt' | 'note'> {
  readonly id: string
  /** Its `subjectHash`: names what is shown. Absent once nobody can decide about it. */
  readonly subjectHash?: string
  /** What is decided about, part by part: to compare it with what it was. */
  readonly lines: readonly (readonly [name: string, text: string])[]
  readonly title: string
  readonly why: string
  /** What approving lets through: `up to $44.00`. */
  readonly most?: string
  /** For how many minutes after an approval the purchase can be made. */
  readonly validMinutes?: number
  /** Said once it is approved, where more than the title is to be said: `Approved up to $44.00 at Example Books.` */
  readonly approved?: string
  /** Set where the decision takes a passkey: above which amount it does, in cents. */
  readonly passkeyAbove?: number
}

/** What is approved is the ceiling, and the button says it. */
export const approveWords = ({ most }: Decided): string => (most === undefined ? 'Approve' : `Approve ${most}`)
