import { nobodys, of, secretOf } from '../documented.ts'
import { shown, type Step } from '../step.ts'
import { traveller } from './people.ts'

/** Their secrets, in the order in which the story makes them. That of the agent, the first, is used by nobody. */
export const approverSecret = secretOf(2)
export const slowSecret = secretOf(3)
export const elsewhereSecret = secretOf(4)
export const shortSecret = secretOf(5)

const key = (keyId: string) => ({ path: { keyId } })
const agentKey = key(of('key', 2))
export const slowKey = key(of('key', 4))

/** Who may call the API. */
export const keys: readonly Step[] = [
  shown('createApiKey', 'ofAgent', 'For one agent, and nothing else', {
    body: { name: 'Travel agent', role: 'agent', agentId: traveller },
  }),
  shown('createApiKey', 'approver', 'For a person who approves', {
    body: { name: 'Head of office', role: 'approver' },
  }),
  shown('createApiKey', 'limited', 'With a number of requests a minute', {
    body: { name: 'Nightly report', role: 'read', tier: 'enterprise', requestsPerMinute: 1 },
  }),
  shown('createApiKey', 'fromNetwork', 'Used from one network alone', {
    body: { name: 'Bookkeeping', role: 'read', allowedAddresses: ['203.0.113.0/24'] },
  }),
  shown('createApiKey', 'ending', 'With an end', {
    body: { name: 'Auditor', role: 'read', expiresAt: '2026-03-02T09:30:00Z' },
  }),
  shown('listApiKeys', 'newest', 'The two newest', { query: { limit: 2 } }),
  shown('getApiKey', 'ofAgent', 'A key, without its secret', agentKey),
  shown('getOwnApiKey', 'admin', 'The key that asks', {}),
  shown('getApiKey', 'unknown', 'An id that is not there', { ...key(nobodys('key')), status: 404 }),
]

/** At the end of the story, when nobody needs them any more. */
export const endsOfKeys: readonly Step[] = [
  shown('rotateApiKey', 'overlap', 'A new secret; the old one is good for an hour', {
    ...agentKey,
    body: { overlapMinutes: 60 },
  }),
  shown('revokeApiKey', 'revoked', 'A key that was lost', agentKey),
]
