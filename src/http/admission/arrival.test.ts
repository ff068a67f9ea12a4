import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { monotonicIds } from '../../lib/ids.ts'
import { arrival } from './arrival.ts'

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
  const app = fastify({ logger: false, ...arrival({ ids: monotonicIds({ now: Date.now }), logger }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/`)
  expect(lines).toEqual([])
  await Promise.all([callByTls(port), callByTls(port), callByTls(port)])
  await app.close()
  expect(lines).toEqual([expect.stringMatching(/^somebody called this port by https:\/\/.*call it by http:\/\//)])
})
