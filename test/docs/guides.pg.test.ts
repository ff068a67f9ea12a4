import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'
import { Value } from 'typebox/value'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { Policy } from '../../src/contract/policy.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import type { Block } from './blocks.ts'
import { complete, guides, ROOT, toFollowGuides, visits } from './guides.ts'

/** The rest takes longer: `guides.long.pg.test.ts` follows all guides. */
const followed = complete.filter(({ path }) => path === 'README.md')

testsWithNeeds(...toFollowGuides).describe('can be followed as it stands', () => {
  it.each(followed)('$path', ({ blocks }) =>
    visits(1, async ({ follow }) => {
      for (const block of blocks) await follow(block)
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
