import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Value } from 'typebox/value'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { Policy } from '../../src/contract/policy.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type Session, sitDown } from './follow.ts'
import { welcome } from './newcomer.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** One wait, on a machine that has much else to do. */
const DEADLINE_MS = 90_000
const FOLLOWING_MS = 600_000

const documents = ['README.md', ...readdirSync(join(ROOT, 'docs', 'guides')).map((name) => `docs/guides/${name}`)]
const guides = documents.map((path) => ({ path, blocks: blocksOf(path, readFileSync(join(ROOT, path), 'utf8')) }))

const onTerminals = ({ part }: Block) => ['paste', 'show', 'run', 'save'].includes(part.does)
const startsPurser = ({ part }: Block) => part.does === 'paste' && part.terminal === 'purser'

const toFollow = guides.map(({ path, blocks }) => ({ path, blocks: blocks.filter(onTerminals) }))
const complete = toFollow.filter(({ blocks }) => blocks.some(startsPurser))
/** These say that Purser runs, and that its key is known, as in the section of README.md that says how. */
const begun = toFollow.filter(({ blocks }) => blocks.length > 0 && !blocks.some(startsPurser))
const beginning = (complete.find(({ path }) => path === 'README.md')?.blocks ?? []).filter(
  ({ section }) => section === 'Run it',
)

/** One newcomer sits down twice: what was made the first time is still there. */
async function twice(visit: (session: Session) => Promise<void>): Promise<void> {
  const newcomer = await welcome(DEADLINE_MS)
  try {
    for (let time = 0; time < 2; time += 1) {
      const session = sitDown(newcomer)
      try {
        await visit(session)
      } finally {
        await session.end()
      }
    }
  } finally {
    newcomer.leave()
  }
}

/** What the guides ask of a machine: `--json` came with curl 7.82. */
const tools = [
  { says: '--json', command: 'curl --help all' },
  { says: 'Python 3', command: 'python3 --version' },
]
const lacking = tools.filter(({ says, command }) => {
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  return !stdout.includes(says)
})
for (const { says, command } of lacking) console.warn(`The guides are not followed: ${command} says nothing of ${says}`)

describe.skipIf(lacking.length > 0)('can be followed as it stands, and again', { concurrent: true }, () => {
  it.each(complete)('$path', { timeout: FOLLOWING_MS }, ({ blocks }) =>
    twice(async ({ follow }) => {
      for (const block of blocks) await follow(block)
    }),
  )

  it('the guides that go on from README.md', { timeout: FOLLOWING_MS }, () =>
    twice(async ({ follow, openAnew }) => {
      for (const block of beginning) await follow(block)
      for (const { blocks } of begun) {
        await openAnew()
        for (const block of blocks) await follow(block)
      }
    }),
  )
})

describe('statements, settings and policies are taken', () => {
  it.each(guides)('$path', async ({ blocks }) => {
    for (const block of blocks) await take(block)
  })
})

async function take({ part, code, document, line }: Block): Promise<void> {
  const place = `${document}:${line}`
  if (part.does === 'configure') {
    const settings = code.matchAll(/^(\w+)="?(.*?)"?$/gm).map(([, name = '', value = '']) => [name, value] as const)
    expect(() => readSettings(Object.fromEntries(settings)), place).not.toThrow()
  }
  if (part.does === 'set policy') expect([...Value.Errors(Policy, JSON.parse(code))], place).toEqual([])
  if (part.does === 'query') await query(code)
  const test = part.does === 'nothing' ? /^run by (\S+)$/.exec(part.because)?.[1] : undefined
  if (test !== undefined) expect(readFileSync(join(ROOT, test), 'utf8'), place).toContain(document)
}

async function query(statements: string): Promise<void> {
  const { database, drop } = await createTestDatabase()
  try {
    await database.pool.query(statements)
  } finally {
    await drop()
  }
}
