import type { ReactNode } from 'react'
import { JustChangedContext, useInputGuard } from '../../lib/input/input-guard.ts'

interface GuardedProps {
  /** The id and the content of what people decide in the region. A change of it guards the region. */
  shown: string
  className?: string
  children: ReactNode
}

/** A region in which people decide. For a moment after its subject has changed, nothing in it can be pressed. */
export function DecisionGuard({ shown, className, children }: GuardedProps) {
  const [element, isNew] = useInputGuard<HTMLDivElement>(shown, true)
  return (
    <div ref={element} data-guarded="decisions" data-shown={shown} data-new={isNew || undefined} className={className}>
      <JustChangedContext value={isNew ? 'decisions' : undefined}>{children}</JustChangedContext>
    </div>
  )
}
