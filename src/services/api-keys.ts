import type { ApiKey } from '../contract/api-keys.ts'
import { ApiError, invalidRequest } from '../contract/errors.ts'
import type { InputOf, OutputOf } from '../contract/operations.ts'
import { MINUTE_MS, timestamp } from '../lib/clock.ts'
import { lockAgent } from '../store/agents.ts'
import {
  findApiKey,
  listApiKeys as listRows,
  lockApiKey,
  revokeApiKey as revokeRow,
  rotateSecret,
} from '../store/api-keys.ts'
import type { ApiKeyRow } from '../store/tables.ts'
import type { ReadService, WriteContext, WriteService } from './request/context.ts'
import { read, write } from './request/handler.ts'
import { instant } from './instant.ts'
import { issueKey } from './issue-key.ts'
import { hashSecret, newSecret } from './key-secret.ts'
import { found } from './ownership.ts'
import { paginate } from './request/pagination.ts'

const DEFAULT_OVERLAP_MINUTES = 1440

/** All that keys need of a context: `purser keys` has no more. */
export type KeyContext = Pick<WriteContext, 'tx' | 'clock' | 'ids' | 'principal'>

export const createApiKey = async (
  context: KeyContext,
  { body }: InputOf<'createApiKey'>,
): Promise<OutputOf<'createApiKey'>> => {
  checkTier(body)
  const { key, secret } = await issueKey(context.tx, {
    accountId: context.principal.accountId,
    name: body.name,
    role: body.role,
    agentId: await boundAgent(context, body),
    ...(body.tier === undefined ? {} : { tier: body.tier }),
    requestsPerMinute: body.requestsPerMinute ?? null,
    expiresAt: instant('expiresAt', body.expiresAt) ?? null,
    ids: context.ids,
  })
  return { ...apiKeyView(key), secret }
}

export const listApiKeys: ReadService<'listApiKeys'> = async (context, { query }) => {
  return paginate(context, {
    name: 'listApiKeys',
    query,
    load: (page) => listRows(context.db, context.principal.accountId, page),
    view: apiKeyView,
  })
}

const getApiKey: ReadService<'getApiKey'> = async ({ db, principal }, { params }) =>
  apiKeyView(found(await findApiKey(db, principal.accountId, params.keyId), 'api_key_not_found'))

/** Ends a key. It stays listed with `revokedAt`; ending it again changes nothing. */
export const revokeApiKey = async (
  { tx, clock, principal }: KeyContext,
  { params }: InputOf<'revokeApiKey'>,
): Promise<OutputOf<'revokeApiKey'>> => {
  const key = found(await lockApiKey(tx, principal.accountId, params.keyId), 'api_key_not_found')
  if (key.revoked_at !== null) return apiKeyView(key)
  const revoked = { ...key, revoked_at: clock.now() }
  await revokeRow(tx, key.id, revoked.revoked_at)
  return apiKeyView(revoked)
}

const rotateApiKey: WriteService<'rotateApiKey'> = async ({ tx, clock, principal }, { params, body }) => {
  const key = found(await lockApiKey(tx, principal.accountId, params.keyId), 'api_key_not_found')
  if (key.revoked_at !== null) throw new ApiError('api_key_not_found', { message: 'This API key is revoked.' })
  const secret = newSecret()
  const validUntil = clock.now() + (body?.overlapMinutes ?? DEFAULT_OVERLAP_MINUTES) * MINUTE_MS
  await rotateSecret(tx, key.id, { secretHash: hashSecret(secret), validUntil })
  return { ...apiKeyView(key), secret }
}

type Body = InputOf<'createApiKey'>['body']

/** An `enterprise` key has a number of its own, no other has one, and a `network` key may do without. */
function checkTier({ role, tier, requestsPerMinute }: Body): void {
  const isNetwork = role === 'network'
  if (isNetwork && tier !== undefined && tier !== 'enterprise') {
    throw invalidRequest('tier', 'A key of the role `network` is of the tier `enterprise`.')
  }
  const isEnterprise = isNetwork || tier === 'enterprise'
  if (!isEnterprise && requestsPerMinute !== undefined) {
    throw invalidRequest('requestsPerMinute', '`requestsPerMinute` is for the tier `enterprise`.')
  }
  if (isEnterprise && !isNetwork && requestsPerMinute === undefined) {
    throw invalidRequest('requestsPerMinute', 'The tier `enterprise` needs `requestsPerMinute`.', 'parameter_missing')
  }
}

/** The agent of a key of the role `agent`, locked: a deletion at the same time ends the key or comes before it. */
async function boundAgent(context: KeyContext, { role, agentId }: Body): Promise<string | null> {
  if (role === 'agent' && agentId === undefined) {
    throw invalidRequest('agentId', 'A key of the role `agent` needs `agentId`.', 'parameter_missing')
  }
  if (role !== 'agent' && agentId !== undefined) {
    throw invalidRequest('agentId', '`agentId` is for the role `agent`.')
  }
  if (agentId === undefined) return null
  const { agent } = found(await lockAgent(context, context.principal, agentId), 'agent_not_found')
  return agent.id
}

export const apiKeyView = (key: ApiKeyRow): ApiKey => ({
  id: key.id,
  name: key.name,
  role: key.role,
  ...(key.agent_id === null ? {} : { agentId: key.agent_id }),
  tier: key.tier,
  ...(key.requests_per_minute === null ? {} : { requestsPerMinute: key.requests_per_minute }),
  ...(key.expires_at === null ? {} : { expiresAt: timestamp(key.expires_at) }),
  ...(key.revoked_at === null ? {} : { revokedAt: timestamp(key.revoked_at) }),
  createdAt: timestamp(key.created_at),
})

export const apiKeyHandlers = {
  createApiKey: write(createApiKey),
  listApiKeys: read(listApiKeys),
  getApiKey: read(getApiKey),
  revokeApiKey: write(revokeApiKey),
  rotateApiKey: write(rotateApiKey),
}
