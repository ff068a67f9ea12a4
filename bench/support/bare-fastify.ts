import { fastify } from 'fastify'

/**
 * The servers to compare with: a Fastify route that parses a JSON body and answers a small object, and routes that answer as many bytes as
 * Purser does.
 */
const server = fastify()
server.post('/', () => ({ decision: 'approve' }))
server.route<{ Params: { bytes: string } }>({
  method: ['GET', 'POST'],
  url: '/of/:bytes',
  handler: ({ params: { bytes } }) => replyOf(Number(bytes)),
})

const replies = new Map<number, object>()

/** An object of about so many bytes, with members like those of Purser's replies. */
function replyOf(bytes: number): object {
  const members = Math.max(1, Math.round(bytes / 33)) // each member has its quotes, a name and a comma
  const reply =
    replies.get(bytes) ??
    Object.fromEntries(Array.from({ length: members }, (_, n) => [`member${n + 100}`, 'x'.repeat(18)]))
  replies.set(bytes, reply)
  return reply
}

await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) })
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as { port: number }).port}` })
process.on('disconnect', () => process.exit(0))
