import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type DeliveryAnswer, createWebhookRequestSender } from './send.ts'

/** A receiver that writes these bytes in answer to the end of a request. */
async function receiver(answer: string): Promise<string> {
  const server: Server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.endsWith('{}')) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function answerOf(bytes: string): Promise<DeliveryAnswer> {
  const url = await receiver(bytes)
  const sender = createWebhookRequestSender({ allowPrivate: true })
  onTestFinished(() => sender.close())
  return sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, new AbortController())
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nTaken'
const taken: DeliveryAnswer = { statusCode: 200, error: null, snippet: 'Taken' }
const failed = (error: DeliveryAnswer['error']): DeliveryAnswer => ({ statusCode: null, error, snippet: null })

it.each<[string, string, DeliveryAnswer]>([
  ['none', OK, taken],
  ['100, which nobody has asked for', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, failed('connection_closed')],
  ['102', `HTTP/1.1 102 Processing\r\n\r\n${OK}`, taken],
  ['103 with links', `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n${OK}`, taken],
  ['several', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(5)}HTTP/1.1 103 Early Hints\r\n\r\n${OK}`, taken],
  ['one that nobody knows', `HTTP/1.1 199 Miscellaneous\r\n\r\n${OK}`, taken],
  ['103, and then no answer', 'HTTP/1.1 103 Early Hints\r\n\r\n', failed('connection_closed')],
  [
    '101, another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    failed('connection_closed'),
  ],
  ['headers that are too large', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, failed('invalid_answer')],
])('an interim answer of a receiver is not its answer: %s', async (_what, bytes, answer) => {
  expect(await answerOf(bytes)).toEqual(answer)
})
