import { joinClassNames } from '../lib/classes.ts'

/** The sign for a rule's answer: approved or declined. A text beside it says the same. */
export const RuleVerdictMark = ({ passed, large = false }: { passed: boolean; large?: boolean }) => (
  <svg aria-hidden viewBox="0 0 20 20" className={joinClassNames('relative', large ? 'size-7' : 'size-5')}>
    <circle cx="10" cy="10" r="10" className={passed ? 'fill-good' : 'fill-bad'} />
    <path
      d={passed ? 'm5.5 10.4 3 3 6-6.4' : 'm6.5 6.5 7 7m0-7-7 7'}
      className="fill-none stroke-sheet stroke-2"
      strokeLinecap="round"
    />
  </svg>
)
