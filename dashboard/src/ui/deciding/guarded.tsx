import type { ReactNode } from 'react'
import { ControlsDisabledByChangeContext, useInputGuard } from '../../lib/input/input-guard.ts'

interface GuardedProps {
  /** The id and the content of what people decide in the region. A change of it guards the region. */
  shown: string
  className?: string
  children: ReactNode
}

/** A region in which people decide. For a moment after its subject has changed, nothing in it can be pressed. */
export function DecisionInputGuard({ shown, className, children }: GuardedProps) {
  const [element, isNew] = useInputGuard<HTMLDivElement>(shown, true)
  return (
    <div ref={element} data-guarded="decisions" data-shown={shown} data-new={isNew || undefined} className={className}>
      <ControlsDisabledByChangeContext value={isNew ? 'decisions' : undefined}>
        {children}
      </ControlsDisabledByChangeContext>
    </div>
  )
}
