import type { Change } from './past.ts'

/** What the counts of a backtest do not show, for whoever reads them. */
export interface BacktestNote {
  readonly code: 'intents_as_declared'
  readonly message: string
}

const INTENTS_AS_DECLARED: BacktestNote = {
  code: 'intents_as_declared',
  message:
    'Intents are taken as they were declared and decided. With `requireApproval` some of them would have waited for a person, and what the person would have decided is not known.',
}

/** The notes about a change: where it asks for approvals, what people would have decided is not known. */
export const notesOn = ({ policy }: Pick<Change, 'policy'>): BacktestNote[] =>
  policy?.requireApproval === true ? [INTENTS_AS_DECLARED] : []
