import type { ReactNode } from 'react'
import { CodeBlock } from '../../../ui/code.tsx'
import { RuleVerdictMark } from '../../../ui/rule-verdict-mark.tsx'
import type { FirstStep } from './steps.ts'

/** A first step: whether it is done, its reason, its button, and the shell command that does it. */
export function FirstStepItem({ step, number, children }: { step: FirstStep; number: number; children: ReactNode }) {
  const { title, why, isDone, isNeeded, waitsFor, command } = step
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-line py-3 not-first:border-t">
      <StepMark isDone={isDone} number={number} />
      {isDone ? (
        <h3 className="self-center text-quiet">
          {title} <span className="sr-only">(done)</span>
        </h3>
      ) : (
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <h3 className="font-medium">
                {title}
                {!isNeeded && <span className="pl-2 text-sm font-normal text-quiet">can wait</span>}
              </h3>
              <p className="max-w-prose text-quiet">{waitsFor ?? why}</p>
            </div>
            {children}
          </div>
          {command && (
            <details>
              <summary className="w-fit cursor-pointer text-sm text-quiet hover:text-ink">
                As a command <span className="sr-only">({title})</span>
              </summary>
              <div className="pt-2">
                <CodeBlock text={command} label={`the command: ${title}`} />
              </div>
            </details>
          )}
        </div>
      )}
    </li>
  )
}

const StepMark = ({ isDone, number }: { isDone: boolean; number: number }) =>
  isDone ? (
    <span className="grid size-7 place-items-center">
      <RuleVerdictMark passed />
    </span>
  ) : (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-accent-wash text-sm font-semibold text-accent"
    >
      {number}
    </span>
  )
