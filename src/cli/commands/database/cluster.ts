import type { CitusClusterPlan } from '../../../app/administration/citus-cluster.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import type { CommandInvocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { terminalTableLines } from '../../terminal/table.ts'
import { commandWithActions } from '../../with-actions.ts'

const SHARDS = /^(1|2|4|8|16|32|64)$/

const runs = {
  async status({ settings, json }: CommandInvocation) {
    const { citusClusterStatus } = await import('../../../app/administration/citus-cluster.ts')
    const status = await citusClusterStatus(settings, await commandLogger(settings))
    printCommandAnswer({ json }, { isDistributed: status !== null, ...status }, () => {
      if (status === null) return ['The tables of this database are not distributed: they are all on one server.']
      const { citusVersion, tables, servers } = status
      return [
        `Citus ${citusVersion}: ${tables.distributed} tables by bucket, ${tables.reference} on every server` +
          (tables.local.length === 0 ? '' : `, and not placed yet: ${tables.local.join(', ')}`),
        `A request that lists or searches over an account reads all ${servers.reduce((sum, { shards }) => sum + shards, 0)} shards, and takes as long as the slowest of them.`,
        ...terminalTableLines(
          servers,
          [
            { title: 'server', of: ({ name }) => name, whole: true },
            { title: 'is', of: ({ isCoordinator }) => (isCoordinator ? 'coordinator' : 'worker') },
            { title: 'active', of: ({ isActive }) => (isActive ? 'yes' : 'no') },
            { title: 'shards', of: ({ shards }) => shards, right: true },
            { title: 'MB', of: ({ bytes }) => Math.ceil(bytes / 1_000_000), right: true },
            { title: 'buckets', of: ({ buckets }) => buckets.join(' '), optional: true },
          ],
          terminalScreenOf(process.stdout),
        ),
      ]
    })
  },

  async distribute({ settings, flags, json }: CommandInvocation) {
    const shards = flags['shards'] ?? '64'
    if (!SHARDS.test(String(shards)))
      throw new OperatorError(`--shards must be 1, 2, 4, 8, 16, 32 or 64; ${JSON.stringify(shards)} is not.`)
    const isApplied = flags['apply'] === true
    const progress = shellCommandProgress('tables placed', terminalScreenOf(process.stderr))
    const { distributeDatabase } = await import('../../../app/administration/citus-cluster.ts')
    const plan = await distributeDatabase({
      settings,
      logger: await commandLogger(settings),
      isApplied,
      shards: Number(shards),
      onTable: (done, all) => progress.at(done, all),
    }).finally(() => progress.end())
    if (isApplied && plan.obstacles.length > 0) throw new OperatorError(plan.obstacles.join('\n'))
    printCommandAnswer({ json }, { ...plan, isApplied }, () => planLines(plan, isApplied))
    if (plan.obstacles.length > 0) process.exitCode = exitCodes.refused
  },
}

function planLines(plan: CitusClusterPlan, isApplied: boolean): string[] {
  const { obstacles, pending, distributed, reference, functions, placed } = plan
  const missing = distributed.length + reference.length + functions.length
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title} (${names.length}): ${names.join(', ')}`]
  return [
    ...list('Migrations that run first', pending),
    ...list('By bucket, on the workers', distributed),
    ...list('A copy on every server', reference),
    ...list('Functions, on every server', functions),
    ...(placed > 0 ? [`Placed already: ${placed} tables.`] : []),
    ...obstacles.map((obstacle) => `In the way: ${obstacle}`),
    ...(obstacles.length > 0
      ? []
      : [
          isApplied ? 'Done.' : missing + pending.length === 0 ? 'Nothing to do.' : 'Nothing was changed: add --apply.',
        ]),
  ]
}

export const clusterCommand = commandWithActions(
  {
    status: {
      summary: 'Show where the tables are.',
      usage: 'purser cluster status',
      examples: ['purser cluster status'],
      run: runs.status,
    },
    distribute: {
      summary: 'Distribute the tables over the workers.',
      usage: 'purser cluster distribute [--apply] [--shards 64]',
      details: `Without --apply it changes nothing: it shows what it would do, and what prevents it. Stop all nodes before you run it with --apply.
DATABASE_URL must name the coordinator.`,
      examples: ['purser cluster distribute', 'purser cluster distribute --apply'],
      flags: {
        apply: { type: 'boolean', description: 'Change the database.' },
        shards: {
          type: 'string',
          value: '64',
          description: 'How many shards the 64 buckets are put in, a power of two [64].',
        },
      },
      run: runs.distribute,
    },
  },
  { details: 'See docs/guides/citus.md.' },
)
