import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, blocksOf } from './blocks.ts'
import { type Session, sitDown } from './follow.ts'
import { findExecutable } from '../support/executables.ts'
import type { TestNeed } from '../support/needs.ts'
import { welcome } from './newcomer.ts'
import { TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

const documents = ['README.md', ...readdirSync(join(ROOT, 'docs', 'guides')).map((name) => `docs/guides/${name}`)]
export const guides = documents.map((path) => ({
  path,
  blocks: blocksOf(path, readFileSync(join(ROOT, path), 'utf8')),
}))

const onTerminals = ({ part }: Block) => ['paste', 'show', 'run', 'save'].includes(part.does)
const startsPurser = ({ part }: Block) => part.does === 'paste' && part.terminal === 'purser'

const toFollow = guides.map(({ path, blocks }) => ({ path, blocks: blocks.filter(onTerminals) }))
export const complete = toFollow.filter(({ blocks }) => blocks.some(startsPurser))
/** These say that Purser runs, and that its key is known, as in the section of README.md that says how. */
export const begun = toFollow.filter(({ blocks }) => blocks.length > 0 && !blocks.some(startsPurser))
export const beginning = (complete.find(({ path }) => path === 'README.md')?.blocks ?? []).filter(
  ({ section }) => section === 'Run it',
)

/** One newcomer sits down so often: what was made the first time is still there. */
export async function visits(times: number, visit: (session: Session) => Promise<void>): Promise<void> {
  const newcomer = await welcome(TEST_CONDITION_WAIT_MS)
  try {
    for (let time = 0; time < times; time += 1) {
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

/** Whether a command is there, and says of itself that it is new enough. */
function saysOfItself(command: string, says: string): boolean {
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  return stdout.includes(says)
}

/** Programs that commands of the guides need: curl has `--json` since 7.82. */
export const toFollowGuides: readonly TestNeed[] = [
  { takes: 'curl 7.82', isMet: saysOfItself('curl --help all', '--json') },
  { takes: 'python3', isMet: saysOfItself('python3 --version', 'Python 3') },
  { takes: 'bash, awk and sed', isMet: ['bash', 'awk', 'sed'].every((name) => findExecutable(name) !== undefined) },
].map((need) => ({ tested: 'README.md and guides', ...need }))
