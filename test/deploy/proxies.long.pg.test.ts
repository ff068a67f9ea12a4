import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { findExecutable } from '../support/executables.ts'
import { testsWithNeeds } from '../support/needs.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { startTestCommand, type TestProcess } from '../support/processes/test-process.ts'
import { createCertificateAuthority } from '../support/receivers/certificates.ts'
import { freePort } from '../support/receivers/free-port.ts'

const SHIPPED = new URL('../../deploy/proxies/', import.meta.url)
const BEHIND = { PURSER_TRUSTED_PROXIES: '127.0.0.1/32', PURSER_BEHIND_TLS: 'true' }

const folder = mkdtempSync(join(tmpdir(), 'purser-proxies-'))
let ca: string
beforeAll(async () => {
  const authority = await createCertificateAuthority(folder, 'authority')
  const { cert, key } = await authority.issue('localhost')
  writeFileSync(join(folder, 'purser.crt'), cert)
  writeFileSync(join(folder, 'purser.key'), key)
  ca = readFileSync(authority.path, 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Nodes {
  readonly first: string
  readonly second: string
}

/** A proxy's file as it is shipped, with the ports, the name and the certificate of this test. */
interface Proxy {
  readonly name: string
  readonly program: string | undefined
  readonly configuration: (shipped: string, port: string) => string
  readonly words: (file: string) => string[]
}

const proxies: readonly (Proxy & { readonly file: string })[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    program: findExecutable('nginx', '../sbin/nginx'),
    configuration: (shipped, port) => `
      daemon off;
      pid ${folder}/nginx.pid;
      error_log stderr warn;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        ${shipped
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('purser.example.com', 'localhost')
          .replaceAll('/etc/ssl/purser', join(folder, 'purser'))}
      }`,
    words: (file) => ['-c', file, '-p', folder, '-e', 'stderr'],
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    program: findExecutable('caddy'),
    configuration: (shipped, port) => `{
        admin off
        auto_https disable_redirects
      }
      ${shipped.replace('purser.example.com {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/purser.crt ${folder}/purser.key`)}`,
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

describe.each(proxies)('$file behind $name', ({ name, file, program, configuration, words }) => {
  const test = testsWithNeeds({ tested: file, takes: name, isMet: program !== undefined })
  let service: TestPurser
  let second: NodeProcess
  let proxy: TestProcess
  let port: string
  let agent: Agent

  beforeAll(async () => {
    if (program === undefined) return
    service = await startPurser(BEHIND)
    second = await startNodeProcess(service.connection, { ...BEHIND, PURSER_DRAIN_SECONDS: '3' })
    port = await freePort()
    agent = new Agent({ ca, keepAlive: true })
    const nodes: Nodes = { first: portOf(service), second: portOf(second) }
    const shipped = readFileSync(new URL(file, SHIPPED), 'utf8')
      .replaceAll('127.0.0.1:8420', `127.0.0.1:${nodes.first}`)
      .replaceAll('127.0.0.1:8421', `127.0.0.1:${nodes.second}`)
    const path = join(folder, file)
    writeFileSync(path, configuration(shipped, port))
    proxy = startTestCommand(program, words(path), { cwd: folder, env: { HOME: folder, XDG_DATA_HOME: folder } })
    let ended: number | string | undefined
    void proxy.ended.then((code) => (ended = code))
    await eventually(`${name} serves`, () => {
      if (ended !== undefined) throw new Error(`${name} ended (${ended}):\n${proxy.stderr.join('\n')}`)
      return ask('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    })
  })

  afterAll(async () => {
    if (program === undefined) return
    agent.destroy()
    proxy.child.kill('SIGTERM')
    await proxy.ended
    second.process.child.kill('SIGKILL')
    await second.process.ended
    await service.stop()
  })

  const portOf = ({ baseUrl }: { readonly baseUrl: string }): string => new URL(baseUrl).port
  const connect = (method: string, path: string, { headers = {}, body }: Sent = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const authorization = { authorization: `Bearer ${service.apiKey}` }
      const asking = request(
        { host: 'localhost', port, path, method, agent, headers: { ...authorization, ...json, ...headers } },
        resolve,
      )
      asking.on('error', reject)
      asking.end(body === undefined ? undefined : JSON.stringify(body))
    })
  const ask = async (method: string, path: string, sent?: Sent) => {
    const response = await connect(method, path, sent)
    return { status: response.statusCode, headers: response.headers, said: await text(response) }
  }

  test.it('the address of the caller counts, and not the one that it claims', async () => {
    const keyOf = async (allowedAddresses: string[]) =>
      (await service.purser.apiKeys.create({ name: 'bound', role: 'read', allowedAddresses })).secret
    const claim = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': '203.0.113.9' }
      return (await ask('GET', '/v1/cards', { headers })).status
    }
    expect(await claim(await keyOf(['127.0.0.1/32']))).toBe(200)
    expect(await claim(await keyOf(['203.0.113.0/24']))).toBe(403)
  })

  test.it('a page of the proxy may call /mcp, and HTTPS is kept', async () => {
    const { status, headers } = await ask('POST', '/mcp', {
      headers: { origin: `https://localhost:${port}` },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    })
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
  })

  test.it('events come at once', async () => {
    const stream = await connect('GET', '/v1/events/stream', { headers: { accept: 'text/event-stream' } })
    let said = ''
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const { id } = await service.purser.customers.create({ email: 'grace@example.com' })
    await service.purser.cards.create({ customerId: id })
    await eventually('the event has come', () => said.includes('card.created'))
    stream.destroy()
  })

  test.it(
    'no purchase is lost or made twice where a node stops, by callers that send it again under its key',
    async () => {
      const { id: customerId } = await service.purser.customers.create({ email: 'ada@example.com' })
      const { id: cardId } = await service.purser.cards.create({ customerId })
      const body = { cardId, amount: 1, merchant: { name: 'GitHub', mcc: '5734' } }
      const buy = async (): Promise<unknown> => {
        const sent = { headers: { 'idempotency-key': randomUUID() }, body }
        const { status, said } = await ask('POST', '/v1/network/authorizations', sent)
        // The connection broke in the middle, and nobody knows whether a node had the request.
        const answer = status === 502 ? await ask('POST', '/v1/network/authorizations', sent) : { status, said }
        return [answer.status, (JSON.parse(answer.said) as { decision?: string }).decision]
      }
      const answers: unknown[] = []
      for (let round = 0; round < 5 || second.process.child.exitCode === null; round += 1) {
        if (round === 2) second.process.child.kill('SIGTERM')
        answers.push(...(await Promise.all(Array.from({ length: 4 }, buy))))
      }
      expect(new Set(answers.map(String))).toEqual(new Set(['200,approve']))
      const made = await service.database.pool.query('select from transactions where card_id = $1', [cardId])
      expect(made.rowCount).toBe(answers.length)
    },
  )
})

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}
