import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { habits, type Outcome, playErrands, stories } from '../../test/mcp/errands.ts'
import { toolsForRole } from '../../src/mcp/tools.ts'
import { openBenchStack } from '../support/stack.ts'
import { languageModelDriver } from './model.ts'

/**
 * Evaluates agents with the tools: `npm run eval:agents`. Each of twelve stories is one purchase, with its shop and the people around it. By
 * default a script follows `next`, exactly and in three lazy ways; `EVAL_MODEL`, `EVAL_MODEL_URL` and `EVAL_MODEL_KEY` name a model of a
 * service with OpenAI's protocol instead. Success is read from the database: the purchase was paid as often as its story says. With `--into
 * FILE` it writes the table. The exit code is 1 if a script does not succeed.
 */
const { values } = parseArgs({
  options: {
    into: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
  },
})
const { EVAL_MODEL: name, EVAL_MODEL_URL: url = 'http://127.0.0.1:11434/v1', EVAL_MODEL_KEY: key } = process.env
const rounds = Number(values.rounds)
/** The mean number of bytes of JSON and English in a token, used if no model counts the tokens. */
const BYTES_OF_TOKEN = 4

const stack = await openBenchStack()
try {
  const service = await stack.startNode({
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_RATE_LIMIT: 'off',
  })
  const drive = name === undefined ? undefined : languageModelDriver({ name, url, key })
  const each = name === undefined ? stories.length * habits.length : stories.length
  const outcomes = await playErrands(service, {
    orders: each * rounds,
    seed: Number(values.seed),
    ...(drive === undefined ? {} : { drive }),
  })
  const named = name === undefined ? outcomes : outcomes.map((outcome) => ({ ...outcome, habit: name }))
  const table = tableOf(named)
  console.log(table)
  if (values.into !== undefined) writeFileSync(values.into, `${headOf()}${table}\n`)
  if (name === undefined && outcomes.some((outcome) => !succeeded(outcome))) process.exitCode = 1
} finally {
  await stack.close()
}

function succeeded({ paid, expected, isLoop }: Outcome): boolean {
  return paid === expected && !isLoop
}

function tableOf(outcomes: readonly Outcome[]): string {
  const agents = [...new Set(outcomes.map(({ habit }) => habit))]
  const row = (title: string, own: readonly Outcome[]) => {
    const mean = (pick: (outcome: Outcome) => number, digits: number) =>
      (own.reduce((sum, outcome) => sum + pick(outcome), 0) / own.length).toFixed(digits)
    const successes = own.filter(succeeded).length
    return `| ${title} | ${successes} of ${own.length} | ${mean(({ calls }) => calls, 1)} | ${mean(tokensOf, 0)} | ${mean(({ wrongTurns }) => wrongTurns, 1)} |`
  }
  return agents
    .map((agent) => {
      const own = outcomes.filter(({ habit }) => habit === agent)
      const rows = stories.map(({ name: story }) =>
        row(
          story,
          own.filter((outcome) => outcome.story === story),
        ),
      )
      const head = '| Story | Success | Calls | Tokens | Wrong turns |\n| --- | --- | --- | --- | --- |'
      return `## ${agent}\n\n${head}\n${[...rows, row('all', own)].join('\n')}`
    })
    .join('\n\n')
}

/** The tokens that a model would read and write in an errand: the list of the tools, its calls and the answers. */
function tokensOf({ steps, tokens }: Outcome): number {
  const calls = steps.map(({ args, answer }) => JSON.stringify(args).length + answer.text.length)
  return tokens ?? Math.round((listBytes() + calls.reduce((sum, bytes) => sum + bytes, 0)) / BYTES_OF_TOKEN)
}

function listBytes(): number {
  const list = toolsForRole('agent').map(({ name: tool, description, input }) => ({ tool, description, input }))
  return JSON.stringify(list).length
}

function headOf(): string {
  return `<!-- Made by \`npm run eval:agents -- --into docs/reference/agent-evals.md\`. -->

# How agents do with the tools

Twelve purchases, each with a shop that charges and people who decide. The agents of this table are scripts that know the protocol and the task, and
nothing of Purser: they follow \`next\` from answer to answer. One follows it exactly, one declares without a check before, one makes each call
twice, and one forgets what it has done and begins anew. No model was asked here: \`EVAL_MODEL=... EVAL_MODEL_URL=... npm run eval:agents\` has one
go about the same stories.

Success is read from the database: the purchase was paid as often as the story says (once, or not at all), and the agent came to an end. Each row
is the mean of ${rounds} purchase${rounds === 1 ? '' : 's'}; a script is started
four times for it, at a random tool, and the calls are those of all four. Tokens are estimated: the list of the tools, the calls and the answers, once each, at
${BYTES_OF_TOKEN} bytes. A wrong turn is a call that was answered an error, or a charge that was declined; in the last story the shop charges twice the
amount, which has to be declined.

`
}
