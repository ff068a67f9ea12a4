import type { Shadow } from '@purser/client'
import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'
import { confirmedByPasskey } from './sign-in/passkeys.ts'
import type { PolicyLevel } from './level-queries.ts'

const shadowOf: Readonly<Record<PolicyLevel, (id: string, options: { signal: AbortSignal }) => Promise<Shadow>>> = {
  customer: (id, options) => purser.customers.shadow(id, options),
  agent: (id, options) => purser.agents.shadow(id, options),
  card: (id, options) => purser.cards.shadow(id, options),
}

/** The reload interval of a shadow policy's statistics. Counting reads up to 100,000 purchases, so it is not repeated with every event. */
const AGAIN_MS = 30_000

/** The query of how often a shadow policy has decided otherwise than the policy, and at which purchases. */
export const shadowQuery = (level: PolicyLevel, id: string) =>
  queryOptions({
    queryKey: ['shadows', level, id],
    queryFn: ({ signal }) => shadowOf[level](id, { signal }),
    refetchInterval: AGAIN_MS,
  })

export const promoteShadow: Readonly<Record<PolicyLevel, (id: string) => Promise<unknown>>> = {
  customer: (id) => confirmedByPasskey((proof) => purser.customers.promoteShadow(id, proof)),
  agent: (id) => confirmedByPasskey((proof) => purser.agents.promoteShadow(id, proof)),
  card: (id) => confirmedByPasskey((proof) => purser.cards.promoteShadow(id, proof)),
}
