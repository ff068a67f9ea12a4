import type { BacktestRulesChange } from './past.ts'

/** A caveat for readers of a backtest: something that its counts do not show. */
export interface BacktestNote {
  readonly code: 'intents_as_declared'
  readonly message: string
}

const INTENTS_AS_DECLARED: BacktestNote = {
  code: 'intents_as_declared',
  message:
    'Intents are taken as they were declared and decided. With `requireApproval` some of them would have waited for a person, and what the person would have decided is not known.',
}

/** Returns a backtest's notes about the tested change. If the change requires approvals, nobody knows how people would have decided. */
export const backtestNotes = ({ policy }: Pick<BacktestRulesChange, 'policy'>): BacktestNote[] =>
  policy?.requireApproval === true ? [INTENTS_AS_DECLARED] : []
