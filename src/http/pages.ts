import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { servedOperations } from './api.ts'
import { demandOneHost } from './host.ts'
import { openApiDocument } from './openapi/document.ts'
import { badField } from './json-path.ts'
import type { HttpSettings } from './settings.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Everything outside `/v1`, none of it with a key: health, metrics, the API document, its page, and the dashboard. */
export async function registerPages(
  app: FastifyInstance,
  settings: HttpSettings,
  hasTestClock: boolean,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume() // nothing out here takes a body
    done(null)
  })
  app.addHook('onRequest', demandOneHost)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const ready = await settings.isReady().catch(() => false)
    if (!ready) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await app.telemetry.expose()
    return reply.header('content-type', contentType).send(text)
  })
  const document = JSON.stringify(openApiDocument({ version: settings.version, names: servedOperations(hasTestClock) }))
  app.get('/openapi.json', (_request, reply) => reply.header('content-type', JSON_TYPE).send(document))
  await app.register(referencePage)
  await app.register(dashboard, settings)
}

/** The reference runs its own styles and script from this server; it asks no other. */
async function referencePage(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRequest', (request, _reply, next) => {
    // The page makes a URL of the header `Host`; one that cannot be is the caller's mistake.
    const isHost = URL.canParse(`http://${request.hostname}`)
    if (!isHost) return next(badField('Host', '`Host` is not a host name.'))
    const { raw } = request
    raw.url = raw.url?.replace(/^\/docs(?=\?|$)/, '/docs/') // else it is sent from one to the other
    next()
  })
  await scope.register(helmet, security({ scriptSrc: ["'self'", "'unsafe-inline'"] }))
  await scope.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      cdn: '/docs/js/scalar.js',
      pageTitle: 'Purser API',
      withDefaultFonts: false,
      // All of these lead to other people's servers.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      telemetry: false,
    },
  })
}

/** The built dashboard. It routes in the browser: a page that is no file is its start page. */
async function dashboard(scope: FastifyInstance, { dashboardDirectory }: HttpSettings): Promise<void> {
  await scope.register(helmet, security({ scriptSrc: ["'self'"] }))
  const isBuilt = dashboardDirectory !== null && existsSync(join(dashboardDirectory, 'index.html'))
  if (isBuilt) {
    await scope.register(files, { root: dashboardDirectory, wildcard: false })
  } else {
    scope.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(FRONT_DOOR))
  }
  scope.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (scope.hasRoute({ method: 'GET', url })) {
      reply.header('allow', 'GET, HEAD')
      throw new ApiError('method_not_allowed')
    }
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!isBuilt || !wantsPage) throw new ApiError('not_found')
    return reply.sendFile('index.html')
  })
}

/**
 * Without `upgrade-insecure-requests` and `Strict-Transport-Security`: both are for the TLS proxy in front to say, and
 * would break every installation that is reached over plain HTTP.
 */
const security = ({ scriptSrc }: { scriptSrc: string[] }) => ({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc,
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
})

const FRONT_DOOR = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Purser</title>
<h1>Purser</h1>
<p>The API is below <code>/v1</code>. Read its <a href="/docs">reference</a> or its <a href="/openapi.json">document</a>.</p>
</html>
`
