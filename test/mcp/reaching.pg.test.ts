import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { endpoint, type SomeAgent, someAgent } from './agent-rig.ts'

let service: TestPurser
let agent: SomeAgent
beforeAll(async () => {
  service = await startPurser({
    PURSER_PUBLIC_URL: 'https://purser.example.com',
    PURSER_ALLOWED_HOSTS: 'purser, 192.168.1.20',
  })
  agent = await someAgent(service)
})
afterAll(() => service.stop())

const PING = { method: 'ping' }

interface Asked {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly said: string
}

/** Sends a message by Node's own client, which sends the headers as they are given, and no others. */
function ask(
  headers: Record<string, string>,
  { method = 'POST', message = PING }: { method?: string; message?: object } = {},
) {
  const { hostname, port, pathname } = endpoint(service)
  return new Promise<Asked>((resolve, reject) => {
    const asking = request(
      { hostname, port, path: pathname, method, headers: { 'content-type': 'application/json', ...headers } },
      (response) =>
        void text(response).then(
          (said) => resolve({ status: response.statusCode, headers: response.headers, said }),
          reject,
        ),
    )
    asking.on('error', reject)
    asking.end(method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) : undefined)
  })
}

const withKey = () => ({ authorization: `Bearer ${agent.apiKey}` })

describe('the name by which /mcp is called', () => {
  it.each([
    ['purser:8420', 401],
    ['192.168.1.20:8420', 401],
    ['purser.tools.svc.cluster.local', 403],
    ['host.docker.internal:8420', 403],
    ['0.0.0.0:8420', 403],
    ['foo.localhost', 403],
  ])(
    '%s needs no setting where the caller has a key and is no page; without a key it is answered %i',
    async (host, keyless) => {
      expect(await ask({ host, ...withKey() })).toMatchObject({ status: 200 })
      expect(await ask({ host })).toMatchObject({ status: keyless })
    },
  )

  it.each([
    ['http://localhost:6274', 'localhost:8420', 200],
    ['https://purser.example.com', 'purser.example.com:443', 200],
    ['http://purser:8420', 'purser:8420', 200],
    ['http://192.168.1.20', '192.168.1.20:8420', 200],
    ['http://purser.evil.example', 'purser:8420', 403],
    ['http://evil.example', 'evil.example', 403],
    ['http://localhost:6274', 'evil.example', 403],
    ['null', 'localhost:8420', 403],
    ['vscode-webview://abc', 'localhost:8420', 403],
  ])('a page of %s that calls %s is answered %i', async (origin, host, status) => {
    const { status: answered, headers } = await ask({ origin, host, ...withKey() })
    expect(answered).toBe(status)
    expect(headers['access-control-allow-origin']).toBe(status === 200 ? origin : undefined)
  })

  it('the preflight of a page of a known host is answered, and that of another page refused', async () => {
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const known = await ask({ origin: 'http://localhost:6274', ...asks }, { method: 'OPTIONS' })
    expect(known).toMatchObject({
      status: 204,
      said: '',
      headers: {
        'access-control-allow-origin': 'http://localhost:6274',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('authorization') as string,
        vary: 'Origin',
      },
    })
    expect(known.headers['access-control-allow-credentials']).toBeUndefined()
    expect(await ask({ origin: 'https://evil.example', ...asks }, { method: 'OPTIONS' })).toMatchObject({ status: 403 })
  })

  it('a page may read why it is refused for its key', async () => {
    const refused = await ask({ origin: 'http://localhost:6274' })
    expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': 'http://localhost:6274' } })
  })
})

describe('the form of the answer', () => {
  it.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/*', 'application/json'],
    [null, 'application/json'],
    ['application/json, text/event-stream', 'text/event-stream'],
    ['application/*, text/*', 'text/event-stream'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const accepting: Record<string, string> = accept === null ? {} : { accept }
    for (const message of [
      { method: 'ping' },
      { method: 'tools/list' },
      { method: 'tools/call', params: { name: 'get_budget', arguments: {} } },
      { method: 'nonsense' },
    ]) {
      const { status, headers, said } = await ask({ ...withKey(), ...accepting }, { message })
      expect([status, headers['content-type']?.toString().split(';')[0]]).toEqual([200, type])
      const object = type === 'application/json' ? said : (/^data: (.*)$/m.exec(said)?.[1] ?? '')
      const { id, result, error } = JSON.parse(object) as { id: number; result?: object; error?: object }
      expect([id, (error ?? result) === undefined]).toEqual([1, false])
      expect(error !== undefined).toBe(message.method === 'nonsense')
    }
  })

  it('is refused where the caller takes neither, with what to do', async () => {
    const { status, said } = await ask({ ...withKey(), accept: 'text/html' })
    expect([status, said]).toEqual([406, expect.stringContaining('Leave the header out')])
  })

  it('is a stream for whoever listens, and refused where that is not taken', async () => {
    const listening = { method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions: [] } } }
    const { status } = await ask({ ...withKey(), accept: 'application/json' }, { message: listening })
    expect(status).toBe(406)
  })
})
