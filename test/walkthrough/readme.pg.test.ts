import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/start-purser.ts'

const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const execute = promisify(execFile)

/** `--json` came with curl 7.82. */
const curlHasJson = spawnSync('curl', ['--help', 'all'], { encoding: 'utf8' }).stdout?.includes('--json') ?? false

/** The one block of that language that contains the text. */
function block(language: string, text: string): string {
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code ?? '',
  )
  const [found, ...others] = blocks.filter((code) => code.includes(text))
  if (found === undefined || others.length > 0) throw new Error(`README.md needs one ${language} block with ${text}`)
  return found
}

describe('what README.md shows is what happens', () => {
  let service: TestPurser
  let folder: string

  beforeAll(async () => {
    service = await startPurser()
    folder = await mkdtemp(join(tmpdir(), 'purser-readme-'))
  })

  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  it.skipIf(!curlHasJson)('a purchase in five curl lines: one approved, one declined with its reason', async () => {
    const [settings = '', ...lines] = block('sh', 'curl').split('\n')
    expect(settings).toMatch(/^export PURSER=http:\/\/127\.0\.0\.1:8420\/v1 AUTH="Authorization: Bearer /)
    expect(lines.filter((line) => line.includes('curl'))).toHaveLength(5)

    const env = { ...process.env, PURSER: service.baseUrl, AUTH: `Authorization: Bearer ${service.apiKey}` }
    const { stdout } = await execute('sh', ['-c', lines.join('\necho\n')], { env, timeout: 20_000 })
    const [approved, declined] = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown)

    expect(approved).toMatchObject({ decision: 'approve', reasons: [] })
    const shown = JSON.parse(block('json', 'decline')) as object
    expect(declined).toMatchObject({ ...shown, transactionId: expect.stringMatching(/^txn_/) as string })
  })

  it('the same from TypeScript', async () => {
    const customer = await service.purser.customers.create({ email: 'grace@example.com' })
    await service.purser.cards.create({ customerId: customer.id, policy: { limits: { perAuth: 5000 } } })
    const code = block('ts', 'new Purser')
      .replace("'purser'", JSON.stringify(pathToFileURL(join(root, 'src', 'sdk', 'client.ts')).href))
      .replace('http://127.0.0.1:8420/v1', service.baseUrl)
      .replace('sk_...', service.apiKey)
    const file = join(folder, 'example.ts')
    await writeFile(file, code)
    const { stdout } = await execute(process.execPath, [file], { timeout: 20_000 })
    expect(stdout).toMatch(/^decline .*\$50\.00/m)
  })

  it('the commands are scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    for (const [, name] of readme.matchAll(/npm (?:run )?(start|test|demo)\b/g))
      expect(scripts).toHaveProperty(name ?? '')
  })
})
