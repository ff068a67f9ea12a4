import { OperatorError } from '../../app/operator-error.ts'
import type { SeedCommandNode } from '../../app/seed-node.ts'
import { HOUR_MS, isoTimestamp } from '../../lib/clock.ts'
import { commandAccountFlag, accountOfCommand } from '../account-of.ts'
import type { ShellCommand, CommandInvocation } from '../command.ts'
import { commandLogger } from '../logger-of.ts'
import { connectApi } from '../../../examples/company/api.ts'
import type { DemoCompanyObjects } from '../../../examples/company/plan/act.ts'
import { planDemoActs } from '../../../examples/company/plan/plan.ts'
import { type DemoTimes, demoTimes } from '../../../examples/company/plan/story.ts'
import { playDemoActs } from '../../../examples/company/play.ts'
import { type SeedSummary, readSeedSummary } from '../seed/summary.ts'
import { seedSummaryText } from '../seed/tell-summary.ts'
import { shellCommandProgress } from '../terminal/progress.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { printCommandAnswer } from '../terminal/show.ts'

/** How many milliseconds holds, cards and intents of the demo company last at least. */
const LEAST_LIFE_MS = HOUR_MS

export const seedCommand: ShellCommand = {
  usage: 'purser seed [--seed 1] [--days 90] [--purchases 50] [--until <time>] [--account acct_...]',
  details: `It makes purchases, declines, intents and approvals. The same seed, days, purchases and until make the same story. No node may run
on the database at the same time.`,
  examples: ['purser seed --data-dir ./.purser-demo', 'purser seed --days 30 --seed 7 --json'],
  flags: {
    seed: { type: 'string', value: 'n', description: 'The number of the story [1].' },
    days: { type: 'string', value: 'n', description: 'How many days the story has [90].' },
    purchases: { type: 'string', value: 'n', description: 'About how many purchases there are on a working day [50].' },
    until: { type: 'string', value: '<time>', description: 'The time at which the story ends [the last full hour].' },
    account: commandAccountFlag,
  },

  async run({ flags, json, settings }) {
    const begun = performance.now()
    const story = demoTimes({
      seed: whole(flags, 'seed', { usual: 1, least: 0, most: 2 ** 31 }),
      days: whole(flags, 'days', { usual: 90, least: 1, most: 730 }),
      purchases: whole(flags, 'purchases', { usual: 50, least: 0, most: 1000 }),
      until: endOf(flags['until']),
    })
    const { startSeedNode } = await import('../../app/seed-node.ts')
    const service = await startSeedNode({
      settings,
      logger: await commandLogger({ logLevel: 'error' }),
      from: story.opening,
      leastLife: LEAST_LIFE_MS,
      accountOf: (accounts) => accountOfCommand(accounts, flags['account']),
    })
    const { accountId, firstAdminKey } = service
    const summary = await playedOn(service, story)
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    const made = { accountId, firstAdminKey: firstAdminKey?.generated === true ? firstAdminKey.secret : null, seconds }
    printCommandAnswer({ json }, { ...about(story), ...made, ...summary }, () => [madeText(made, summary)])
  },
}

/** Plays the seed story, and stops the service however the story ends. */
async function playedOn(service: SeedCommandNode, story: DemoTimes): Promise<SeedSummary> {
  try {
    return await playOn(service, story)
  } finally {
    await service.stop()
  }
}

async function playOn({ baseUrl, apiKey, moveTo }: SeedCommandNode, story: DemoTimes): Promise<SeedSummary> {
  const names = () => new Map<string, string>()
  const admin = connectApi(baseUrl, apiKey)
  const world: DemoCompanyObjects = {
    admin,
    keys: new Map(),
    customers: names(),
    agents: names(),
    cards: names(),
    connect: (secret) => connectApi(baseUrl, secret),
  }
  const acts = planDemoActs(story)
  const progress = shellCommandProgress('acts of the story played', terminalScreenOf(process.stderr))
  const interrupted = interruption()
  const onProgress = (done: number) => progress.at(done, acts.length)
  try {
    await Promise.race([playDemoActs({ acts, world, moveTo, onProgress }), interrupted])
    await moveTo(story.until)
  } finally {
    progress.end()
  }
  return readSeedSummary(admin)
}

const about = ({ seed: number, days, purchases, opening, until }: DemoTimes) => ({
  seed: number,
  days,
  purchases,
  from: isoTimestamp(opening),
  until: isoTimestamp(until),
})

interface Made {
  readonly firstAdminKey: string | null
  readonly seconds: number
}

const madeText = ({ firstAdminKey, seconds }: Made, summary: SeedSummary): string =>
  [
    `The demo company was made in ${seconds} s.`,
    seedSummaryText(summary),
    ...(firstAdminKey === null
      ? []
      : ['', 'Your admin API key. It is shown only now; keep it safe:', '', `  ${firstAdminKey}`]),
    '',
    'Next: run purser start with the same settings, and open the dashboard at /.',
  ].join('\n')

type Flags = CommandInvocation['flags']

function whole(
  flags: Flags,
  name: string,
  { usual, least, most }: { usual: number; least: number; most: number },
): number {
  const text = flags[name]
  if (text === undefined) return usual
  const number = Number(text)
  if (/^\d+$/.test(String(text)) && number >= least && number <= most) return number
  throw new OperatorError(`--${name} must be a whole number from ${least} to ${most}. For instance --${name} ${usual}`)
}

/** The moment at which the seed story ends. Its default is the last full hour, so that two runs within one hour play the same story. */
function endOf(text: string | boolean | undefined): number {
  const now = Date.now()
  if (text === undefined) return Math.floor(now / HOUR_MS) * HOUR_MS
  const moment = Date.parse(String(text))
  if (Number.isInteger(moment) && moment <= now) return moment
  throw new OperatorError(`--until must be a time in the past. For instance --until ${isoTimestamp(now - HOUR_MS)}`)
}

/** A promise that rejects on Ctrl-C, so that the database is closed properly in this case, too. */
function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    const end = () =>
      reject(
        new OperatorError(
          'Interrupted: only part of the story is in the database. Begin again with another database, or delete this one.',
        ),
      )
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  })
  interrupted.catch(() => undefined) // the promise may reject before anything waits for it
  return interrupted
}
