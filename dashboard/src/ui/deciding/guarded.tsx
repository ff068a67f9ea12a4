import type { ReactNode } from 'react'
import { IsNew, useGuard } from '../../lib/input/input-guard.ts'

interface GuardedProps {
  /** The id and the content of the shown subject: another value makes the region new. */
  shown: string
  className?: string
  children: ReactNode
}

/** A part of a page in which people decide about what it shows. What is new cannot be decided about yet. */
export function Guarded({ shown, className, children }: GuardedProps) {
  const [element, isNew] = useGuard<HTMLDivElement>(shown, true)
  return (
    <div ref={element} data-guarded="decisions" data-shown={shown} data-new={isNew || undefined} className={className}>
      <IsNew value={isNew ? 'decisions' : undefined}>{children}</IsNew>
    </div>
  )
}
