import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A registry on which somebody has registered `purser`. It notes what is asked of it, and has no tarball. */
const asked: string[] = []
const registry = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url !== '/purser') return response.writeHead(404).end()
  const dist = { tarball: `http://127.0.0.1:${port()}/purser-1.0.0.tgz`, shasum: '0'.repeat(40) }
  const manifest = { name: 'purser', version: '1.0.0', bin: { purser: 'steal.js' }, dist }
  response.setHeader('content-type', 'application/json')
  return response.end(
    JSON.stringify({ name: 'purser', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': manifest } }),
  )
})
const port = () => (registry.address() as AddressInfo).port
const folder = mkdtempSync(join(tmpdir(), 'purser-npx-'))

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of a workflow where no Purser is installed. Resolves to what it asked of the registry. */
async function askedBy(command: string): Promise<string[]> {
  asked.length = 0
  const { PATH = '' } = process.env
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH,
      HOME: folder,
      CI: 'true',
      npm_config_registry: `http://127.0.0.1:${port()}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    },
  })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).not.toBe(0)
  return asked.filter((url) => url.endsWith('.tgz'))
}

it('npx purser fetches what anybody has registered under that name', async () => {
  expect(await askedBy('npx purser apply -f company/ --yes')).toEqual(['/purser-1.0.0.tgz'])
})

it('npx --no purser fetches nothing', async () => {
  expect(await askedBy('npx --no purser apply -f company/ --yes')).toEqual([])
})
