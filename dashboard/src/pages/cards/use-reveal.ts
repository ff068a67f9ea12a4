import type { CardCredentials } from '@purser/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { purser } from '../../api/client.ts'
import { signLook } from '../../api/sign-in/passkeys.ts'
import { takesPasskeyQuery } from './takes-passkey.ts'

const SHOWN_SECONDS = 30
const TICK_MS = 250

interface Shown {
  readonly credentials: CardCredentials
  readonly until: number
}

export interface Purpose {
  readonly purpose: string
  readonly intentId?: string
}

/** A look at a card's number: after a purpose and, where it takes one, a passkey, for half a minute. It is in no cache, and gone with the page. */
export function useReveal(cardId: string) {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown | null>(null)
  const left = useSecondsLeft(shown?.until ?? null, () => setShown(null))
  const reveal = async (purpose: Purpose): Promise<string | null> => {
    try {
      // Before anything is granted: what is let go by here leaves no grant behind.
      const takesPasskey = await client.ensureQueryData(takesPasskeyQuery)
      const proof = takesPasskey ? await signLook(cardId, purpose) : undefined
      const access = await purser.cards.requestAccess(cardId, purpose)
      if (access.decision === 'denied') return access.reasons.map(({ message }) => message).join(' ')
      const credentials = await purser.cards.details(cardId, { ...purpose, ...(proof && { proof }) })
      setShown({ credentials, until: Date.now() + SHOWN_SECONDS * 1000 })
      return null
    } finally {
      // Looks that were refused are looks, too.
      void client.invalidateQueries({ queryKey: ['cards', cardId, 'looks'] })
    }
  }
  return { shown: shown?.credentials ?? null, left, reveal, hide: () => setShown(null) }
}

function useSecondsLeft(until: number | null, onOver: () => void): number {
  const [left, setLeft] = useState(SHOWN_SECONDS)
  useEffect(() => {
    if (until === null) return undefined
    const tick = () => {
      const rest = Math.ceil((until - Date.now()) / 1000)
      if (rest <= 0) onOver()
      else setLeft(rest)
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
    // `onOver` only sets state.
  }, [until])
  return left
}
