import type { ReactNode } from 'react'
import { apiCodeAsWords } from '../lib/format.ts'
import { joinClassNames } from '../lib/classes.ts'

export type BadgeTone = 'good' | 'warn' | 'bad' | 'neutral' | 'accent'

const tones: Record<BadgeTone, string> = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  accent: 'bg-accent-wash text-accent',
  neutral: 'bg-raised text-quiet',
}

export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span
    className={joinClassNames(
      'inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap',
      tones[tone],
    )}
  >
    {children}
  </span>
)

/** Colours of statuses of every resource: final ones are neutral, those that need a person are amber. */
const toneOf: Readonly<Record<string, BadgeTone>> = {
  active: 'good',
  approved: 'good',
  approve: 'good',
  settled: 'good',
  succeeded: 'good',
  delivered: 'good',
  enabled: 'good',
  matched: 'good',
  pending: 'warn',
  pending_approval: 'warn',
  paused: 'warn',
  invited: 'warn',
  frozen: 'accent',
  declined: 'bad',
  decline: 'bad',
  rejected: 'bad',
  failed: 'bad',
  suspended: 'bad',
  disabled: 'bad',
}

export const StatusBadge = ({ of }: { of: string }) => (
  <Badge tone={toneOf[of] ?? 'neutral'}>{apiCodeAsWords(of)}</Badge>
)

/** The status in the first cell of a table that is too narrow for a column of statuses. The usual status is not shown. */
export const StatusInNarrowTable = ({ of }: { of: string }) =>
  of !== 'active' && (
    <span className="@xl:hidden">
      <StatusBadge of={of} />
    </span>
  )

/** The status of a purchase. A pending one has a neutral colour, because it waits for its settlement and needs no person. */
export const PurchaseStatus = ({ of }: { of: string }) =>
  of === 'pending' ? <Badge>{apiCodeAsWords(of)}</Badge> : <StatusBadge of={of} />
