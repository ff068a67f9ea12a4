import { agreesWithReplayedValue } from './replayed-value.ts'

/** A stored value that differs from the replay of the journal. */
export interface ReplayDifference {
  readonly customerId: string
  /** The sequence of the decision or step that the difference concerns. Null: it concerns none. */
  readonly sequence: number | null
  /** Id of what differs: a transaction, a card, a level with spend, an event. */
  readonly subject: string
  readonly what: string
  readonly stored: unknown
  readonly replayed: unknown
}

/** Describes a difference between a stored and a replayed value in one line for people. */
export const describeReplayDifference = ({
  customerId,
  sequence,
  subject,
  what,
  stored,
  replayed,
}: ReplayDifference): string =>
  `${customerId}${sequence === null ? '' : ` #${sequence}`} ${subject}: ${what}: ` +
  `stored ${shown(stored)}, replayed ${shown(replayed)}`

const MOST_SHOWN = 300

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text
}

export type ReportReplayDifference = (difference: Omit<ReplayDifference, 'customerId'>) => void

/**
 * Reports each member of a stored object that differs from the replayed one, compared as JSON values. `agreesWithReplayedValue` says what an older version
 * may have stored.
 */
export function compareReplayedMembers(
  report: ReportReplayDifference,
  about: Pick<ReplayDifference, 'sequence' | 'subject'>,
  { stored, replayed, members }: { stored: object; replayed: object; members: readonly string[] },
): void {
  for (const member of members) {
    const [has, should] = [stored, replayed].map((side) => plain((side as Record<string, unknown>)[member]))
    if (!agreesWithReplayedValue(has, should)) report({ ...about, what: member, stored: has, replayed: should })
  }
}

/** Returns a value after a round trip through JSON, which drops undefined members. */
const plain = (value: unknown): unknown =>
  value === null || typeof value !== 'object' ? value : JSON.parse(JSON.stringify(value))
