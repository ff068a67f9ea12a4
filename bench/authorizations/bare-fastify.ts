import { fastify } from 'fastify'

/** The yardstick: a Fastify route that parses a JSON body and answers a small object. */
const server = fastify()
server.post('/', () => ({ decision: 'approve' }))
await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) })
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as { port: number }).port}/` })
process.on('disconnect', () => process.exit(0))
