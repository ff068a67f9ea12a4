import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { operations } from '../contract/operations.ts'
import type { Admit } from './admission.ts'
import { servedOperations } from './api.ts'
import { compressedAsset, sendAsset } from './asset.ts'
import { demandOneHost } from './host.ts'
import { routeHint, unknownRoute } from './nearest-route.ts'
import { metricsPage } from './metrics-page.ts'
import { openApiDocument } from './openapi/document.ts'
import { referencePage } from './reference.ts'
import { security } from './security-headers.ts'
import type { HttpSettings } from './settings.ts'
import { createStrangers, type Strangers } from './strangers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests without a key one of this route is worth. */
    costs?: number
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

export interface PagesOptions {
  readonly settings: HttpSettings
  readonly admit: Admit
  readonly strangers: Strangers
  readonly hasTestClock: boolean
}

type DashboardOptions = Pick<HttpSettings, 'dashboardDirectory'> & { readonly hasTestClock: boolean }
type HealthOptions = Pick<HttpSettings, 'isReady'> & { readonly probes: Strangers }

/** Everything outside `/v1`: health, metrics, the API document, its page, and the dashboard. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { settings, admit } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume() // nothing out here takes a body
    done(null)
  })
  app.addHook('onRequest', demandOneHost)
  await app.register(health, { ...settings, probes: createStrangers(settings.keylessRequestsPerMinute) })
  await app.register(metricsPage, { admit })
  await app.register(publicPages, options)
}

/** For whoever restarts nodes and balances loads: never refused, but told late to an address that asks too often. */
async function health(scope: FastifyInstance, { isReady, probes }: HealthOptions): Promise<void> {
  scope.addHook('onRequest', ({ ip }, _reply, next) => {
    const late = probes.take(ip)
    if (late === undefined) next()
    return late?.catch(() => undefined)
  })
  scope.get('/healthz', () => ({ status: 'ok' }))
  scope.get('/readyz', async () => {
    const ready = await isReady().catch(() => false)
    if (!ready) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
    return { status: 'ready' }
  })
}

async function publicPages(scope: FastifyInstance, { settings, strangers, hasTestClock }: PagesOptions): Promise<void> {
  scope.addHook('onRequest', ({ ip, routeOptions }, _reply, next) => {
    const refused = strangers.take(ip, routeOptions.config.costs)
    if (refused === undefined) next()
    return refused
  })
  const document = JSON.stringify(openApiDocument({ version: settings.version, names: servedOperations(hasTestClock) }))
  const asset = compressedAsset({ contentType: JSON_TYPE, content: Buffer.from(document) })
  scope.get('/openapi.json', async (request, reply) => sendAsset(request, reply, await asset))
  await scope.register(referencePage)
  await scope.register(dashboard, { ...settings, hasTestClock })
}

/** The built dashboard. It routes in the browser: a page that is no file is its start page. */
async function dashboard(
  scope: FastifyInstance,
  { dashboardDirectory, hasTestClock }: DashboardOptions,
): Promise<void> {
  await scope.register(helmet, security)
  const isBuilt = dashboardDirectory !== null && existsSync(join(dashboardDirectory, 'index.html'))
  if (isBuilt) {
    await scope.register(files, { root: dashboardDirectory, wildcard: false })
  } else {
    scope.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(FRONT_DOOR))
  }
  const hintFor = routeHint(servedOperations(hasTestClock).map((name) => operations[name]))
  scope.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (scope.hasRoute({ method: 'GET', url })) {
      reply.header('allow', 'GET, HEAD')
      throw new ApiError('method_not_allowed')
    }
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!isBuilt || !wantsPage) throw unknownRoute(hintFor(url))
    return reply.sendFile('index.html')
  })
}

const FRONT_DOOR = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Purser</title>
<h1>Purser</h1>
<p>The API is below <code>/v1</code>. Read its <a href="/docs">reference</a> or its <a href="/openapi.json">document</a>.</p>
</html>
`
