import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Waiting } from '../../../api/approvals/waiting.ts'
import { emptyInbox, type InboxEvent, steadyInbox } from '../../../api/approvals/steady-inbox.ts'

/** Marks a change of the address as one that follows the inbox, and does not lead it. */
const FOLLOWS = 'follows'

interface Answer {
  /** In the order of the list; the same ones as long as no answer has brought others. Undefined: not read yet. */
  readonly rows: readonly Waiting[] | undefined
  readonly hasMore: boolean
}

/** The inbox as its person sees it. What they have moved to is in the URL; what was chosen at first is not, and stays as well. */
export function useSteadyInbox({ rows, hasMore }: Answer) {
  const [search, setSearch] = useSearchParams()
  const { state: leads } = useLocation()
  const named = search.get('at')
  const [inbox, setInbox] = useState(() => emptyInbox<Waiting>(named ?? undefined))
  const [seen, setSeen] = useState<{ rows?: readonly Waiting[]; named: string | null }>({ named })
  if (rows !== seen.rows || named !== seen.named) {
    setSeen({ ...(rows && { rows }), named })
    const isLed = named !== null && named !== seen.named && leads !== FOLLOWS
    let next = isLed ? steadyInbox(inbox, { type: 'chose', id: named }) : inbox
    if (rows !== undefined && rows !== seen.rows)
      next = steadyInbox(next, { type: 'listed', listed: { rows, hasMore } })
    setInbox(next)
  }
  const act = (event: Exclude<InboxEvent<Waiting>, { type: 'listed' }>) => {
    const next = steadyInbox(inbox, event)
    setInbox(next)
    if (next.chosenId === inbox.chosenId) return
    setSearch(
      (current) => {
        const params = new URLSearchParams(current)
        if (next.chosenId === undefined) params.delete('at')
        else params.set('at', next.chosenId)
        return params
      },
      { replace: true, preventScrollReset: true, state: FOLLOWS },
    )
  }
  return { inbox, act }
}
