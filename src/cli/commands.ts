import type { LoadCommand } from './command.ts'

export interface CommandGroup {
  readonly title: string
  readonly commands: Readonly<Record<string, LoadCommand>>
}

/** Every command, in the order of `purser --help`. Each is loaded when it is called, so that `purser --version` loads no web server. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'The service',
    commands: {
      start: async () => (await import('./commands/start.ts')).start,
      demo: async () => (await import('./commands/demo.ts')).demo,
    },
  },
  {
    title: 'Beside a running node, over its API (PURSER_URL, PURSER_API_KEY)',
    commands: {
      customers: async () => (await import('./commands/resources/customers.ts')).customers,
      agents: async () => (await import('./commands/resources/agents.ts')).agents,
      cards: async () => (await import('./commands/resources/cards.ts')).cards,
      intents: async () => (await import('./commands/resources/intents.ts')).intents,
      approvals: async () => (await import('./commands/resources/approvals.ts')).approvals,
      requests: async () => (await import('./commands/resources/requests.ts')).requests,
      transactions: async () => (await import('./commands/resources/transactions.ts')).transactions,
      approve: async () => (await import('./commands/resources/approve.ts')).approve,
      reject: async () => (await import('./commands/resources/reject.ts')).reject,
      stop: async () => (await import('./commands/resources/stop.ts')).stop,
      resume: async () => (await import('./commands/resources/resume.ts')).resume,
      freeze: async () => (await import('./commands/resources/freeze.ts')).freeze,
      explain: async () => (await import('./commands/resources/explain.ts')).explain,
      backtest: async () => (await import('./commands/database/backtest.ts')).backtest,
      tail: async () => (await import('./commands/tail.ts')).tail,
      listen: async () => (await import('./commands/listen.ts')).listen,
      webhooks: async () => (await import('./commands/resources/webhooks.ts')).webhooks,
      trigger: async () => (await import('./commands/trigger.ts')).trigger,
      fill: async () => (await import('./commands/fill.ts')).fill,
      mcp: async () => (await import('./commands/mcp.ts')).mcp,
      clock: async () => (await import('./commands/database/clock.ts')).clock,
    },
  },
  {
    title: 'On the database itself (PURSER_DATA_DIR or DATABASE_URL), also beside a running node',
    commands: {
      status: async () => (await import('./commands/database/status.ts')).status,
      doctor: async () => (await import('./commands/database/doctor.ts')).doctor,
      keys: async () => (await import('./commands/resources/keys.ts')).keys,
      accounts: async () => (await import('./commands/resources/accounts.ts')).accounts,
      people: async () => (await import('./commands/resources/people.ts')).people,
      migrate: async () => (await import('./commands/database/migrate.ts')).migrate,
      cluster: async () => (await import('./commands/database/cluster.ts')).cluster,
      seed: async () => (await import('./commands/seed.ts')).seed,
      vault: async () => (await import('./commands/database/vault.ts')).vault,
      receipts: async () => (await import('./commands/resources/receipts.ts')).receipts,
      audit: async () => (await import('./commands/database/audit.ts')).audit,
      verify: async () => (await import('./commands/database/verify.ts')).verify,
      reconcile: async () => (await import('./commands/database/reconcile.ts')).reconcile,
    },
  },
]

const commands: ReadonlyMap<string, LoadCommand> = new Map(
  commandGroups.flatMap((group) => Object.entries(group.commands)),
)

export const findCommand = (name: string): LoadCommand | undefined => commands.get(name)
