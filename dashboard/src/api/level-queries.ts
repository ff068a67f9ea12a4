import type { Budget, Exposure, PolicySummary } from '@purser/client'
import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

export type PolicyLevel = 'customer' | 'agent' | 'card'

export const customerQuery = (id: string) =>
  queryOptions({ queryKey: ['customers', id], queryFn: ({ signal }) => purser.customers.get(id, { signal }) })

export const agentQuery = (id: string) =>
  queryOptions({ queryKey: ['agents', id], queryFn: ({ signal }) => purser.agents.get(id, { signal }) })

/** The reload interval of a card whose issuer still has to be informed of a change: no event reports that this has been done. */
const ISSUER_LOOK_MS = 3_000

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', id],
    queryFn: ({ signal }) => purser.cards.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => ((data?.issuer?.pendingCalls ?? 0) > 0 ? ISSUER_LOOK_MS : false),
  })

const summaryOf: Readonly<
  Record<PolicyLevel, (id: string, options: { signal: AbortSignal }) => Promise<PolicySummary>>
> = {
  customer: (id, options) => purser.customers.policy(id, options),
  agent: (id, options) => purser.agents.policy(id, options),
  card: (id, options) => purser.cards.policy(id, options),
}

/** The query of a level's effective policy, with the level of each field, and the spent and remaining amounts. */
export const policyQuery = (level: PolicyLevel, id: string) =>
  queryOptions({ queryKey: ['policy', level, id], queryFn: ({ signal }) => summaryOf[level](id, { signal }) })

const exposureOf: Readonly<Record<PolicyLevel, (id: string, options: { signal: AbortSignal }) => Promise<Exposure>>> = {
  customer: (id, options) => purser.customers.exposure(id, options),
  agent: (id, options) => purser.agents.exposure(id, options),
  card: (id, options) => purser.cards.exposure(id, options),
}

/**
 * The query of a level's exposure: the most that could still be approved beneath it. Its key starts with `policy`, so that it is
 * invalidated together with the policy.
 */
export const exposureQuery = (level: PolicyLevel, id: string) =>
  queryOptions({
    queryKey: ['policy', 'exposure', level, id],
    queryFn: ({ signal }) => exposureOf[level](id, { signal }),
  })

const budgetOf: Readonly<Record<PolicyLevel, (id: string, options: { signal: AbortSignal }) => Promise<Budget>>> = {
  customer: (id, options) => purser.customers.budget(id, options),
  agent: (id, options) => purser.agents.budget(id, options),
  card: (id, options) => purser.cards.budget(id, options),
}

/** The query of a level's budget. Its key starts with `policy`, so that it is invalidated together with the policy. */
export const budgetQuery = (level: PolicyLevel, id: string) =>
  queryOptions({ queryKey: ['policy', 'budget', level, id], queryFn: ({ signal }) => budgetOf[level](id, { signal }) })
