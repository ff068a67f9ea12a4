import { amountChangeText } from './amount-change-text.ts'

/** The change of an amount against the compared range. It has no colour, because more spend is neither better nor worse. */
export const SpendAmountChange = ({ now, before }: { now: number; before: number }) => (
  <span className="whitespace-nowrap tabular-nums">{amountChangeText(now, before)}</span>
)
