import { formatExactTime, formatMoney } from '../../lib/format.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'

type Level = 'customer' | 'agent' | 'card'

/** The fields of an exposure that the sentence needs. */
interface ExposedNow {
  readonly currency?: string
  readonly horizons: readonly { readonly until: string; readonly most: number | null }[]
  readonly unapprovedMost: number | null
}

interface Limit {
  readonly kind: string
  readonly level: string
  readonly window: string
  readonly limit: number
  readonly spent: number
  readonly remaining: number
  readonly resetsAt?: string
}

/** The fields of a budget that show why nothing can be spent. */
interface BudgetNow {
  readonly currency?: string
  readonly available: number | null
  readonly windows: readonly Limit[]
  readonly rules: readonly string[]
}

/**
 * The sentence about an exposure. A bound for the next 24 hours also holds until midnight, which comes earlier. If nothing can be spent,
 * the budget shows the cause: it is not always a limit that midnight resets.
 */
export function exposureSentence(
  level: Level,
  { currency = 'USD', horizons, unapprovedMost }: ExposedNow,
  budget?: BudgetNow,
): string {
  const most = horizons.find(({ until }) => until === 'day')?.most ?? null
  if (most === 0) return budget === undefined ? 'Nothing can be spent now.' : nothing(level, budget)
  const bound = most === null ? 'any amount' : `at most ${formatMoney(most, currency)}`
  return `Until midnight UTC, ${bound} can be spent, ${shareOf(most, unapprovedMost, currency)} without a person.`
}

function nothing(level: Level, { currency, available, windows, rules }: BudgetNow): string {
  // Above a card, a limit of the policy is that of each card, and not of what they have spent together.
  const usedUp = windows.find(({ remaining, kind }) => remaining === 0 && (kind === 'cap' || level === 'card'))
  if (usedUp !== undefined) {
    const { window, limit, spent, resetsAt } = usedUp
    const again = resetsAt === undefined ? '' : ` None of it counts any longer from ${formatExactTime(resetsAt)} on.`
    return window === 'perAuth'
      ? `Nothing can be spent: the ${usedUp.level} allows ${formatMoney(limit, currency)} per purchase.`
      : `Nothing can be spent. Used up: ${formatMoney(spent, currency)} of ${formatMoney(limit, currency)} ${limitWindowInWords(window)}, set by the ${usedUp.level}.${again}`
  }
  const [status] = rules
  if (available === 0 && status !== undefined) return `Nothing can be spent${ofThisPage(level, status)}`
  return level === 'card'
    ? 'Nothing can be spent now.'
    : `Nothing can be spent: this ${level} has no active card with anything left.`
}

/** A status sentence about another level, within a sentence: on a card's page, `The agent is paused.` becomes `its agent is paused`. */
function ofThisPage(level: Level, status: string): string {
  const [, whose, rest = ''] = /^The (customer|agent|card) (is .*)$/.exec(status) ?? []
  if (whose === undefined) return `. ${status}`
  return whose === level ? `: this ${whose} ${rest}` : `: its ${whose} ${rest}`
}

function shareOf(most: number | null, unapproved: number | null, currency: string): string {
  if (unapproved === null || unapproved === most) return 'all of it'
  return unapproved === 0 ? 'none of it' : `${formatMoney(unapproved, currency)} of it`
}
