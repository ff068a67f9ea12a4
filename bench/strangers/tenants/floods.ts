import fc from 'fast-check'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { namesOf, usualRequestFor } from '../../../test/fuzz/requests.ts'
import type { TenantFloodRequest } from './flood.ts'
import { newMerchantName, type HostileTenant, type TenantKeyRole } from './hostile-tenant.ts'

/** A flood is a series of requests that a tenant sends again and again. */
export interface TenantFlood {
  readonly name: string
  readonly requests: readonly TenantFloodRequest[]
}

const REQUESTS = 64

/** The floods of requests for which the tenant's data was made: for each kind of costly data, the request that has to work the most. */
export function costlyTenantFloods(tenant: HostileTenant): TenantFlood[] {
  const { customerId, agentId, onePriceCardId, oneShapeCardId, manyMerchantsCardIds, manyIntentsCardIds } = tenant
  const heavy = (
    name: string,
    role: TenantKeyRole,
    request: (n: number) => { method?: string; path: string; body?: object },
  ): TenantFlood => ({
    name,
    requests: Array.from({ length: REQUESTS }, (_, n) => {
      const { method = 'POST', path, body } = request(n)
      return asRole(tenant, role, n, {
        method,
        path: `/v1${path}`,
        body: body === undefined ? null : JSON.stringify(body),
      })
    }),
  })
  const purchase = (cardId: string | undefined) => ({
    cardId,
    amount: 1,
    merchant: { name: newMerchantName(), mcc: '5999' },
  })
  const year = new Date(Date.now() - 300 * 86_400_000).toISOString()
  return [
    heavy('purchases at one price', 'network', () => ({
      path: '/network/authorizations',
      body: purchase(onePriceCardId),
    })),
    heavy('evaluations at one price', 'agent', () => ({ path: '/spend/evaluate', body: purchase(onePriceCardId) })),
    heavy('backtests of them', 'read', () => ({
      path: '/policies/backtest',
      body: { level: 'card', id: onePriceCardId, policy: { duplicateWindowMinutes: 5_256_000 } },
    })),
    heavy('a policy with lists of one shape', 'agent', () => ({
      method: 'GET',
      path: `/cards/${oneShapeCardId}/policy`,
    })),
    heavy('requests for a change of them', 'agent', (n) => ({
      path: '/change-requests',
      body: { cardId: oneShapeCardId, wanted: { limits: { perDay: 2000 + n } }, why: 'More seats' },
    })),
    heavy('lists of these requests', 'agent', () => ({ method: 'GET', path: '/change-requests' })),
    heavy('purchases with many merchants before', 'network', (n) => ({
      path: '/network/authorizations',
      body: purchase(manyMerchantsCardIds[n % manyMerchantsCardIds.length]),
    })),
    heavy('evaluations beside many waiting intents', 'agent', (n) => ({
      path: '/spend/evaluate',
      body: purchase(manyIntentsCardIds[n % manyIntentsCardIds.length]),
    })),
    heavy('sums of ten months by merchant', 'read', () => ({
      method: 'GET',
      path: `/stats/spend?bucket=range&groupBy=merchant&from=${year}`,
    })),
    heavy('exposures', 'read', (n) => ({
      method: 'GET',
      path: n % 2 === 0 ? `/agents/${agentId}/exposure` : `/customers/${customerId}/exposure`,
    })),
  ]
}

/** Makes a flood for each operation that an API key of the tenant may send, so that a new operation has one, too. */
export function tenantFloodsByOperation(tenant: HostileTenant, seed: number): TenantFlood[] {
  const names = namesOf(worldOf(tenant))
  const all = (Object.entries(operations) as [OperationName, Operation][]).filter(([, operation]) =>
    isFlooded(operation),
  )
  return all
    .toSorted(([, a], [, b]) => harm(a) - harm(b))
    .map(([name, operation]) => {
      const role = operation.roles.find((each): each is TenantKeyRole => each in tenant.keys) as TenantKeyRole
      const sample = fc.sample(usualRequestFor(operation, names), { seed, numRuns: REQUESTS })
      return { name, requests: sample.map((request, n) => asRole(tenant, role, n, request)) }
    })
}

const KEYS: ReadonlySet<string> = new Set(['admin', 'approver', 'read', 'agent', 'network'])
const isFlooded = ({ roles, testClockOnly }: Operation): boolean =>
  testClockOnly !== true && roles.some((role) => KEYS.has(role))

/**
 * A rank by which operations are sorted so that those which end or stop something come last: earlier floods need the data that these
 * remove.
 */
const harm = ({ method, path, endsKeys }: Operation): number => {
  if (path.startsWith('/account/stop') || endsKeys === true) return 3
  if (method === 'DELETE' || /\/(?:close|cancel|reject|freeze)$/.test(path)) return 2
  return method === 'GET' ? 0 : 1
}

const asRole = (
  { keys }: HostileTenant,
  role: TenantKeyRole,
  n: number,
  request: { readonly method: string; readonly path: string; readonly body: string | null },
): TenantFloodRequest => ({
  ...request,
  headers: { authorization: `Bearer ${keys[role][n % keys[role].length]}`, 'content-type': 'application/json' },
})

/** Gives random requests the ids of the hostile tenant's customers, agents and cards. */
function worldOf(tenant: HostileTenant): Parameters<typeof namesOf>[0] {
  const { customerId, agentId, onePriceCardId, oneShapeCardId, manyMerchantsCardIds, manyIntentsCardIds } = tenant
  const ids: Readonly<Record<string, readonly string[]>> = {
    cust: [customerId],
    agt: [agentId],
    card: [onePriceCardId, oneShapeCardId, ...manyMerchantsCardIds, ...manyIntentsCardIds],
    ...tenant.learned,
  }
  return {
    id: (prefix, choice) => ids[prefix]?.[choice % ids[prefix].length] ?? `${prefix}_${'0'.repeat(26)}`,
    pan: () => '4242424242424242',
  }
}
