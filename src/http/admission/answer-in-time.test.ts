import { PassThrough } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitRequestAnswerTime } from './answer-in-time.ts'

/** The steps at which an API request hangs until the test lets it go on. */
interface Gates {
  readonly key: PromiseWithResolvers<void>
  readonly work: PromiseWithResolvers<void>
}

let app: FastifyInstance
let gates: Gates[]
/** The promise that the route `/page` waits for before it answers. */
let made: PromiseWithResolvers<void>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  gates = []
  made = Promise.withResolvers()
  app = fastify()
  app.decorateRequest('operation', 'unknown')
  app.decorateRequest('startedAtMs', 0)
  app.addHook('onRequest', (request, _reply, next) => {
    request.startedAtMs = performance.now()
    next()
  })
  limitRequestAnswerTime(app)
  app.addHook('onRequest', async (request) => gates[Number(request.url.slice(1))]?.key.promise)
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send())
  app.get('/page', { config: { takesItsTime: true } }, async () => {
    await made.promise
    return ''
  })
  app.post('/:gates', async (request) => {
    await gates[Number(request.url.slice(1))]?.work.promise
    return ''
  })
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

/** Lets the event loop do all work that is due, and then moves the fake clock. */
async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  vi.advanceTimersByTime(ms)
}

/** Begins a request whose key, body and work each wait until the test lets them go on. */
function ask() {
  const own: Gates = { key: Promise.withResolvers(), work: Promise.withResolvers() }
  const url = `/${gates.push(own) - 1}`
  const body = new PassThrough()
  const headers = { 'content-type': 'application/json', 'content-length': '2' }
  let status: number | null = null
  const note = (reply: { statusCode: number }) => (status = reply.statusCode)
  void app.inject({ method: 'POST', url, headers, payload: body }).then(note)
  return {
    knowKey: () => own.key.resolve(),
    upload: () => body.end('{}'),
    finish: () => own.work.resolve(),
    /** The HTTP status of the reply. Null: the request is not answered yet. */
    status: async () => {
      await pass(0)
      return status
    },
  }
}

it('a body may take its time', async () => {
  const request = ask()
  request.knowKey()
  await pass(20_000)
  request.upload()
  await pass(1700)
  expect(await request.status()).toBeNull()
  request.finish()
  expect(await request.status()).toBe(200)
})

it.each([
  ['before its body is read', 1700, null],
  ['after it', 0, 1700],
  ['some time before and some after', 800, 900],
])('what hangs is answered for: %s', async (_name, beforeMs, afterMs) => {
  const request = ask()
  await pass(beforeMs)
  if (afterMs !== null) {
    request.knowKey()
    await pass(20_000)
    request.upload()
    await pass(afterMs)
  }
  expect(await request.status()).toBeNull()
  await pass(100)
  expect(await request.status()).toBe(503)
})

it('what hangs is answered for behind a body that still arrives', async () => {
  const slow = ask()
  slow.knowKey()
  await pass(100)
  const hanging = ask()
  await pass(1800)
  expect([await slow.status(), await hanging.status()]).toEqual([null, 503])
})

it('a page that needs no database is waited for, however long it takes to make', async () => {
  const reply = app.inject({ method: 'GET', url: '/page' })
  await pass(20_000)
  await pass(20_000)
  made.resolve()
  expect((await reply).statusCode).toBe(200)
})
