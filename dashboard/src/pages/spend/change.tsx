import { changeText } from './change-text.ts'

/** How much more or less than before. More is no better or worse than less, so it has no colour. */
export const Change = ({ now, before }: { now: number; before: number }) => (
  <span className="whitespace-nowrap tabular-nums">{changeText(now, before)}</span>
)
