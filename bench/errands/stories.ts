import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { playStrict, strictStories } from '../../test/mcp/strict-stories.ts'
import { openBenchStack } from '../support/stack.ts'

/**
 * Plays the stories under a strict policy and prints how many calls and bytes of answers each took: `npm run bench:stories`. With `--texts`
 * the answers are written to a JSON file, from which tokens can be counted. The exit code is 1 if an answer leads an agent astray.
 */
const { values } = parseArgs({ options: { texts: { type: 'string' } } })

const stack = await openBenchStack()
try {
  const service = await stack.startNode({ PURSER_TEST_CLOCK: 'true', PURSER_TEST_CLOCK_ALLOW_SHARED: 'true' })
  const texts: Record<string, readonly string[]> = {}
  for (const story of strictStories) {
    const { calls, bytes, faults, texts: answers } = await playStrict(service, story)
    texts[story.name] = answers
    if (faults.length > 0) process.exitCode = 1
    console.log(
      [story.name.padEnd(44), `${calls} calls`, `${bytes} bytes`, `${faults.length} wrong turns`, ...faults].join('  '),
    )
  }
  if (values.texts !== undefined) writeFileSync(values.texts, JSON.stringify(texts))
} finally {
  await stack.close()
}
