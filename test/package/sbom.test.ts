import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

interface Bom {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly { readonly alg: string }[] }[]
}
interface Lock {
  readonly packages: Record<string, { readonly version?: string; readonly dev?: boolean; readonly integrity?: string }>
}

it('npm run release:sbom names every package that can be a part of what runs, with its hash, and no tool of development', () => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-sbom-'))
  const path = join(folder, 'sbom.cdx.json')
  execFileSync(process.execPath, [join(root, 'tools', 'sbom.ts'), path], { stdio: 'pipe' })
  const bom = readJson(path) as Bom
  rmSync(folder, { recursive: true })
  const { name, version } = readJson(join(root, 'package.json')) as { name: string; version: string }
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } })

  const fetched = Object.entries((readJson(join(root, 'package-lock.json')) as Lock).packages).filter(
    ([, { integrity }]) => integrity !== undefined,
  )
  const urlOf = ([key, locked]: (typeof fetched)[number]) =>
    `pkg:npm/${key.split('node_modules/').at(-1)?.replace('@', '%40')}@${locked.version}`
  const running = fetched.filter(([, { dev }]) => dev !== true).map(urlOf)
  const hashed = bom.components.filter(({ hashes }) => hashes?.some(({ alg }) => alg === 'SHA-512'))
  expect(new Set(hashed.map(({ purl }) => purl))).toEqual(new Set(running))
  expect(running.length).toBeGreaterThan(50)
})
