import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Agent, Card, Customer, Invitation } from '@purser/client'
import { externalIssuers } from '../../../../../src/issuers/names.ts'
import { accountQuery } from '../../../api/account.ts'
import { budgetsQuery } from '../../../api/budgets.ts'
import { purser } from '../../../api/client.ts'
import { newestKeysQuery } from '../../../api/keys.ts'
import { ownPasskeysQuery } from '../../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../../api/sign-in/session.ts'
import { OVERVIEW_BUDGET_COUNT } from '../budgets.tsx'

/** Which first steps of an account are done, and the newest customer, agent and so on, with which the next step begins. */
export interface FirstStepsSetup {
  readonly customer: Customer | undefined
  readonly agent: Agent | undefined
  readonly card: Card | undefined
  /** Whether the account has never had a customer. */
  readonly isEmpty: boolean
  readonly hasLimit: boolean
  readonly hasBought: boolean
  readonly hasCalled: boolean
  readonly hasInvited: boolean
  readonly hasPasskey: boolean
  readonly hasIssuer: boolean
  /** Settings as `VARIABLE=placeholder`, which people fill in and export to connect Purser to the first issuer of the list. */
  readonly issuerSettings: readonly string[]
}

/** The state of the account's first steps. Undefined while it is loading. Data that the viewer's role may not read count as missing. */
export function useFirstStepsSetup(hasBoughtLately: boolean): FirstStepsSetup | undefined {
  const enabled = useHasRole('admin')
  const customers = useQuery({ ...newestCustomerQuery, enabled })
  const anyCustomer = useQuery({ ...anyCustomerQuery, enabled })
  const agents = useQuery({ ...newestAgentQuery, enabled })
  const cards = useQuery({ ...newestCardQuery, enabled })
  const people = useQuery({ ...peopleQuery, enabled })
  const isAlone = people.data?.data.length === 1
  const invitations = useQuery({ ...invitationsQuery, enabled: enabled && isAlone })
  const keys = useQuery({ ...newestKeysQuery, enabled })
  // The overview requests budgets, passkeys and the account anyway, so the first steps cost no request of their own.
  const budgets = useQuery({ ...budgetsQuery(OVERVIEW_BUDGET_COUNT), enabled })
  const passkeys = useQuery(ownPasskeysQuery)
  const account = useQuery(accountQuery)
  const words = useQuery({ ...issuerWordsQuery, enabled })
  const asked = [customers, anyCustomer, agents, cards, people, invitations, keys, budgets, passkeys, account, words]
  if (asked.some(({ isLoading }) => isLoading)) return undefined
  const [customer, agent, card] = [customers.data?.data[0], agents.data?.data[0], cards.data?.data[0]]
  return {
    customer,
    agent,
    card,
    isEmpty: anyCustomer.data?.data.length === 0,
    hasLimit: (budgets.data?.data.length ?? 0) > 0 || [customer, agent, card].some(isLimited),
    hasBought: hasBoughtLately || typeof card?.firstSpendAt === 'string',
    hasCalled: keys.data?.data.some(({ role, lastUsedAt }) => role === 'agent' && lastUsedAt !== undefined) ?? false,
    hasInvited: (people.data?.data.length ?? 0) > 1 || (invitations.data?.data.some(isOpen) ?? false),
    // The step "passkey" counts as done although a new passkey cannot confirm anything for a while.
    hasPasskey:
      passkeys.data !== undefined && (passkeys.data.confirmsAnywhere || passkeys.data.waitsHere !== undefined),
    hasIssuer: account.data?.issuers?.some(({ name }) => name !== 'purser') ?? false,
    issuerSettings: externalIssuers.slice(0, 1).flatMap((name) => words.data?.issuerSettingLines(name) ?? []),
  }
}

/** The query of the words about issuers. Their script is loaded when the first steps are shown, not with the first page. */
const issuerWordsQuery = queryOptions({
  queryKey: ['issuer-words'],
  queryFn: () => import('../../../lib/issuer-settings.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
/** The query of whether the account has a customer. The overview has the same query, so it is one request. */
const anyCustomerQuery = queryOptions({
  queryKey: ['customers', { limit: 1 }],
  queryFn: ({ signal }) => purser.customers.list({ limit: 1 }, { signal }),
})
/** The query of the newest active customer: whether there is one, and with which the next step begins. */
const newestCustomerQuery = queryOptions({
  queryKey: ['customers', { limit: 1, status: 'active' }],
  queryFn: ({ signal }) => purser.customers.list({ limit: 1, status: 'active' }, { signal }),
})
const newestAgentQuery = queryOptions({
  queryKey: ['agents', { limit: 1, status: 'active' }],
  queryFn: ({ signal }) => purser.agents.list({ limit: 1, status: 'active' }, { signal }),
})
const newestCardQuery = queryOptions({
  queryKey: ['cards', { limit: 1, status: 'active' }],
  queryFn: ({ signal }) => purser.cards.list({ limit: 1, status: 'active' }, { signal }),
})
const peopleQuery = queryOptions({
  queryKey: ['people', { limit: 2 }],
  queryFn: ({ signal }) => purser.people.list({ limit: 2 }, { signal }),
})
const invitationsQuery = queryOptions({
  queryKey: ['invitations', { limit: 10 }],
  queryFn: ({ signal }) => purser.invitations.list({ limit: 10 }, { signal }),
})

/**
 * Whether an invitation is pending and sent to somebody. The first owner's link, which Purser prints at its start, has no address and does
 * not count.
 */
const isOpen = ({ status, email }: Invitation): boolean => status === 'pending' && email !== undefined

const isLimited = (of: Customer | Agent | Card | undefined): boolean =>
  [of?.limits, of?.policy.limits].some((limits) => Object.keys(limits ?? {}).length > 0)
