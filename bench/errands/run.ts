import { parseArgs } from 'node:util'
import { playErrands, summary } from '../../test/mcp/errands.ts'
import { openBenchStack } from '../support/stack.ts'

/**
 * Runs scripted agents that make purchases in random orders: `npm run bench:errands -- --orders 1000`. They follow each `next` exactly, or
 * are lazy. It prints their calls and wrong turns. The exit code is 1 if a purchase is paid twice, or not as its story says, or if an agent
 * goes in circles.
 */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})

const stack = await openBenchStack()
try {
  const service = await stack.startNode({
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_RATE_LIMIT: 'off',
  })
  const outcomes = await playErrands(service, { orders: Number(values.orders), seed: Number(values.seed) })
  console.log(summary(outcomes).join('\n'))
  for (const { story, habit, paid, expected, isLoop, steps } of outcomes) {
    if (paid === expected && !isLoop) continue
    process.exitCode = 1
    console.log(`${habit}, ${story}: paid ${paid} of ${expected}${isLoop ? ', in circles' : ''}`)
    for (const { tool, args, answer } of steps) console.log(`  ${tool} ${JSON.stringify(args)} ${answer.text}`)
  }
} finally {
  await stack.close()
}
