import type { Approval } from '@purser/client'
import { cardNameWithDigits, useCard } from '../../api/names.ts'
import { formatMoney } from '../../lib/format.ts'
import { intentAmount, intentCeiling } from '../../lib/intent-amount.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { withMarkedCharacters } from '../../lib/marked.ts'

/** An approval in one line: `$40.00 at Example Books`. */
export const approvalHeadline = ({ subject }: Approval): string =>
  `${intentAmount(subject, 'Any amount')} at ${withMarkedCharacters(subject.expectedMerchant ?? 'any merchant')}`

/** The site on which the card number may be entered, in type as large as the merchant's, because the agent chooses both. */
export function ApprovalExpectedSite({ of: { subject, originSeen } }: { of: Approval }) {
  const { expectedOrigin } = subject
  return (
    <p className="text-xl font-semibold tracking-tight wrap-anywhere">
      {expectedOrigin === undefined ? (
        <span className="text-warn">No site was given for the card number</span>
      ) : (
        <>
          Card number on <UntrustedText text={expectedOrigin} />
          {originSeen !== true && <span className="text-warn"> · new for this customer</span>}
        </>
      )}
    </p>
  )
}

/** The label of an approval's card, with the last digits once they are loaded. */
export function ApprovalCard({ of: { cardId, cardLabel } }: { of: Approval }) {
  const card = useCard(cardId)
  return <UntrustedText text={card ? cardNameWithDigits(card) : (cardLabel ?? '')} />
}

/** An approval as lines of text, to compare it with an older state. */
export const approvalTextLines = (approval: Approval): readonly (readonly [name: string, text: string])[] => {
  const { subject, cardLabel } = approval
  return [
    ['Purchase', approvalHeadline(approval)],
    ['Approves', intentCeiling(subject)],
    ['Card number on', subject.expectedOrigin ?? 'no site given'],
    ['Purpose', subject.purpose],
    ...(subject.expectedMccs?.length ? [['Categories', subject.expectedMccs.join(', ')] as const] : []),
    ...(subject.items ?? []).map(({ description, quantity, amount }, at) => {
      const money = amount === undefined ? '' : `, ${formatMoney(amount, subject.expectedCurrency ?? 'usd')}`
      return [`Item ${at + 1}`, `${quantity ?? 1} × ${description}${money}`] as const
    }),
    ...(cardLabel === undefined ? [] : [['Card', cardLabel] as const]),
    ...(subject.exception ? [['Lifts', JSON.stringify(subject.exception.lifts)] as const] : []),
  ]
}
