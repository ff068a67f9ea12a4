import { useState } from 'react'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { Button } from '../../ui/button.tsx'

const ChangeCostCenter = loadComponentLater(async () => (await import('./change-cost-center.tsx')).ChangeCostCenter)

interface CostCenterProps {
  level: PolicyLevel
  id: string
  /** The cost center of the customer, agent or card. Undefined: it has none of its own. */
  value: string | undefined
  /** True: the resource cannot be changed any more. */
  isFinal?: boolean
}

/** The cost center among the facts of a customer, an agent or a card. Admins can change it. */
export function CostCenter({ value, isFinal = false, ...of }: CostCenterProps) {
  const [changes, setChanges] = useState(false)
  const may = useHasRole('admin') && !isFinal
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="wrap-anywhere">{value ?? 'none of its own'}</span>
      {may && (
        <Button size="small" aria-label="Change the cost center" onClick={() => setChanges(true)}>
          Change
        </Button>
      )}
      {changes && <ChangeCostCenter {...of} value={value} onClose={() => setChanges(false)} />}
    </span>
  )
}
