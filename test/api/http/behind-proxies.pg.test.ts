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
})
