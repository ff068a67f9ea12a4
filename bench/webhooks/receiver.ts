import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Receivers in a process of their own: the paths `/0` to `/9` answer 200 with an empty body, and `/hang` never answers. The process notes
 * when the first bytes of each request arrived, by what the event is about: an intent that waits for its approval, a transaction, or a
 * card. The parent asks for the notes with a message and gets `{ arrivals: [id, Unix milliseconds with fractions][] }`; the notes are then
 * emptied.
 */
interface Event {
  readonly type: string
  readonly data: { readonly cardId: string; readonly intentId?: string; readonly transactionId?: string }
}
const subjectOf = ({ type, data }: Event): string =>
  (type === 'intent.pending_approval' ? data.intentId : data.transactionId) ?? data.cardId

let arrivals: [string, number][] = []
const now = () => performance.timeOrigin + performance.now()

const server = createServer((request, reply) => {
  const at = now()
  if (request.url === '/hang') return
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    reply.end()
    arrivals.push([subjectOf(JSON.parse(Buffer.concat(chunks).toString()) as Event), at])
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', (question: 'count' | 'arrivals') => {
  process.send?.(question === 'count' ? { count: arrivals.length } : { arrivals })
  if (question === 'arrivals') arrivals = []
})
process.on('disconnect', () => process.exit(0))
