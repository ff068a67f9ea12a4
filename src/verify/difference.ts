import { isDeepStrictEqual } from 'node:util'

/** Something that is stored and that the journal does not come to. */
export interface Difference {
  readonly customerId: string
  /** The decision or step that it is about, if it is about one. */
  readonly sequence: number | null
  /** The id of what is wrong: a transaction, a card, a level that spends, an event. */
  readonly subject: string
  readonly what: string
  readonly stored: unknown
  readonly replayed: unknown
}

/** One line for a person. */
export const describeDifference = ({ customerId, sequence, subject, what, stored, replayed }: Difference): string =>
  `${customerId}${sequence === null ? '' : ` #${sequence}`} ${subject}: ${what}: ` +
  `stored ${shown(stored)}, replayed ${shown(replayed)}`

const MOST_SHOWN = 300

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text
}

export type Report = (difference: Omit<Difference, 'customerId'>) => void

/** Reports each member that differs, as JSON would show it. */
export function compareMembers(
  report: Report,
  about: Pick<Difference, 'sequence' | 'subject'>,
  { stored, replayed, members }: { stored: object; replayed: object; members: readonly string[] },
): void {
  for (const member of members) {
    const [has, should] = [stored, replayed].map((side) => plain((side as Record<string, unknown>)[member]))
    if (!isDeepStrictEqual(has, should)) report({ ...about, what: member, stored: has, replayed: should })
  }
}

/** As it comes back from JSON: members that are undefined are gone. */
const plain = (value: unknown): unknown =>
  value === null || typeof value !== 'object' ? value : JSON.parse(JSON.stringify(value))
