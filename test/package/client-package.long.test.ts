import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Consumer, emptyProject, pack, type Packed, root } from './packed.ts'

const MOST_BYTES = 12_000
const compilers = {
  tsc: join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc'),
  /** The last one that knows `node10`. */
  tsc6: join(root, 'node_modules', 'typescript', 'bin', 'tsc6'),
}

/** A project that has installed the client, as it is published, and nothing else. */
let consumer: Consumer
let packed: Packed
const node = (...args: string[]): string => consumer.run(process.execPath, ...args)

beforeAll(() => {
  consumer = emptyProject()
  packed = pack(join('clients', 'typescript'), consumer.path)
  consumer.run('npm', 'install', '--offline', '--no-audit', '--no-fund', packed.tarball)
})

afterAll(() => consumer.remove())

it('the package holds what it needs and nothing else', () => {
  const sources = globSync('*.ts', { cwd: join(root, 'clients', 'typescript', 'src') }).map((name) =>
    basename(name, '.ts'),
  )
  const modules = sources.filter((name) => !name.endsWith('.test'))
  const built = ['esm', 'cjs'].flatMap((kind) =>
    modules.flatMap((name) => ['js', 'd.ts'].map((ending) => `dist/${kind}/${name}.${ending}`)),
  )
  const beside = ['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json']
  expect(packed.files).toEqual([...beside, ...built].toSorted())
})

it('nothing in it puts its users off', async () => {
  const { messages } = await publint({ pkgDir: consumer.installed('@purser/client'), strict: true })
  expect(messages).toEqual([])
})

describe('the client runs without any dependency', () => {
  const use = `
    const fetch = async (url, init) => new Response(JSON.stringify({ url, method: init.method }))
    const purser = new Purser({ apiKey: 'sk_x', fetch })
    const refusal = (error) => error instanceof WebhookVerificationError && error.reason
    const secret = 'whsec_' + 'f'.repeat(64)
    const header = 't=1,v1=' + '0'.repeat(64)
    Promise.all([purser.cards.get('card_1'), verifyWebhook({ payload: '{}', header, secret }).catch(refusal)])
      .then((answers) => console.log(JSON.stringify([...answers, typeof PurserError])))`
  const names = { client: '{ Purser, PurserError }', webhooks: '{ verifyWebhook, WebhookVerificationError }' }

  it.each([
    [
      'imported',
      'use.mjs',
      `import ${names.client} from '@purser/client'\nimport ${names.webhooks} from '@purser/client/webhooks'`,
    ],
    [
      'required',
      'use.cjs',
      `const ${names.client} = require('@purser/client')\nconst ${names.webhooks} = require('@purser/client/webhooks')`,
    ],
  ])('%s', (_how, file, heading) => {
    consumer.write(file, `${heading}\n${use}`)
    const called = { url: 'http://127.0.0.1:8420/v1/cards/card_1', method: 'GET' }
    expect(JSON.parse(node(file))).toEqual([called, 'signature_mismatch', 'function'])
  })

  it('and loads nothing but its own files, and no Node module, so that browsers can', () => {
    const modules = join(consumer.installed('@purser/client'), 'dist', 'esm')
    const specifiers = readdirSync(modules)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [...readFileSync(join(modules, file), 'utf8').matchAll(/(?:from|import) ['"]([^'"]+)['"]/g)])
    expect(specifiers.length).toBeGreaterThan(5)
    for (const [, specifier] of specifiers) expect(specifier).toMatch(/^\.\/[a-z-]+\.js$/)
  })
})

it(`whole, with webhooks and receipts, it has at most ${MOST_BYTES} bytes, minified and compressed`, async () => {
  consumer.write(
    'all.js',
    "export * from '@purser/client'\nexport * from '@purser/client/webhooks'\nexport * from '@purser/client/receipts'\n",
  )
  const bundle = await rolldown({ input: join(consumer.path, 'all.js'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  expect(gzipSync(output[0].code).byteLength).toBeLessThanOrEqual(MOST_BYTES)
})

describe('the client has types that a strict consumer compiles against', () => {
  const common = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2023,dom']
  const source = `
    import { Purser, PurserError, type Card } from '@purser/client'
    import { verifyWebhook } from '@purser/client/webhooks'
    const purser = new Purser({ apiKey: 'sk_x' })
    export const ids = async (): Promise<string[]> => {
      const ids: string[] = []
      for await (const card of purser.cards.list({ status: 'active' })) ids.push(card.id)
      return ids
    }
    export const isGone = (error: unknown) => error instanceof PurserError && error.code === 'card_closed'
    export const freeze = (id: string): Promise<Card> => purser.cards.freeze(id)
    export const amountOf = async (payload: string, header: string, secret: string) => {
      const event = await verifyWebhook({ payload, header, secret })
      return event.type === 'transaction.created' ? event.data.amount : 0
    }
    // @ts-expect-error a misspelt limit must not compile
    export const wrong = purser.cards.create({ customerId: 'c', policy: { limits: { perAuht: 1 } } })
    // @ts-expect-error an id is a text
    export const other = purser.cards.get(7)`

  it.each([
    ['bundler', compilers.tsc, ['--module', 'esnext', '--moduleResolution', 'bundler'], 'use.ts'],
    ['node16, imported', compilers.tsc, ['--module', 'node16'], 'use.mts'],
    ['node16, required', compilers.tsc, ['--module', 'node16'], 'use.cts'],
    ['nodenext', compilers.tsc, ['--module', 'nodenext'], 'use.mts'],
    ['nodenext, required', compilers.tsc, ['--module', 'nodenext'], 'use.cts'],
    [
      'node10',
      compilers.tsc6,
      ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
      'use.ts',
    ],
  ])('by %s', (_resolution, compiler, options, file) => {
    consumer.write(file, source)
    expect(node(compiler, ...common, ...options, file)).toBe('')
  })

  it('and every example of the documents compiles, those of one guide as one program', () => {
    const guides = readdirSync(join(root, 'docs', 'guides')).map((name) => join('docs', 'guides', name))
    const examplesIn = (path: string) =>
      readFileSync(join(root, path), 'utf8')
        .matchAll(/^```ts\n(.*?)^```/gms)
        .map(([, code = '']) => code)
        .toArray()
    const programs = [
      ...['README.md', ...guides].map((path) => examplesIn(path).join('')).filter(Boolean),
      ...examplesIn(join('clients', 'typescript', 'README.md')),
    ]
    expect(programs.length).toBeGreaterThan(5)
    programs.forEach((code, index) => consumer.write(`example-${index}.ts`, code))
    const files = programs.map((_, index) => `example-${index}.ts`)
    const ofNode = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
    expect(node(compilers.tsc, ...common, ...ofNode, '--module', 'nodenext', ...files)).toBe('')
  })
})
