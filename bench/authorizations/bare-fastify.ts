import { fastify } from 'fastify'

/**
 * The yardsticks: a Fastify route that parses a JSON body and answers a small object, and one that answers as many bytes as
 * Purser does to an authorization.
 */
const server = fastify()
server.post('/', () => ({ decision: 'approve' }))
server.post('/as-much', () => reply)

const reply = {
  decision: 'approve',
  ...Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`member${n}`, 'x'.repeat(20)])),
}

await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) })
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as { port: number }).port}` })
process.on('disconnect', () => process.exit(0))
