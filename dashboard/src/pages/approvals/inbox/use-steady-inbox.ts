import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { WaitingInboxRequest } from '../../../api/approvals/waiting.ts'
import { emptyInbox, type InboxEvent, steadyInboxAfter } from '../../../api/approvals/steady-inbox.ts'

/** A mark in the browser's history state: the URL was changed because the inbox chose another request, and does not choose one itself. */
const FOLLOWS = 'follows'

interface Answer {
  /** The requests in the inbox's order. The array stays the same until an answer brings other requests. Undefined: not loaded yet. */
  readonly rows: readonly WaitingInboxRequest[] | undefined
  readonly hasMore: boolean
}

/**
 * The inbox as the person sees it. A request that the person chose is in the URL; the one that was chosen at first is not, and stays chosen
 * as well.
 */
export function useSteadyInbox({ rows, hasMore }: Answer) {
  const [search, setSearch] = useSearchParams()
  const { state: leads } = useLocation()
  const named = search.get('at')
  const [inbox, setInbox] = useState(() => emptyInbox<WaitingInboxRequest>(named ?? undefined))
  const [seen, setSeen] = useState<{ rows?: readonly WaitingInboxRequest[]; named: string | null }>({ named })
  if (rows !== seen.rows || named !== seen.named) {
    setSeen({ ...(rows && { rows }), named })
    const isLed = named !== null && named !== seen.named && leads !== FOLLOWS
    let next = isLed ? steadyInboxAfter(inbox, { type: 'chose', id: named }) : inbox
    if (rows !== undefined && rows !== seen.rows)
      next = steadyInboxAfter(next, { type: 'listed', listed: { rows, hasMore } })
    setInbox(next)
  }
  const act = (event: Exclude<InboxEvent<WaitingInboxRequest>, { type: 'listed' }>) => {
    const next = steadyInboxAfter(inbox, event)
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
