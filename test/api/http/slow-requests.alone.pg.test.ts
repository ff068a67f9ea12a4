import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Rig, startRig } from '../http-rig.ts'

/** Shorter than in a node, so that the test is soon done. */
const REQUEST_MS = 1000
/** A byte comes long before anybody would call the connection idle. */
const BYTE_EVERY_MS = 50

let rig: Rig
let port: number
let apiKey: string
beforeAll(async () => {
  rig = await startRig({ settings: { requestTimeoutMs: REQUEST_MS } })
  port = Number(new URL(await rig.app.listen({ port: 0, host: '127.0.0.1' })).port)
  apiKey = await rig.key()
})
afterAll(() => rig.close())

const request = (headers: string) => `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${headers}`
const withBody = (key: string) =>
  `${request(`Authorization: Bearer ${key}\r\nContent-Type: application/json`)}\r\nContent-Length: 100000\r\n\r\n{"email":"`

it.each([
  ['its headers', () => request('X-Slow: '), 'took longer than 1 s to arrive'],
  ['its body', () => withBody(apiKey), 'took longer than 1 s to arrive'],
  ['its body, without a right key', () => withBody('sk_wrong'), '401 Unauthorized'],
  ['nothing at all', () => '', ''],
])('a connection that sends %s byte by byte is cut off after the time of a request', async (what, begun, answer) => {
  const { text, afterMs } = await sendSlowly(begun(), what === 'nothing at all' ? '' : 'a')
  expect(text).toContain(answer)
  expect(afterMs).toBeGreaterThanOrEqual(REQUEST_MS)
  expect(afterMs).toBeLessThan(10_000) // Node alone would look again after 30 s
})

it('a request that begins on a connection that was used before has the same time', async () => {
  const { text, afterMs } = await sendSlowly(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${request('X-Slow: ')}`, 'a')
  expect(text).toMatch(/^HTTP\/1.1 200 .*took longer than 1 s to arrive/s)
  expect(afterMs).toBeLessThan(10_000)
})

/** What is answered until the connection is closed, and how long that took. */
function sendSlowly(begun: string, byte: string): Promise<{ text: string; afterMs: number }> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      if (begun !== '') socket.write(begun)
    })
    const dripping = setInterval(() => byte !== '' && socket.writable && socket.write(byte), BYTE_EVERY_MS)
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => undefined) // it was cut off while a byte was on its way
    socket.on('close', () => {
      clearInterval(dripping)
      resolve({ text, afterMs: performance.now() - startedAt })
    })
  })
}
