import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, afterEach } from 'vitest'
import { apiReplyFaults } from './reply-rules.ts'

/** Compares every reply of every service that a test starts with the API document. A test whose replies differ from it fails. */
const faults = new Set<string>()

function watch(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string') {
      const { method, url } = request
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
      )
      const seen = { method, url, operation: operationOf(request), status: reply.statusCode, headers, body: payload }
      for (const fault of apiReplyFaults(seen)) faults.add(`${method} ${url} ${reply.statusCode}: ${fault}`)
    }
    done(null, payload)
  })
}

const CHANNEL = 'fastify.initialization'
// Test files share a process, so a file watches only the services that it has started itself.
subscribe(CHANNEL, watch)
afterAll(() => unsubscribe(CHANNEL, watch))

/**
 * The operation of a reply. Servers that are not Purser, such as a bare one to compare with, have no operations, and those of MCP are not
 * in the API document.
 */
const operationOf = ({ operation = 'unknown' }: Partial<FastifyRequest>) =>
  operation === 'mcp' || operation === 'issuer' ? 'unknown' : operation

function report(): void {
  const found = [...faults]
  faults.clear()
  if (found.length > 0) throw new Error(`Replies that are not as the API document says:\n${found.join('\n')}`)
}
afterEach(report)
afterAll(report)
