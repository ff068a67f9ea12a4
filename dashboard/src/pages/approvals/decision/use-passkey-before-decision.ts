import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IntentDecision } from '../../../api/approvals/decide.ts'
import { ownPasskeysQuery } from '../../../api/sign-in/passkeys.ts'

interface PasskeyFirstOptions {
  /** Whether the decision needs a passkey. */
  readonly isNeeded: boolean
  /** The decision that was refused because the person has no passkey here. */
  readonly refused: IntentDecision | undefined
  readonly decide: (made: IntentDecision) => void
}

/** Keeps a decision until a passkey of the person can confirm it, and then sends it. */
export function usePasskeyBeforeDecision({ isNeeded, refused, decide }: PasskeyFirstOptions) {
  const { data: own } = useQuery({ ...ownPasskeysQuery, enabled: isNeeded })
  const [asked, want] = useState<IntentDecision>()
  const kept = asked ?? refused
  const confirms = own?.confirmsHere ?? false
  useEffect(() => {
    if (!isNeeded || !confirms || kept === undefined) return
    want(undefined)
    decide(kept)
    // The effect sends the kept decision once, when a passkey becomes able to confirm.
  }, [confirms])
  return { isNeeded, own, isMissing: isNeeded && own !== undefined && !confirms, kept, want }
}
