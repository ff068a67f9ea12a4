import { describe, expect, it } from 'vitest'
import { isPermittedWebhookAddress } from './public-address.ts'
import { checkWebhookTarget } from './webhook-target.ts'

/** The reasons why an address must not be reached, each with every spelling that could fool a parser. */
const refusedUrls = [
  ['plain http', 'http://hooks.example.com/'],
  ['another scheme', 'ftp://hooks.example.com/'],
  ['no scheme', 'hooks.example.com/hook'],
  ['empty', ''],
  ['script', 'javascript:alert(1)'],
  ['file', 'file:///etc/passwd'],
  ['user info', 'https://user@hooks.example.com/'],
  ['user and password', 'https://user:secret@hooks.example.com/'],
  ['user info that looks like the host', 'https://hooks.example.com@127.0.0.1/'],
  ['fragment', 'https://hooks.example.com/#top'],
  ['empty fragment', 'https://hooks.example.com/#'],
  ['localhost', 'https://localhost/'],
  ['localhost, upper case', 'https://LOCALHOST/'],
  ['localhost, trailing dot', 'https://localhost./'],
  ['below localhost', 'https://api.localhost/'],
  ['mDNS name', 'https://printer.local/'],
  ['cloud metadata name', 'https://metadata.google.internal/'],
  ['internal name', 'https://db.internal/'],
  ['internal name, trailing dot', 'https://db.internal./'],
  ['single label', 'https://intranet/'],
  ['home network', 'https://router.home.arpa/'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback with port', 'https://127.0.0.1:8443/hook'],
  ['loopback, elsewhere in its block', 'https://127.8.9.10/'],
  ['loopback, trailing dot', 'https://127.0.0.1./'],
  ['loopback, short', 'https://127.1/'],
  ['loopback, decimal', 'https://2130706433/'],
  ['loopback, octal', 'https://0177.0.0.1/'],
  ['loopback, all octal', 'https://017700000001/'],
  ['loopback, hexadecimal', 'https://0x7f000001/'],
  ['loopback, mixed', 'https://0x7f.1/'],
  ['loopback, percent-encoded', 'https://%31%32%37.0.0.1/'],
  ['loopback, full-width digits', 'https://１２７.0.0.1/'],
  ['loopback, circled digits', 'https://①②⑦.⓪.⓪.①/'],
  ['unspecified', 'https://0.0.0.0/'],
  ['unspecified, short', 'https://0/'],
  ['private 10/8', 'https://10.0.0.1/'],
  ['private 172.16/12', 'https://172.31.255.255/'],
  ['private 192.168/16', 'https://192.168.1.1/'],
  ['metadata', 'https://169.254.169.254/latest/meta-data/'],
  ['metadata, decimal', 'https://2852039166/'],
  ['metadata, hexadecimal', 'https://0xa9fea9fe/'],
  ['metadata of Azure, in a public block', 'https://168.63.129.16/'],
  ['metadata of Alibaba', 'https://100.100.100.200/'],
  ['metadata of Oracle', 'https://192.0.0.192/'],
  ['metadata over IPv6', 'https://[fd00:ec2::254]/'],
  ['carrier-grade NAT', 'https://100.64.0.1/'],
  ['benchmarking', 'https://198.18.0.1/'],
  ['documentation', 'https://203.0.113.7/'],
  ['6to4 relay', 'https://192.88.99.1/'],
  ['multicast', 'https://224.0.0.1/'],
  ['reserved', 'https://240.0.0.1/'],
  ['broadcast', 'https://255.255.255.255/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 loopback, long', 'https://[0:0:0:0:0:0:0:1]/'],
  ['IPv6 unspecified', 'https://[::]/'],
  ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/'],
  ['IPv4-mapped metadata', 'https://[::ffff:a9fe:a9fe]/'],
  ['IPv4-mapped public address', 'https://[::ffff:8.8.8.8]/'],
  ['IPv4-compatible loopback', 'https://[::127.0.0.1]/'],
  ['IPv4-translated loopback', 'https://[::ffff:0:127.0.0.1]/'],
  ['NAT64 of loopback', 'https://[64:ff9b::7f00:1]/'],
  ['NAT64 of a public address', 'https://[64:ff9b::808:808]/'],
  ['local NAT64', 'https://[64:ff9b:1::7f00:1]/'],
  ['6to4 of a private address', 'https://[2002:c0a8:101::1]/'],
  ['Teredo', 'https://[2001::1]/'],
  ['IPv6 link-local', 'https://[fe80::1]/'],
  ['IPv6 link-local with zone', 'https://[fe80::1%25eth0]/'],
  ['IPv6 site-local', 'https://[fec0::1]/'],
  ['IPv6 unique local', 'https://[fd12:3456:789a::1]/'],
  ['IPv6 multicast', 'https://[ff02::1]/'],
  ['IPv6 documentation', 'https://[2001:db8::1]/'],
  ['IPv6 documentation, newer', 'https://[3fff::1]/'],
  ['IPv6 benchmarking', 'https://[2001:2::1]/'],
  ['ORCHID', 'https://[2001:20::1]/'],
  ['IPv6 discard', 'https://[100::1]/'],
  ['IPv6 segment routing', 'https://[5f00::1]/'],
  ['IPv6 not handed out', 'https://[4000::1]/'],
] as const

const allowedUrls = [
  ['name', 'https://hooks.example.com/purser?tenant=1', 'hooks.example.com'],
  ['name with port', 'https://hooks.example.com:8443/', 'hooks.example.com'],
  ['name with trailing dot', 'https://hooks.example.com./', 'hooks.example.com'],
  ['international name', 'https://bücher.example/', 'xn--bcher-kva.example'],
  ['name that only looks local', 'https://localhost.example.com/', 'localhost.example.com'],
  ['public IPv4', 'https://8.8.8.8/', '8.8.8.8'],
  ['next to a private block', 'https://172.32.0.1/', '172.32.0.1'],
  ['next to carrier-grade NAT', 'https://100.128.0.1/', '100.128.0.1'],
  ['public IPv6', 'https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
] as const

describe('a webhook URL', () => {
  it.each(refusedUrls)('is refused: %s: %s', (_why, url) => {
    expect(checkWebhookTarget(url, false)).toEqual({ refused: expect.any(String) })
  })

  it.each(allowedUrls)('is taken: %s: %s', (_why, url, host) => {
    expect(checkWebhookTarget(url, false)).toMatchObject({ host })
  })

  it.each([
    'http://localhost:9000/',
    'http://receiver/',
    'http://127.0.0.1:9000/hook',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[::1]:9000/',
    'https://[fd12::1]/',
  ])('may be private where that is allowed: %s', (url) => {
    expect(checkWebhookTarget(url, true)).toHaveProperty('host')
  })

  it.each([
    'ftp://localhost/',
    'http://user@localhost/',
    'http://169.254.169.254/',
    'http://[fd00:ec2::254]/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://0.0.0.0/',
    'http://[64:ff9b::7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
  ])('is refused even where private ones are allowed: %s', (url) => {
    expect(checkWebhookTarget(url, true)).toHaveProperty('refused')
  })
})

it('takes nothing for an address that is none', () => {
  for (const text of ['', 'localhost', '127.0.0.1.', '1.2.3.4/24', '::g'])
    expect(isPermittedWebhookAddress(text, true)).toBe(false)
})
