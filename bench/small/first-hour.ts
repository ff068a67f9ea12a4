import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, blocksOf } from '../../test/docs/blocks.ts'
import { sitDown } from '../../test/docs/follow.ts'
import { welcomeToClone } from '../../test/docs/newcomer.ts'

/**
 * Runs the commands of README.md and then of the tutorial in an empty home directory, from `git clone` on, and measures the seconds until
 * the promised results appear. The packages are downloaded, so the network counts, too. The exit code is 1 if a guide cannot be followed.
 */
const DEADLINE_MS = 300_000
const ROOT = join(import.meta.dirname, '..', '..')
const MILESTONES = [
  { document: 'README.md', section: 'A purchase', what: 'the first decline, explained' },
  {
    document: 'docs/guides/tutorial.md',
    section: 'An intent that a person approves',
    what: 'an approved intent, bought',
  },
  { document: 'docs/guides/tutorial.md', section: 'A webhook, verified', what: 'a verified webhook' },
  {
    document: 'docs/guides/tutorial.md',
    section: 'A month that passes',
    what: 'a month later, the end of the tutorial',
  },
]

const startedAt = performance.now()
const since = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`
const newcomer = await welcomeToClone(DEADLINE_MS)
console.log(`${since()}  git clone`)
try {
  for (const document of ['README.md', 'docs/guides/tutorial.md']) await follow(document)
} finally {
  newcomer.leave()
}

async function follow(document: string): Promise<void> {
  const blocks = blocksOf(document, readFileSync(join(ROOT, document), 'utf8'))
  const session = sitDown(newcomer)
  try {
    for (const block of blocks) {
      await session.follow(block)
      const reached = MILESTONES.find((each) => each.document === document && isReachedBy(block, each.section, blocks))
      if (reached !== undefined) console.log(`${since()}  ${reached.what}`)
    }
  } finally {
    await session.end()
  }
}

/** Whether a block of a guide's commands is the one that shows its section's last result. */
function isReachedBy(block: Block, section: string, blocks: readonly Block[]): boolean {
  return block === blocks.findLast((each) => each.section === section && each.part.does === 'show')
}
