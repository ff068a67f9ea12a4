import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { operations } from '../../contract/operations.ts'
import { servedOperations } from '../routes/api.ts'
import { sendAsset } from './asset.ts'
import { isDashboardFile, readDashboardFiles } from './dashboard-files.ts'
import { nearestRouteHint, unknownRouteError } from '../routes/nearest-route.ts'
import { securityHeaders } from '../security-headers.ts'
import type { HttpSettings } from '../settings.ts'

type DashboardOptions = Pick<HttpSettings, 'dashboardDirectory'> & { readonly hasTestClock: boolean }

/** Serves the built dashboard. Its pages are routed in the browser, so an address that is no file gets the start page. */
export async function registerDashboard(
  scope: FastifyInstance,
  { dashboardDirectory, hasTestClock }: DashboardOptions,
): Promise<void> {
  await scope.register(helmet, securityHeaders)
  const files = readDashboardFiles(dashboardDirectory)
  if (files === null) {
    scope.get('/', (_request, reply) => reply.type(HTML).send(PAGE_WITHOUT_DASHBOARD))
  } else {
    scope.get('/', { config: { takesItsTime: true } }, async (request, reply) =>
      sendAsset(request, reply, await files.index()),
    )
    for (const [url, file] of files.others)
      scope.get(url, { config: { takesItsTime: true } }, async (request, reply) =>
        sendAsset(request, reply, await file()),
      )
  }
  const hintFor = nearestRouteHint(servedOperations(hasTestClock).map((name) => operations[name]))
  scope.setNotFoundHandler(async (request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (scope.hasRoute({ method: 'GET', url })) {
      reply.header('allow', 'GET, HEAD')
      throw new ApiError('method_not_allowed')
    }
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && request.headers.accept?.includes('text/html') && !isDashboardFile(url)
    if (!wantsPage) throw unknownRouteError(hintFor(url))
    if (files === null) return reply.type(HTML).send(PAGE_WITHOUT_DASHBOARD)
    return sendAsset(request, reply, await files.index())
  })
}

const HTML = 'text/html; charset=utf-8'
const PAGE_WITHOUT_DASHBOARD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Purser</title>
<h1>Purser is running</h1>
<p>The API is below <code>/v1</code>. Read its <a href="/docs">reference</a> or its <a href="/openapi.json">document</a>.</p>
<p>The dashboard belongs here, and is not built. <code>npm start</code> builds it and starts Purser;
<code>npm run build -w dashboard</code> builds it alone, and Purser shows it when it is started again. A link to one of its pages
works then, too.</p>
</html>
`
