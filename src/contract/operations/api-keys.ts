import {
  ApiKey,
  ApiKeyRequests,
  ApiKeyWithSecret,
  apiKeyRequestOutcomes,
  CreateApiKeyBody,
  RotateApiKeyBody,
  RotatedApiKey,
  apiKeyRoles as everyRole,
} from '../resources/api-keys.ts'
import { Type } from 'typebox'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'
import { AdvanceTestClockBody, TestClock } from '../resources/test-clock.ts'

const tag = 'API keys'
const roles = ['admin'] as const
const WHAT_CONFIRMS =
  'A person has to confirm the request with `proof` if the account sets `approvalPasskeyAbove` (for keys of the roles `admin`, `approver` and `network`) or `numbersNeedPasskey` (for `admin` and `agent`).'

export const apiKeyOperations = {
  createApiKey: declareOperation({
    method: 'POST',
    path: '/api-keys',
    tag,
    summary: 'Create an API key',
    description: WHAT_CONFIRMS,
    roles,
    body: CreateApiKeyBody,
    status: 201,
    response: ApiKeyWithSecret,
    secret: true,
    errors: ['agent_not_found', 'passkey_required', 'passkey_refused'],
  }),
  listApiKeys: declareOperation({
    method: 'GET',
    path: '/api-keys',
    tag,
    summary: 'List API keys',
    roles,
    query: listPageQuery({}),
    status: 200,
    response: listPageSchema(ApiKey),
    errors: [],
  }),
  getOwnApiKey: declareOperation({
    method: 'GET',
    path: '/api-keys/self',
    tag,
    summary: 'Read the API key of the request',
    description: 'For a person who is signed in, use `GET /self`.',
    roles: everyRole,
    status: 200,
    response: ApiKey,
    errors: ['api_key_not_found'],
  }),
  getApiKey: declareOperation({
    method: 'GET',
    path: '/api-keys/{keyId}',
    tag,
    summary: 'Read an API key',
    roles,
    status: 200,
    response: ApiKey,
    errors: ['api_key_not_found'],
  }),
  listApiKeyRequests: declareOperation({
    method: 'GET',
    path: '/api-keys/{keyId}/requests',
    tag,
    summary: 'List what an API key has asked lately',
    description:
      'The last 50 requests that succeeded (status below 400) and the last 50 that failed, of at most 30 days. Other nodes store theirs about two seconds later. Requests with an unknown or expired secret are of no key, and those of people are not listed.',
    roles,
    query: Type.Object(
      {
        outcome: Type.Optional(
          Type.Enum([...apiKeyRequestOutcomes], {
            description: 'Only requests with this outcome. `failed`: the status is 400 or above.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: ApiKeyRequests,
    errors: ['api_key_not_found'],
  }),
  revokeApiKey: declareOperation({
    method: 'DELETE',
    path: '/api-keys/{keyId}',
    tag,
    summary: 'Revoke an API key at once',
    roles,
    status: 200,
    response: ApiKey,
    endsKeys: true,
    errors: ['api_key_not_found'],
  }),
  rotateApiKey: declareOperation({
    method: 'POST',
    path: '/api-keys/{keyId}/rotate',
    tag,
    summary: 'Give an API key a new secret',
    description: `The old secret stays valid during the overlap. A secret before that one ends at once, because a key has at most two. ${WHAT_CONFIRMS}`,
    roles,
    body: RotateApiKeyBody,
    bodyOptional: true,
    status: 200,
    response: RotatedApiKey,
    secret: true,
    endsKeys: true,
    errors: ['api_key_not_found', 'passkey_required', 'passkey_refused'],
  }),
} as const

export const testClockOperations = {
  getTestClock: declareOperation({
    method: 'GET',
    path: '/test-clock',
    tag: 'Test clock',
    summary: 'Read the test clock',
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: TestClock,
    errors: [],
    testClockOnly: true,
  }),
  advanceTestClock: declareOperation({
    method: 'POST',
    path: '/test-clock/advance',
    tag: 'Test clock',
    summary: 'Move the test clock and run what falls due',
    roles,
    body: AdvanceTestClockBody,
    status: 200,
    response: TestClock,
    errors: [],
    takesItsTime: true,
    testClockOnly: true,
  }),
} as const
