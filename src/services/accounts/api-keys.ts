import type { ApiKey } from '../../contract/resources/api-keys.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf, OperationOutputOf } from '../../contract/operations.ts'
import { assertPresent } from '../../lib/assert.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import { lockAgent } from '../../store/customers/agents.ts'
import {
  endApiKeySecret,
  findApiKey,
  listApiKeys as listRows,
  validApiKeySecrets,
  lockApiKey,
  addApiKeyMaker,
  revokeApiKeyRow,
  type UsedApiKey,
} from '../../store/accounts/api-keys.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import type { ReadOperationService, WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { unconfirmedApiKeyRefusal } from '../people/unconfirmed-rights.ts'
import { storeApiKeySecret, issueApiKey } from './issue-key.ts'
import {
  checkApiKeyNetworks,
  checkApiKeyExpiry,
  checkApiKeyRequestsPerMinute,
  checkApiKeyTier,
  requestsPerMinuteOfKey,
} from '../keys/key-limits.ts'
import { isApiKeySecretProven, apiKeyMac } from '../keys/key-proof.ts'
import { apiKeySecretHashOfName, newApiKeySecret, apiKeyTokenBindingName } from '../keys/key-secret.ts'
import { type ApiKeyTokenBindingSettings, apiKeyTokenBindingFor } from './key-tokens.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'

const DEFAULT_OVERLAP_MINUTES = 1440

/** The fields of a context that operations on API keys use. A `purser keys` command can give only these. */
export type ApiKeyContext = Pick<WriteOperationContext, 'tx' | 'ids' | 'audit' | 'clock' | 'principal'>
type MakingContext = ApiKeyContext & {
  readonly vault: Pick<WriteOperationContext['vault'], 'rowMac'>
  readonly settings: Pick<WriteOperationContext['settings'], 'maxKeyDays'> & ApiKeyTokenBindingSettings
}

/**
 * Makes an API key for `purser keys create`. The command acts without a key, so no key's rate limit bounds the `requestsPerMinute` of the
 * new key.
 */
export async function makeApiKey(
  context: MakingContext,
  { body }: OperationInputOf<'createApiKey'>,
): Promise<OperationOutputOf<'createApiKey'>> {
  return issued(context, await checkedKey(context, body))
}

type NewKey = Omit<Parameters<typeof issueApiKey>[1], 'madeBy' | 'vault'>

/** Checks the body of a request for an API key. Throws `invalid_request`, or `agent_not_found` for the agent that it is for. */
async function checkedKey({ clock, settings, ...context }: MakingContext, body: Body): Promise<NewKey> {
  checkApiKeyTier(body)
  checkApiKeyNetworks(body.allowedAddresses)
  const expiresAt = instantOfTimestamp('expiresAt', body.expiresAt) ?? null
  checkApiKeyExpiry(expiresAt, clock.now(), settings.maxKeyDays)
  return {
    accountId: context.principal.accountId,
    name: body.name,
    role: body.role,
    agentId: await boundAgent({ ...context, clock }, body),
    ...(body.tier === undefined ? {} : { tier: body.tier }),
    requestsPerMinute: body.requestsPerMinute ?? null,
    allowedAddresses: body.allowedAddresses ?? null,
    mcpCardDetails: shownDetails(body),
    mcpToken: await apiKeyTokenBindingFor({ tx: context.tx, settings, accountId: context.principal.accountId }, body),
    expiresAt,
  }
}

async function issued(context: MakingContext, newKey: NewKey): Promise<OperationOutputOf<'createApiKey'>> {
  const { principal, vault } = context
  const { key, secret } = await issueApiKey(context, { ...newKey, madeBy: principal.id, vault })
  return { ...apiKeyView({ ...key, last_used_at: null }), secret }
}

const createApiKey: WriteOperationService<'createApiKey'> = async (context, { body: { proof, ...body } }) => {
  const { tx, principal } = context
  if (principal.type === 'key') {
    const own = assertPresent(await findApiKey(tx, principal.accountId, principal.id), 'the key that asks exists')
    checkApiKeyRequestsPerMinute(body, requestsPerMinuteOfKey(own))
  }
  const newKey = await checkedKey(context, body)
  const change = { operation: 'createApiKey', resourceId: null, becomes: body, proof } as const
  return (await unconfirmedApiKeyRefusal(context, body.role, change)) ?? issued(context, newKey)
}

const listApiKeys: ReadOperationService<'listApiKeys'> = async (context, { query }) => {
  await context.keyUses.flush()
  return paginate(context, {
    name: 'listApiKeys',
    query,
    load: (page) => listRows(context.db, context.principal.accountId, page),
    view: apiKeyView,
  })
}

const getApiKey: ReadOperationService<'getApiKey'> = async ({ db, principal, keyUses }, { params }) => {
  await keyUses.flush()
  return apiKeyView(objectOr404(await findApiKey(db, principal.accountId, params.keyId), 'api_key_not_found'))
}

const getOwnApiKey: ReadOperationService<'getOwnApiKey'> = async ({ db, principal }) => {
  const key = principal.type === 'key' ? await findApiKey(db, principal.accountId, principal.id) : undefined
  if (key === undefined) {
    throw new ApiError('api_key_not_found', {
      message: 'No API key asks: you are signed in.',
      hint: 'Call `GET /v1/self`, which tells of people too.',
    })
  }
  return apiKeyView(key)
}

/** Revokes an API key. The key stays in lists, with `revokedAt`; revoking it again changes nothing. */
export const revokeApiKey = async (
  context: ApiKeyContext,
  { params }: OperationInputOf<'revokeApiKey'>,
): Promise<OperationOutputOf<'revokeApiKey'>> => {
  const { tx, clock, principal } = context
  const key = objectOr404(await lockApiKey(tx, principal.accountId, params.keyId), 'api_key_not_found')
  return apiKeyView(key.revoked_at === null ? await revokeApiKeyRow(context, key, clock.now()) : key)
}

const rotateApiKey: WriteOperationService<'rotateApiKey'> = async (context, { params, body }) => {
  const key = await rotatableKey(context, params.keyId)
  const { overlapMinutes = DEFAULT_OVERLAP_MINUTES, proof } = body
  const becomes = { name: key.name, role: key.role, overlapMinutes }
  const rotation = { operation: 'rotateApiKey', resourceId: key.id, becomes, proof } as const
  const refusal = await unconfirmedApiKeyRefusal(context, key.role, rotation)
  return refusal ?? rotated(context, key, overlapMinutes * MINUTE_MS)
}

type RotatingContext = ApiKeyContext & Pick<WriteOperationContext, 'vault'>

/**
 * Rotates an API key for `purser keys rotate`. No passkey confirms it, because a person who can run the command can read the database
 * anyway.
 */
export const rotateApiKeyAtShell = async (context: RotatingContext, keyId: string, overlapMs: number) =>
  rotated(context, await rotatableKey(context, keyId), overlapMs)

async function rotatableKey({ tx, principal }: ApiKeyContext, keyId: string): Promise<UsedApiKey> {
  const key = objectOr404(await lockApiKey(tx, principal.accountId, keyId), 'api_key_not_found')
  if (key.revoked_at !== null) throw new ApiError('api_key_not_found', { message: 'This API key is revoked.' })
  return key
}

async function rotated(
  context: RotatingContext,
  key: UsedApiKey,
  overlapMs: number,
): Promise<OperationOutputOf<'rotateApiKey'>> {
  const { tx, clock, principal, vault } = context
  const secret = newApiKeySecret()
  const until = clock.now() + overlapMs
  await endSecrets(context, key, until)
  await storeApiKeySecret(tx, { key, secret, vault })
  await addApiKeyMaker(tx, key, principal.id)
  // The API key itself may expire before the overlap of its two secrets ends.
  const previousUntil = Math.min(until, key.expires_at ?? until)
  return { ...apiKeyView(key), secret, previousSecretUntil: isoTimestamp(previousUntil) }
}

/**
 * Makes the newest secret of an API key valid only until `newestUntil` (Unix milliseconds). An older secret that is still valid ends now,
 * because at most two secrets of a key are valid at a time (contract, section 3). Throws where a row was changed in the database by hand:
 * such a row gets no new MAC.
 */
async function endSecrets(context: RotatingContext, key: ApiKeyRow, newestUntil: number): Promise<void> {
  const { tx, clock, vault } = context
  const now = clock.now()
  const binding = key.mcp_token === null ? null : apiKeySecretHashOfName(apiKeyTokenBindingName(key.mcp_token))
  for (const secret of await validApiKeySecrets(tx, key.id, now)) {
    if (!isApiKeySecretProven(vault, key, secret)) {
      throw new ApiError('api_key_not_found', {
        message: 'This API key was changed beside the service, which takes it for none.',
        hint: 'Revoke it and create a new one.',
      })
    }
    // Rotating an API key replaces its secret, and leaves the access tokens as they are.
    if (binding?.equals(secret.secret_hash) === true) continue
    const ended = { ...secret, valid_until: secret.valid_until === null ? newestUntil : now }
    await endApiKeySecret(context, key, { ...ended, mac: apiKeyMac(vault, key, ended) })
  }
}

type Body = OperationInputOf<'createApiKey'>['body']

/** Locks the agent that a key of the role `agent` is for, so that a deletion at the same time either comes first or ends the key, too. */
async function boundAgent(context: ApiKeyContext, { role, agentId }: Body): Promise<string | null> {
  if (role === 'agent' && agentId === undefined) {
    throw invalidRequestError(
      'agentId',
      'A key of the role `agent` needs `agentId`.',
      'parameter_missing',
      'Send the id of the agent that the key is for.',
    )
  }
  if (role !== 'agent' && agentId !== undefined) {
    throw invalidRequestError(
      'agentId',
      '`agentId` is for the role `agent`.',
      'parameter_invalid',
      'Leave `agentId` out, or send `"role": "agent"`.',
    )
  }
  if (agentId === undefined) return null
  const { agent } = objectOr404(await lockAgent(context, context.principal, agentId), 'agent_not_found')
  return agent.id
}

/** Whether MCP tools show card numbers to a new API key (`mcpCardDetails`). Throws where the field is set and the role is not `agent`. */
function shownDetails({ role, mcpCardDetails }: Body): ApiKeyRow['mcp_card_details'] {
  if (mcpCardDetails === undefined || role === 'agent') return mcpCardDetails ?? null
  throw invalidRequestError(
    'mcpCardDetails',
    '`mcpCardDetails` is for the role `agent`.',
    'parameter_invalid',
    'Leave `mcpCardDetails` out, or send `"role": "agent"`.',
  )
}

export const apiKeyView = (key: UsedApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  role: key.role,
  ...(key.agent_id === null ? {} : { agentId: key.agent_id }),
  tier: key.tier,
  ...(key.requests_per_minute === null ? {} : { requestsPerMinute: key.requests_per_minute }),
  ...(key.allowed_addresses === null ? {} : { allowedAddresses: key.allowed_addresses }),
  ...(key.mcp_card_details === null ? {} : { mcpCardDetails: key.mcp_card_details }),
  ...(key.mcp_token === null ? {} : { mcpToken: key.mcp_token }),
  ...(key.expires_at === null ? {} : { expiresAt: isoTimestamp(key.expires_at) }),
  ...(key.revoked_at === null ? {} : { revokedAt: isoTimestamp(key.revoked_at) }),
  ...(key.last_used_at === null ? {} : { lastUsedAt: isoTimestamp(key.last_used_at) }),
  createdAt: isoTimestamp(key.created_at),
})

export const apiKeyHandlers = {
  createApiKey: writeOperationHandler(createApiKey),
  listApiKeys: readOperationHandler(listApiKeys),
  getOwnApiKey: readOperationHandler(getOwnApiKey),
  getApiKey: readOperationHandler(getApiKey),
  revokeApiKey: writeOperationHandler(revokeApiKey),
  rotateApiKey: writeOperationHandler(rotateApiKey),
}
