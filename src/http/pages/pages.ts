import type { FastifyInstance } from 'fastify'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import type { RequestAdmissionHook } from '../admission/admission.ts'
import { servedOperations } from '../routes/api.ts'
import { compressAssetOnRequest, sendAsset } from './asset.ts'
import { registerDashboard } from './dashboard.ts'
import { demandSingleHeaders } from '../admission/single-headers.ts'
import { metricsPage } from './metrics-page.ts'
import { openApiDocument } from '../openapi/document.ts'
import { apiReferencePage } from './reference.ts'
import type { McpProtectedResource } from '../mcp/protected-resource.ts'
import type { HttpSettings } from '../settings.ts'
import {
  createUnauthenticatedRequestLimit,
  type UnauthenticatedRequestLimit,
} from '../admission/unauthenticated-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests of the caller's address one request to this route counts as. */
    costs?: number
  }
}

/** Caches may keep the key set for 60 seconds: after a new key was made, a verifier has it within a minute. */
const KEYS_FRESH = 'public, max-age=60'
const JSON_TYPE = 'application/json; charset=utf-8'

export interface HttpPagesOptions {
  readonly settings: HttpSettings
  readonly admit: RequestAdmissionHook
  readonly unauthenticated: UnauthenticatedRequestLimit
  readonly hasTestClock: boolean
  /** The public keys that receipts are verified with, as a JWK Set. */
  readonly receiptKeySet: () => Promise<object>
  /** `/mcp` as a resource with access tokens. Null: it accepts only API keys. */
  readonly resource: McpProtectedResource | null
}

type HealthOptions = Pick<HttpSettings, 'notReady'> & { readonly probes: UnauthenticatedRequestLimit }

/** Registers every route outside `/v1`: health, metrics, the API document, its page, and the dashboard. */
export async function registerPages(app: FastifyInstance, options: HttpPagesOptions): Promise<void> {
  const { settings, admit } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume() // no route here takes a body
    done(null)
  })
  app.addHook('onRequest', demandSingleHeaders)
  await app.register(health, {
    ...settings,
    probes: createUnauthenticatedRequestLimit(settings.keylessRequestsPerMinute),
  })
  await app.register(metricsPage, { admit })
  await app.register(publicPages, options)
}

/**
 * `/healthz` and `/readyz`, for supervisors and load balancers. They are never refused, but an address that asks too often is answered
 * late.
 */
async function health(scope: FastifyInstance, { notReady, probes }: HealthOptions): Promise<void> {
  scope.addHook('onRequest', ({ ip }, _reply, next) => {
    const late = probes.take(ip)
    if (late === undefined) next()
    return late?.catch(() => undefined)
  })
  scope.get('/healthz', () => ({ status: 'ok' }))
  scope.get('/readyz', async () => {
    if (scope.drain.isDraining) throw serviceUnavailableError('draining')
    const reason = await notReady().catch(() => 'database_unavailable' as const)
    if (reason !== null) throw serviceUnavailableError(reason)
    return { status: 'ready' }
  })
}

async function publicPages(scope: FastifyInstance, options: HttpPagesOptions): Promise<void> {
  const { settings, unauthenticated, hasTestClock, receiptKeySet, resource } = options
  scope.addHook('onRequest', ({ ip, routeOptions }, _reply, next) => {
    const refused = unauthenticated.take(ip, routeOptions.config.costs)
    if (refused === undefined) next()
    return refused
  })
  const names = servedOperations(hasTestClock)
  const documentAsset = compressAssetOnRequest(() => {
    const document = JSON.stringify(openApiDocument({ version: settings.version, names }))
    return { contentType: JSON_TYPE, content: Buffer.from(document) }
  })
  scope.get('/openapi.json', { config: { takesItsTime: true } }, async (request, reply) =>
    sendAsset(request, reply, await documentAsset()),
  )
  scope.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      .header('cache-control', KEYS_FRESH)
      .type('application/jwk-set+json')
      .send(JSON.stringify(await receiptKeySet())),
  )
  for (const path of resource?.paths ?? []) {
    scope.get(path, (_request, reply) =>
      reply.header('cache-control', KEYS_FRESH).type(JSON_TYPE).send(resource?.metadata),
    )
  }
  await scope.register(apiReferencePage)
  await scope.register(registerDashboard, { ...settings, hasTestClock })
}
