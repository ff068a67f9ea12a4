import type { Approval } from '@purser/client'
import { fullCardName, useCard } from '../../api/names.ts'
import { formatMoney } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { OthersText } from '../../ui/others-text.tsx'
import { marked } from '../../lib/marked.ts'

/** How much it is about: `$40.00`, or that the agent named nothing. */
export const Asked = ({ of: { subject } }: { of: Approval }) =>
  subject.expectedAmount === undefined ? (
    <span className="whitespace-nowrap">Any amount</span>
  ) : (
    <Money cents={subject.expectedAmount} currency={subject.expectedCurrency ?? 'usd'} />
  )

/** In one line: `$40.00 at Example Books`. */
export function headline({ subject }: Approval): string {
  const amount =
    subject.expectedAmount === undefined
      ? 'Any amount'
      : formatMoney(subject.expectedAmount, subject.expectedCurrency ?? 'usd')
  return `${amount} at ${marked(subject.expectedMerchant ?? 'any merchant')}`
}

/** What is approved: the most that the purchase may come to. */
export function ceilingOf({ subject: { ceiling, expectedCurrency } }: Approval): string {
  return ceiling === undefined
    ? 'any amount within the limits'
    : `up to ${formatMoney(ceiling, expectedCurrency ?? 'usd')}`
}

/** Where the card number may be entered, as large as the merchant: the agent says both. */
export function Site({ of: { subject, originSeen } }: { of: Approval }) {
  const { expectedOrigin } = subject
  return (
    <p className="text-xl font-semibold tracking-tight wrap-anywhere">
      {expectedOrigin === undefined ? (
        <span className="text-warn">It names no site where the card number is entered</span>
      ) : (
        <>
          Card number on <bdi>{expectedOrigin}</bdi>
          {originSeen !== true && <span className="text-warn"> · new for this customer</span>}
        </>
      )}
    </p>
  )
}

/** The card's label, with the last digits once they are known. */
export function ApprovalCard({ of: { cardId, cardLabel } }: { of: Approval }) {
  const card = useCard(cardId)
  return <OthersText text={card ? fullCardName(card) : (cardLabel ?? '')} />
}

/** What is approved, part by part. */
export const linesOf = (approval: Approval): readonly (readonly [name: string, text: string])[] => {
  const { subject, cardLabel } = approval
  return [
    ['Purchase', headline(approval)],
    ['Approves', ceilingOf(approval)],
    ['Card number on', subject.expectedOrigin ?? 'no site is named'],
    ['For', subject.purpose],
    ...(subject.expectedMccs?.length ? [['Categories', subject.expectedMccs.join(', ')] as const] : []),
    ...(subject.items ?? []).map(({ description, quantity, amount }, at) => {
      const money = amount === undefined ? '' : `, ${formatMoney(amount, subject.expectedCurrency ?? 'usd')}`
      return [`Item ${at + 1}`, `${quantity ?? 1} × ${description}${money}`] as const
    }),
    ...(cardLabel === undefined ? [] : [['Card', cardLabel] as const]),
  ]
}
