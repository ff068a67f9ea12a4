import type { ReactNode } from 'react'
import type { Transaction } from '@purser/client'
import { joinClassNames } from '../../lib/classes.ts'
import { Money } from '../../ui/money.tsx'
import { RelativeTime } from '../../ui/time.tsx'

interface Step {
  readonly name: string
  readonly cents: number
  /** The time of a transaction's step. Undefined: the step has not happened yet. */
  readonly at?: string | undefined
  readonly isBad?: boolean
}

/** The timeline of a transaction, from its fields: several captures or refunds are one step with their sum. */
export const TransactionTimeline = ({ of: transaction }: { of: Transaction }) => (
  <ol className="grid">
    {stepsOf(transaction).map(({ name, cents, at, isBad }, index, all) => (
      <li key={name} className="relative grid grid-cols-[0.75rem_1fr_auto] gap-x-3 pb-4 last:pb-0">
        {index < all.length - 1 && (
          <span aria-hidden className="absolute top-3 bottom-[-0.375rem] left-[0.3125rem] w-0.5 bg-line" />
        )}
        <Dot isDone={at !== undefined} isBad={isBad === true} />
        <div>
          <p className={joinClassNames(at === undefined && 'text-quiet')}>{name}</p>
          {at !== undefined && (
            <p className="text-sm text-quiet">
              <RelativeTime at={at} />
            </p>
          )}
        </div>
        <Amount isOpen={at === undefined}>
          <Money cents={cents} currency={transaction.currency} />
        </Amount>
      </li>
    ))}
  </ol>
)

const Dot = ({ isDone, isBad }: { isDone: boolean; isBad: boolean }) => (
  <span
    aria-hidden
    className={joinClassNames(
      'relative mt-1.5 size-3 rounded-full',
      !isDone && 'border-2 border-strong-line bg-sheet',
      isDone && (isBad ? 'bg-bad' : 'bg-good'),
    )}
  />
)

const Amount = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <p className={joinClassNames('text-right', isOpen && 'text-quiet')}>{children}</p>
)

function stepsOf(transaction: Transaction): Step[] {
  const { type, status, amount, authorizedAmount, settledAmount, refundedAmount, createdAt, updatedAt } = transaction
  if (type === 'credit') return [{ name: 'Credited', cents: amount, at: createdAt }]
  if (status === 'declined') return [{ name: 'Declined', cents: amount, at: createdAt, isBad: true }]
  const first = type === 'force_capture' ? 'Captured without an authorization' : 'Authorized'
  const steps: Step[] = [
    { name: first, cents: type === 'force_capture' ? settledAmount : authorizedAmount, at: createdAt },
  ]
  if (settledAmount > 0 && type !== 'force_capture')
    steps.push({
      name: status === 'pending' ? 'Captured in part' : 'Captured',
      cents: settledAmount,
      at: transaction.settledAt ?? updatedAt,
    })
  if (status === 'pending') steps.push({ name: 'Held, waits to be captured', cents: authorizedAmount - settledAmount })
  if (status === 'reversed') steps.push({ name: 'Reversed', cents: amount, at: updatedAt })
  if (status === 'expired') steps.push({ name: 'Hold expired', cents: amount, at: updatedAt })
  if (refundedAmount > 0) steps.push({ name: 'Refunded', cents: refundedAmount, at: updatedAt })
  return steps
}
