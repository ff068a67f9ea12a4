import type { Approval } from '@purser/client'
import { liftInWords } from '../../../../src/domain/lift-in-words.ts'
import { formatMoney } from '../../lib/format.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

interface ExceptionNoteProps {
  of: Pick<NonNullable<Approval['subject']['exception']>, 'lifts'>
  currency: string | undefined
}

/** The rules that approving a purchase lifts for it alone, so that nobody takes an exception for a change of the rules. */
export const ExceptionNote = ({ of: { lifts }, currency }: ExceptionNoteProps) => (
  <section aria-label="Exception" className="grid gap-2 rounded-lg bg-warn-wash px-4 py-3">
    <p className="font-semibold text-warn">An exception for this purchase alone. No limit or list changes.</p>
    <p>Its rules would decline this purchase. Approving it lifts, once and up to the maximum:</p>
    <ul className="list-disc pl-5">
      {lifts.map((lift) => (
        <li key={`${lift.rule} ${lift.level} ${lift.code}`} className="wrap-anywhere">
          <UntrustedText text={liftInWords(lift, (cents) => formatMoney(cents, currency))} />{' '}
          <span className="text-sm text-quiet">({lift.level})</span>
        </li>
      ))}
    </ul>
  </section>
)
