import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testsWithNeeds, releaseRunTestNeed } from '../../test/support/needs.ts'
import { startDnsServer, type DnsServer } from '../../test/support/receivers/dns-server.ts'
import { receiverCertificate } from '../../test/support/receivers/receiver-certificate.ts'
import { openWebhookSink, type WebhookSink } from '../../test/support/receivers/webhook-sink.ts'
import { publicDnsResolver } from './resolve.ts'
import { type DeliveryAnswer, createWebhookRequestSender, type WebhookRequestSender } from './send.ts'
import type { VettedConnectionsOptions } from './vetted-connections.ts'

let sink: WebhookSink
beforeEach(async () => {
  sink = await openWebhookSink()
})
afterEach(() => sink.close())

function newSender(options: VettedConnectionsOptions): WebhookRequestSender {
  const sender = createWebhookRequestSender(options)
  onTestFinished(() => sender.close())
  return sender
}

async function dnsAnswering(answer: Parameters<typeof startDnsServer>[0]): Promise<DnsServer> {
  const dns = await startDnsServer(answer)
  onTestFinished(() => dns.close())
  return dns
}

const post = (sender: WebhookRequestSender, url: string, attempt = new AbortController()): Promise<DeliveryAnswer> =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, attempt)

const failed = (error: DeliveryAnswer['error']): DeliveryAnswer => ({ statusCode: null, error, snippet: null })

describe('a host name', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['one public and one private address', ['8.8.8.8', '127.0.0.1']],
    ['a public IPv4 and a private IPv6 address', ['8.8.8.8', '::1']],
    ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
    ['NAT64 of loopback', ['64:ff9b::7f00:1']],
    ['metadata', ['169.254.169.254']],
  ])('is refused and not dialled where it resolves to %s', async (_what, addresses) => {
    const dns = await dnsAnswering(() => addresses)
    const sender = newSender({ allowPrivate: false, resolve: publicDnsResolver([dns.address]) })
    expect(await post(sender, `https://rebind.example:${sink.port}/`)).toEqual(failed('address_refused'))
    expect(sink.connections).toBe(0)
  })

  it('is looked up once, and what was vetted is dialled, whatever the name answers a moment later', async () => {
    const dns = await dnsAnswering((_question, index) => (index === 0 ? ['127.0.0.1'] : ['169.254.169.254']))
    const sender = newSender({ allowPrivate: true, resolve: publicDnsResolver([dns.address]) })
    const url = `http://rebind.example:${sink.port}/`
    expect(await post(sender, url)).toMatchObject({ statusCode: 200 })
    expect(dns.questions.map(({ type }) => type).toSorted()).toEqual(['A', 'AAAA'])
    expect(sink.requests[0]?.headers.host).toBe(`rebind.example:${sink.port}`)
    // The connection of the first delivery is still open: it is not used for a host name that means something else now.
    expect(await post(sender, url)).toEqual(failed('address_refused'))
    expect(sink.requests).toHaveLength(1)
  })

  it('that has moved is dialled where it is now, though the connection to its old address is still open', async () => {
    const dns = await dnsAnswering((_question, index) => (index === 0 ? ['127.0.0.1'] : ['::1']))
    const sender = newSender({ allowPrivate: true, resolve: publicDnsResolver([dns.address]) })
    const url = `http://moved.example:${sink.port}/`
    expect(await post(sender, url)).toMatchObject({ statusCode: 200 })
    expect(await post(sender, url)).toMatchObject({ statusCode: null }) // nobody listens there
    expect(sink.requests).toHaveLength(1)
  })

  it('that does not exist is an error of its own', async () => {
    const dns = await dnsAnswering(() => [])
    const sender = newSender({ allowPrivate: false, resolve: publicDnsResolver([dns.address]) })
    expect(await post(sender, 'https://nowhere.example/')).toEqual(failed('name_not_resolved'))
  })

  it('is refused by its text where only public ones are allowed', async () => {
    const sender = newSender({ allowPrivate: false, resolve: () => expect.fail('looked up') })
    for (const url of [`https://localhost:${sink.port}/`, `https://127.0.0.1:${sink.port}/`, sink.url]) {
      expect(await post(sender, url)).toEqual(failed('address_refused'))
    }
    expect(sink.connections).toBe(0)
  })
})

describe('TLS', () => {
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }])

  beforeEach(async () => {
    await sink.close()
    sink = await openWebhookSink(receiverCertificate)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, receiverCertificate.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
  })

  it('asks for and checks the name, though an address is dialled', async () => {
    const answer = await post(
      newSender({ allowPrivate: true, resolve }),
      `https://${receiverCertificate.name}:${sink.port}/`,
    )
    expect(answer).toMatchObject({ statusCode: 200 })
    expect(sink.requests[0]).toMatchObject({
      serverName: receiverCertificate.name,
      headers: { host: `${receiverCertificate.name}:${sink.port}` },
    })
  })

  it('fails where the certificate belongs to another name', async () => {
    const answer = await post(newSender({ allowPrivate: true, resolve }), `https://other.example:${sink.port}/`)
    expect(answer).toEqual(failed('tls_failed'))
    expect(sink.requests).toHaveLength(0)
  })
})

describe('an answer', () => {
  it('that redirects is not followed', async () => {
    sink.answerWith(() => ({ status: 307, headers: { location: `${sink.url}/else` } }))
    expect(await post(newSender({ allowPrivate: true }), sink.url)).toMatchObject({ statusCode: 307, error: null })
    expect(sink.requests).toHaveLength(1)
  })

  it('is read to 64 KiB and no further', async () => {
    const endless = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
        const more = () => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384)));
        }
        socket.on('drain', more)
        more()
      })
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const closed = new Promise((resolve) => endless.on('connection', (socket) => socket.on('close', resolve)))
    onTestFinished(() => void endless.close())
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`
    expect(await post(newSender({ allowPrivate: true }), url)).toEqual({
      statusCode: 200,
      error: null,
      snippet: 'x'.repeat(1024),
    })
    await closed
  })

  it('that is not HTTP is a failure', async () => {
    const shouting = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n'))
    await new Promise<void>((resolve) => shouting.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void shouting.close())
    const url = `http://127.0.0.1:${(shouting.address() as AddressInfo).port}/`
    expect(await post(newSender({ allowPrivate: true }), url)).toEqual(failed('invalid_answer'))
  })

  it('that nobody gives is a failure', async () => {
    const { url } = sink
    await sink.close()
    expect(await post(newSender({ allowPrivate: true }), url)).toEqual(failed('connection_refused'))
    sink = await openWebhookSink()
  })

  testsWithNeeds(releaseRunTestNeed).it('that does not come is waited for ten seconds', async () => {
    sink.answerWith(() => ({ hang: true }))
    const started = performance.now()
    expect(await post(newSender({ allowPrivate: true }), sink.url)).toEqual(failed('timeout'))
    const tookMs = performance.now() - started
    expect(tookMs).toBeGreaterThan(9_900)
    expect(tookMs).toBeLessThan(11_000)
  })

  it('is not waited for when the attempt is cut off', async () => {
    sink.answerWith(() => ({ hang: true }))
    const attempt = new AbortController()
    const answer = post(newSender({ allowPrivate: true }), sink.url, attempt)
    await sink.received(1)
    attempt.abort('interrupted')
    expect(await answer).toEqual(failed('interrupted'))
  })
})
