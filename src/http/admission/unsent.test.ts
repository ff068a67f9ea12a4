import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { closeUnreadHttpReplies, MAX_UNSENT_REPLY_BYTES } from './unsent.ts'

/** The size of a large reply, in bytes: more than the socket buffers of server and client hold together. */
const LARGE_BYTES = 30 * 1024 * 1024

let app: FastifyInstance
let sockets: Socket[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  sockets = []
  app = fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', (request, _reply, next) => {
    request.caller = { principal: of(request.headers.authorization ?? '') } as FastifyRequest['caller']
    next()
  })
  closeUnreadHttpReplies(app)
  app.get('/large', (_request, reply) => reply.send(Buffer.alloc(LARGE_BYTES)))
  app.get('/small', () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Sends a request for each path with the API key, and reads none of the replies. */
function ask(key: string, ...paths: string[]): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`).join(''))
  sockets.push(socket)
  return socket.on('error', () => socket.destroy())
}

/** The API key with this id. Keys such as `x1` and `x2` are of one account, and every other key is of an account of its own. */
const of = (id: string) => ({ id, accountId: /^x\d/.test(id) ? 'acct_x' : `acct_${id}` })
const isFull = (key: string) => !app.unsent.hasRoom(of(key), MAX_UNSENT_REPLY_BYTES - LARGE_BYTES + 1)
const openConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms)
  await new Promise(setImmediate)
}

it('a reply that nobody takes is ended after 30 s, with its connection and what waits behind it', async () => {
  ask('a', '/large', '/small')
  await eventually('it is sent', () => isFull('a'))
  await pass(29_000)
  expect([await openConnections(), isFull('a')]).toEqual([1, true])
  await pass(2000)
  await eventually('it is over', async () => (await openConnections()) === 0)
  expect(app.unsent.hasRoom(of('a'), MAX_UNSENT_REPLY_BYTES)).toBe(true)
})

it('a reader that takes its replies keeps its connection', async () => {
  const socket = ask('a', '/small')
  socket.resume()
  await once(socket, 'data')
  await pass(60_000)
  expect(await openConnections()).toBe(1)
})

it('what a key has not taken is counted for that key, until it is taken or its reader is gone', async () => {
  const [first, second] = [ask('a', '/large'), ask('b', '/large')]
  await eventually('both are sent', () => isFull('a') && isFull('b'))
  expect([app.unsent.hasRoom(of('a')), app.unsent.hasRoom(of('c'), MAX_UNSENT_REPLY_BYTES)]).toEqual([true, true])
  first.resume()
  await eventually('it is taken', () => !isFull('a'))
  expect(isFull('b')).toBe(true)
  second.destroy()
  await eventually('it is gone', () => !isFull('b'))
})

it('what the keys of one account have not taken is counted for the account, too', async () => {
  for (const key of ['x1', 'x2', 'x3', 'x4']) ask(key, '/large')
  await eventually('all are sent', () => ['x1', 'x2', 'x3', 'x4'].every(isFull))
  expect(app.unsent.hasRoom(of('x5'), MAX_UNSENT_REPLY_BYTES)).toBe(false)
  expect(app.unsent.hasRoom(of('y'), MAX_UNSENT_REPLY_BYTES)).toBe(true)
})

it('32 MiB of a key are not exceeded', () => {
  expect(app.unsent.hasRoom(of('a'), MAX_UNSENT_REPLY_BYTES)).toBe(true)
  expect(app.unsent.hasRoom(of('a'), MAX_UNSENT_REPLY_BYTES + 1)).toBe(false)
})
