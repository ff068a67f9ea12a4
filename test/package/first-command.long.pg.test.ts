import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'
import { blocksOf } from '../docs/blocks.ts'
import { sitDown } from '../docs/follow.ts'
import { welcomeToCopy } from '../docs/newcomer.ts'
import { cached, NOT_TO_BE_HAD } from './registry.ts'

/** The npm of Node 20: it links no `node_modules/.bin/node`, because it removes the link with the packages of other platforms. */
const NPM = '10.8.2'
/** One wait: packages come from npm's cache, or over the network. */
const DEADLINE_MS = 240_000
const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'purser-npm-'))
const npm10 = { tested: `npm ${NPM}`, takes: 'a registry that has it', isMet: installNpm() }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Into a folder of its own, by the npm of the machine. */
function installNpm(): boolean {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--no-audit', '--no-fund', `npm@${NPM}`]
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    env: { ...process.env, ...cached },
    encoding: 'utf8',
  })
  if (status === 0) return true
  if (!NOT_TO_BE_HAD.test(stderr)) throw new Error(stderr)
  return false
}

testsWithNeeds(npm10).describe(`npm ${NPM}`, () => {
  it('installs and starts a copy of the checkout, and makes a key, as README.md says', async () => {
    const newcomer = await welcomeToCopy(DEADLINE_MS, { path: join(folder, 'node_modules', '.bin'), env: cached })
    const session = sitDown(newcomer)
    try {
      const blocks = blocksOf('README.md', readFileSync(join(root, 'README.md'), 'utf8'))
      const toRun = blocks.filter(({ section, part }) => section === 'Run it' && part.does === 'paste')
      expect(toRun.map(({ code }) => code).join('\n')).toMatch(/^npm ci && npm start\n[^]*npx --no purser keys create/)
      for (const block of toRun) await session.follow(block)
      expect(existsSync(join(newcomer.terminal.cwd, 'node_modules', '.bin', 'node'))).toBe(false)
    } finally {
      await session.end()
      newcomer.leave()
    }
  })
})
