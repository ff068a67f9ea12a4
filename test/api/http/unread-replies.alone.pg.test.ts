import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type Rig, startRig } from '../http-rig.ts'

let rig: Rig
let port: number
beforeAll(async () => {
  rig = await startRig()
  port = Number(new URL(await rig.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => rig.close())

it('503 for a key whose readers take nothing of 32 MiB, not for another, and not once they are gone', async () => {
  const [hostile, other] = [await rig.key(), await rig.key()]
  const ask = async (secret: string, url: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}` }
    const reply = await rig.app.inject({ url, headers, ...(body && { method: 'POST', payload: body }) })
    const { error } = reply.json<{ error?: { code: string; message: string } }>()
    return [reply.statusCode, reply.headers['retry-after'], error?.code, error?.message]
  }
  const policy = { allowedMerchants: Array.from({ length: 310 }, (_, n) => 'm'.repeat(200) + n) }
  const customer = { email: 'a@example.com', policy, metadata: { text: 'x'.repeat(16_000) } }
  for (let n = 0; n < 55; n += 1) await ask(hostile, '/v1/customers', customer)

  const page = '/v1/customers?limit=100'
  const request = `GET ${page} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hostile}\r\n\r\n`
  const sockets: Socket[] = []
  const full = [503, '1', 'unavailable', 'Too many replies to this API key wait to be read.']
  await eventually('what waits is 32 MiB', async () => {
    const socket = connect(port, '127.0.0.1').pause()
    sockets.push(socket)
    socket.write(request.repeat(4))
    return (await ask(hostile, page))[3] === full[3]
  })
  expect(await ask(hostile, page)).toEqual(full)
  expect((await ask(other, page))[0]).toBe(200)
  for (const socket of sockets) socket.destroy()
  await eventually('they are gone', async () => (await ask(hostile, page))[0] === 200)
})
