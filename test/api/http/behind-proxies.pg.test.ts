import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rig, startRig } from '../http-rig.ts'

/** The proxy whose word counts; the requests of a test come from this machine. */
const PROXY = '127.0.0.1'

let rig: Rig
let baseUrl: string
beforeAll(async () => {
  rig = await startRig({ settings: { trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] } })
  baseUrl = await rig.app.listen({ port: 0, host: PROXY })
})
afterAll(() => rig.close())

/** Whether a key that only this address may use is let in. */
async function isFrom(address: string, headers: Record<string, string>): Promise<boolean> {
  const secret = await rig.key({ allowedAddresses: [`${address}/${address.includes(':') ? 128 : 32}`] })
  const { status } = await fetch(`${baseUrl}/v1/self`, { headers: { authorization: `Bearer ${secret}`, ...headers } })
  return status === 200
}

let people = 0
/** The status of a wrong password for somebody, through the proxy. */
async function signInFrom(address: string): Promise<number> {
  const body = JSON.stringify({ email: `nobody-${(people += 1)}@example.com`, password: 'wrong words here' })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return (await fetch(`${baseUrl}/v1/sessions`, { method: 'POST', headers, body })).status
}

describe('the address of a request behind a proxy', () => {
  it.each([
    ['an address', '203.0.113.7', '203.0.113.7'],
    ['with its port', '203.0.113.7:51234', '203.0.113.7'],
    ['of IPv6', '2001:db8::7', '2001:db8::7'],
    ['of IPv6 in brackets', '[2001:db8::7]', '2001:db8::7'],
    ['of IPv6 in brackets with its port', '[2001:db8::7]:51234', '2001:db8::7'],
    ['of IPv6 with a zone', 'fe80::7%eth0', 'fe80::7'],
    ['in quotes, as in `Forwarded`', '"[2001:db8::7]:51234"', '2001:db8::7'],
    ['before a proxy of ours', '203.0.113.7:51234, 10.0.0.1:443', '203.0.113.7'],
    ['that a caller has made up before its own', '198.51.100.1, 203.0.113.7:51234', '203.0.113.7'],
    ['with spaces around it', '  203.0.113.7  ', '203.0.113.7'],
    ['unknown', 'unknown', PROXY],
    ['a name of the proxy', '_hidden', PROXY],
    ['a host name', 'client.example.com', PROXY],
    ['nothing', '', PROXY],
    ['one with too much behind it', '203.0.113.7:51234:9', PROXY],
    ['one with a path', '203.0.113.7/24', PROXY],
    ['a number', '3405803783', PROXY],
    ['one with zeros before its parts', '203.000.113.007', PROXY],
    ['made up, through a hop that is unknown', '203.0.113.7, unknown', PROXY],
    ['made up, through a hop that is unknown, before a proxy of ours', '203.0.113.7, unknown, 10.0.0.1', '10.0.0.1'],
  ])('%s: %s', async (_what, sent, address) => {
    expect(await isFrom(address, { 'x-forwarded-for': sent })).toBe(true)
    expect(await isFrom('198.51.100.99', { 'x-forwarded-for': sent })).toBe(false)
  })

  it('is not that of `Forwarded`, which a proxy that sets the other header passes on as the caller sent it', async () => {
    expect(await isFrom(PROXY, { forwarded: 'for=203.0.113.7' })).toBe(true)
    expect(await isFrom('203.0.113.7', { forwarded: 'for=203.0.113.7' })).toBe(false)
  })

  it('counts once for requests without a valid key, whatever their ports', async () => {
    const node = await rig.secondNode({ settings: { trustedProxies: ['127.0.0.1/32'], keylessRequestsPerMinute: 5 } })
    const url = await node.app.listen({ port: 0, host: PROXY })
    const statuses: number[] = []
    for (let port = 1; port <= 6; port += 1) {
      const { status } = await fetch(`${url}/v1/self`, { headers: { 'x-forwarded-for': `203.0.113.7:${port}` } })
      statuses.push(status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('counts once for wrong passwords, however a proxy writes it', async () => {
    const written = (tries: number) => {
      const plain = `203.0.113.77:${40_000 + tries}`
      return ['203.0.113.77', plain, `"${plain}"`, `198.51.100.${tries}, ${plain}`][tries % 4] ?? plain
    }
    for (let tries = 0; tries < 20; tries += 1) expect(await signInFrom(written(tries))).toBe(401)
    for (let tries = 20; tries < 24; tries += 1) expect(await signInFrom(written(tries))).toBe(429)
    expect(await signInFrom('203.0.113.78:40000')).toBe(401)
  })

  it('is that of the proxy for wrong passwords, where it tells none', async () => {
    const names = ['unknown', '_hidden', '"unknown"', '203.0.113.90, unknown', 'client.example.com']
    for (let tries = 0; tries < 20; tries += 1) expect(await signInFrom(names[tries % 5] ?? '')).toBe(401)
    for (const name of names) expect(await signInFrom(name)).toBe(429)
    expect(await signInFrom('203.0.113.90')).toBe(401)
  })
})
