import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Node, type Rig, startRig } from '../http-rig.ts'

const INDEX = '<!doctype html><title>Purser</title>'
const SCRIPT = `export const words = '${'again and '.repeat(100)}'`
const FOR_EVER = 'public, max-age=31536000, immutable'

let rig: Rig
let node: Node
let directory: string
beforeAll(async () => {
  rig = await startRig()
  directory = await mkdtemp(join(tmpdir(), 'purser-dashboard-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), INDEX)
  await writeFile(join(directory, 'icon.svg'), '<svg/>')
  await writeFile(join(directory, 'assets', 'app-x1y2.js'), SCRIPT)
  await writeFile(join(directory, 'assets', 'app-x1y2.css'), 'body{}')
  node = await rig.secondNode({ settings: { dashboardDirectory: directory } })
  // Another build, while the node runs: what it serves stays whole.
  await rm(directory, { recursive: true })
})
afterAll(() => rig.close())

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  node.app.inject({ method, url, headers: { accept: '*/*', ...headers } })

describe('the files of the dashboard', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
    ['/assets/app-x1y2.js', 'text/javascript; charset=utf-8', FOR_EVER],
    ['/assets/app-x1y2.css', 'text/css; charset=utf-8', FOR_EVER],
  ])('%s is %s, cached as %s', async (url, contentType, cacheControl) => {
    const { statusCode, headers } = await ask(url)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, contentType, cacheControl])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })

  it('are sent as brotli or gzip to whoever takes it, and as they are to others', async () => {
    const as = (encoding: string) => ask('/assets/app-x1y2.js', { 'accept-encoding': encoding })
    const [br, gzip, plain] = [await as('gzip, br'), await as('gzip'), await as('')]
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
    expect(plain.body).toBe(SCRIPT)
    for (const { headers } of [br, gzip, plain]) expect(headers['vary']).toContain('accept-encoding')
  })

  it('are not sent again to whoever has them', async () => {
    const { headers } = await ask('/')
    const again = await ask('/', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('answer HEAD with the headers alone', async () => {
    const [got, head] = [await ask('/assets/app-x1y2.js'), await ask('/assets/app-x1y2.js', {}, 'HEAD')]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
  })

  it('begin every page that the dashboard routes itself', async () => {
    const page = await ask('/cards/card_x?tab=policy', { accept: 'text/html' })
    expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([200, INDEX, 'no-cache'])
    expect((await ask('/cards/card_x', { accept: 'text/html' }, 'HEAD')).statusCode).toBe(200)
  })

  it.each([
    ['a file that is not there', '/assets/gone.js', '*/*', 404],
    ['such a file, as a page', '/assets/gone.js', 'text/html', 404],
    ['a page, by a program', '/cards/card_x', '*/*', 404],
    ['a way out of the folder', '/assets/../../package.json', '*/*', 404],
    ['an operation that is not there', '/v1/nothing', 'text/html', 401],
  ])('are not the answer to %s', async (_what, url, accept, status) => {
    const reply = await ask(url, { accept })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
  })

  it('take nothing', async () => {
    const reply = await ask('/', {}, 'POST')
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a node without a built dashboard', () => {
  it('says at its address how to build one', async () => {
    const { statusCode, body } = await rig.app.inject('/')
    expect(statusCode).toBe(200)
    expect(body).toContain('<code>npm start</code>')
    expect(body).toContain('href="/docs"')
  })
})
