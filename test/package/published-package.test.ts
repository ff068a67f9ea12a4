import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')

const consumerOptions = '--noEmit --strict --module nodenext --target es2023 --lib es2023,dom --skipLibCheck --types'
  .split(' ')
  .concat('')

/** A project that has installed the package, as it is published, and nothing else. */
let project: string

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'purser-package-'))
  const installed = join(project, 'node_modules', 'purser')
  mkdirSync(installed, { recursive: true })
  copyFileSync(join(root, 'package.json'), join(installed, 'package.json'))
  run(compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', join(installed, 'dist'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
}, 60_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the published package', () => {
  it('has a client that calls without any dependency', () => {
    writeFileSync(
      join(project, 'call.js'),
      `import { Purser, PurserError } from 'purser'
       const fetch = async (url, init) => new Response(JSON.stringify({ url, method: init.method }))
       const purser = new Purser({ apiKey: 'sk_x', fetch })
       console.log(JSON.stringify([await purser.cards.get('card_1'), typeof PurserError]))`,
    )
    const [answer, errorType] = JSON.parse(run('call.js')) as unknown[]
    expect(answer).toEqual({ url: 'http://127.0.0.1:8420/v1/cards/card_1', method: 'GET' })
    expect(errorType).toBe('function')
  })

  it('verifies webhooks without any dependency', () => {
    writeFileSync(
      join(project, 'verify.js'),
      `import * as webhooks from 'purser/webhooks'
       console.log(Object.keys(webhooks).join(' '))`,
    )
    expect(run('verify.js')).toContain('verifyWebhook')
  })

  it('loads nothing but its own files in the client, and no Node module, so that browsers can', () => {
    const loaded = new Set<string>()
    const load = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      const text = readFileSync(join(project, 'node_modules', 'purser', 'dist', file), 'utf8')
      for (const [, specifier] of text.matchAll(/(?:from|import) ['"]([^'"]+)['"]/g)) {
        expect(specifier, file).toMatch(/^\.\/[a-z-]+\.js$/)
        load(join('sdk', specifier as string))
      }
    }
    load(join('sdk', 'client.js'))
    expect(loaded.size).toBeGreaterThan(3)
  })

  it('has types that a strict consumer compiles against', () => {
    symlinkSync(join(root, 'node_modules', 'typebox'), join(project, 'node_modules', 'typebox'))
    writeFileSync(
      join(project, 'consumer.ts'),
      `import { Purser, PurserError, type Card } from 'purser'
       const purser = new Purser({ apiKey: 'sk_x' })
       export const ids = async (): Promise<string[]> => {
         const ids: string[] = []
         for await (const card of purser.cards.list({ status: 'active' })) ids.push(card.id)
         return ids
       }
       export const isGone = (error: unknown) => error instanceof PurserError && error.code === 'card_closed'
       export const freeze = (id: string): Promise<Card> => purser.cards.freeze(id)
       // @ts-expect-error a misspelt limit must not compile
       export const wrong = purser.cards.create({ customerId: 'c', policy: { limits: { perAuht: 1 } } })`,
    )
    expect(run(compiler, ...consumerOptions, 'consumer.ts')).toBe('')
  })

  it('compiles every example of the documents', () => {
    const documents = ['README.md', ...readdirSync(join(root, 'docs', 'guides')).map((name) => `docs/guides/${name}`)]
    const examples = documents.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? ''),
    )
    expect(examples.length).toBeGreaterThan(3)
    examples.forEach((code, index) => writeFileSync(join(project, `example-${index}.ts`), code))
    expect(run(compiler, ...consumerOptions, ...examples.map((_, index) => `example-${index}.ts`))).toBe('')
  })

  it('has a command, with its dependencies installed', () => {
    const installed = join(project, 'node_modules', 'purser')
    symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
    const { version, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      version: string
      bin: { purser: string }
    }
    expect(run(join(installed, bin.purser), '--version')).toBe(`${version}\n`)
    expect(run(join(installed, bin.purser), '--help')).toContain('start')
  })
})
