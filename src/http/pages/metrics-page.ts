import fastify, { type FastifyInstance } from 'fastify'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import { type RequestAdmissionHook, callerOfRequest, forbiddenError } from '../admission/admission.ts'
import type { HttpTelemetry } from '../telemetry.ts'

const PATH = '/metrics'
const ROLES: readonly ApiKeyRole[] = ['admin', 'read']

/**
 * Serves `/metrics` on the port of the API, for keys whose roles may read it. Its requests are checked like those below `/v1`, except that
 * metrics are also shown while the database does not answer: otherwise nobody would be alerted to it.
 */
export async function metricsPage(scope: FastifyInstance, { admit }: { admit: RequestAdmissionHook }): Promise<void> {
  scope.addHook('onRequest', admit)
  scope.addHook('onRequest', (request, _reply, next) => {
    next(ROLES.includes(callerOfRequest(request).principal.role) ? undefined : forbiddenError(ROLES))
  })
  servePage(scope, scope.telemetry)
}

/** Serves `/metrics` on a port of its own, without an API key. Only this machine may be able to reach that port. */
export function createMetricsServer(telemetry: HttpTelemetry): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true })
  servePage(app, telemetry)
  return app
}

function servePage(app: FastifyInstance, telemetry: HttpTelemetry): void {
  app.get(PATH, { config: { isServedWithoutDatabase: true } }, async (_request, reply) => {
    const { contentType, text } = await telemetry.expose()
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text)
  })
}
