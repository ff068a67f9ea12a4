import { cardName, customerName } from '../../api/names.ts'
import type { Agent, Card, Customer } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { agentQuery, cardQuery, customerQuery, type PolicyLevel, policyQuery } from '../../api/level-queries.ts'
import type { PolicyCascadeLevel } from '../../lib/cascade-rows.ts'
import { flattenPolicy, type PolicyAndCaps, policyAndCapsOf } from '../../lib/policy-fields.ts'

/** A customer, agent or card with the levels above it, and the effective policy. */
export function useLevelWithPolicies(level: PolicyLevel, id: string) {
  const card = useQuery({ ...cardQuery(id), enabled: level === 'card' })
  const agentId = level === 'agent' ? id : (card.data?.agentId ?? undefined)
  const agent = useQuery({ ...agentQuery(agentId ?? ''), enabled: agentId !== undefined })
  const customerId = level === 'customer' ? id : ((card.data ?? agent.data)?.customerId ?? undefined)
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== undefined })
  const summary = useQuery(policyQuery(level, id))
  const own = { card, agent, customer }[level]
  const levels = [
    customer.data && levelOf('customer', customerName(customer.data), customer.data),
    agent.data && levelOf('agent', agent.data.name, agent.data),
    card.data && levelOf('card', cardName(card.data), card.data),
  ].filter((one) => one !== undefined)
  const isWhole = [customer, agentId === undefined ? own : agent, own].every(({ data }) => data !== undefined)
  const error =
    [own, customer, ...(agentId === undefined ? [] : [agent]), summary].find((query) => query.error)?.error ?? null
  const refetch = () => [own, customer, summary].forEach((query) => void query.refetch())
  const { currency } = customer.data ?? {}
  return { levels: isWhole ? levels : undefined, currency, summary: summary.data, error, refetch, own: own.data }
}

function levelOf(level: PolicyLevel, name: string, record: Customer | Agent | Card): PolicyCascadeLevel {
  return { level, name, href: levelPagePath(level, record.id), fields: flattenPolicy(policyAndCapsOf(record)) }
}

export const levelPagePath = (level: PolicyLevel, id: string) => `/${level}s/${id}`

/** The effective policy as a flat record of fields, as the cascade shows it. */
export const effectivePolicyFields = (effective: object) =>
  flattenPolicy({ policy: effective as PolicyAndCaps['policy'], limits: {} })
