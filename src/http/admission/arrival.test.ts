import { type AddressInfo, connect as connectPlainly } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { monotonicIds } from '../../lib/ids.ts'
import { requestArrivalLimits } from './arrival.ts'

/** Calls a port by TLS and resolves when the connection has ended. */
const callByTls = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve())
  })

it('writes to the log that somebody called by https, once for many callers', async () => {
  const lines: string[] = []
  const logger = { warn: (_fields: object, message: string) => void lines.push(message) }
  const app = fastify({ logger: false, ...requestArrivalLimits({ ids: monotonicIds({ now: Date.now }), logger }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/`)
  expect(lines).toEqual([])
  await Promise.all([callByTls(port), callByTls(port), callByTls(port)])
  await app.close()
  expect(lines).toEqual([expect.stringMatching(/^somebody called this port by https:\/\/.*call it by http:\/\//)])
})

it.each([
  [
    'the line end of Windows behind a header',
    'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk_a\r\r\n\r\n',
    'carriage return',
  ],
  ['what is no HTTP', 'HELLO\r\n\r\n', 'Check that an HTTP client sent the request'],
])('is answered with what to do: %s', async (_what, sent, hint) => {
  const app = fastify({
    logger: false,
    ...requestArrivalLimits({ ids: monotonicIds({ now: Date.now }), logger: { warn: () => undefined } }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connectPlainly((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(sent)
  const answer = await text(socket)
  await app.close()
  expect([answer.split('\r\n')[0], answer]).toEqual(['HTTP/1.1 400 Bad Request', expect.stringContaining(hint)])
})
