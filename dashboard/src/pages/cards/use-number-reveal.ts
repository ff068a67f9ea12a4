import type { CardCredentials } from '@purser/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { purser } from '../../api/client.ts'
import { signNumberRead } from '../../api/sign-in/passkeys.ts'
import { numberReadNeedsPasskeyQuery } from './takes-passkey.ts'

const SHOWN_SECONDS = 30
const TICK_MS = 250

interface Shown {
  readonly credentials: CardCredentials
  readonly until: number
}

export interface CardNumberRevealPurpose {
  readonly purpose: string
  readonly intentId?: string
}

/**
 * Shows a card's number for half a minute, after the person has given a purpose and, if required, signed with a passkey. The number is in
 * no cache, and is gone when the page is left.
 */
export function useCardNumberReveal(cardId: string) {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown | null>(null)
  const left = useSecondsLeft(shown?.until ?? null, () => setShown(null))
  const reveal = async (purpose: CardNumberRevealPurpose): Promise<string | null> => {
    try {
      // The passkey comes before the request for access: a person who closes its dialog leaves no unused grant behind.
      const takesPasskey = await client.ensureQueryData(numberReadNeedsPasskeyQuery)
      const proof = takesPasskey ? await signNumberRead(cardId, purpose) : undefined
      const access = await purser.cards.requestAccess(cardId, purpose)
      if (access.decision === 'denied') return access.reasons.map(({ message }) => message).join(' ')
      const credentials = await purser.cards.details(cardId, { ...purpose, ...(proof && { proof }) })
      setShown({ credentials, until: Date.now() + SHOWN_SECONDS * 1000 })
      return null
    } finally {
      // The list of reads of the card's number also has refused reads, so it is reloaded after a refusal, too.
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
    // `onOver` only sets state, so a new function is no reason to start the timer again.
  }, [until])
  return left
}
