import type { Command } from './command.ts'

/** A command as `purser --help` lists it. */
export interface ListedCommand {
  readonly summary: string
  /** Loads the command's declaration. What it works with, such as the service itself, is loaded when it runs. */
  load(): Promise<Command>
}

export interface CommandGroup {
  readonly title: string
  readonly commands: Readonly<Record<string, ListedCommand>>
}

/** Every command, in the order of `purser --help`, which loads none of them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'The service',
    commands: {
      start: {
        summary: 'Start the service. purser without a command does the same.',
        load: async () => (await import('./commands/start.ts')).start,
      },
      demo: {
        summary: 'Play a purchase on a temporary Purser, to see how it works.',
        load: async () => (await import('./commands/demo.ts')).demo,
      },
    },
  },
  {
    title: 'Beside a running node, over its API (PURSER_URL, PURSER_API_KEY)',
    commands: {
      customers: {
        summary: 'List customers, or show one.',
        load: async () => (await import('./commands/resources/customers.ts')).customers,
      },
      agents: {
        summary: 'List agents, or show one.',
        load: async () => (await import('./commands/resources/agents.ts')).agents,
      },
      cards: {
        summary: 'List cards, or show one.',
        load: async () => (await import('./commands/resources/cards.ts')).cards,
      },
      intents: {
        summary: 'List intents, or show one.',
        load: async () => (await import('./commands/resources/intents.ts')).intents,
      },
      approvals: {
        summary: 'List purchases that people have to approve, or show one.',
        load: async () => (await import('./commands/resources/approvals.ts')).approvals,
      },
      requests: {
        summary: 'List the changes that agents have requested, or show one.',
        load: async () => (await import('./commands/resources/requests.ts')).requests,
      },
      transactions: {
        summary: 'List transactions, or show one.',
        load: async () => (await import('./commands/resources/transactions.ts')).transactions,
      },
      approve: {
        summary: 'Approve a purchase, or a change that an agent has requested.',
        load: async () => (await import('./commands/resources/approve.ts')).approve,
      },
      reject: {
        summary: 'Reject a purchase, or a change that an agent has requested.',
        load: async () => (await import('./commands/resources/reject.ts')).reject,
      },
      stop: {
        summary: 'Stop all spending of the account at once.',
        load: async () => (await import('./commands/resources/stop.ts')).stop,
      },
      resume: {
        summary: 'Let the account spend again after purser stop.',
        load: async () => (await import('./commands/resources/resume.ts')).resume,
      },
      freeze: {
        summary: 'Freeze a card: all its purchases are declined at once.',
        load: async () => (await import('./commands/resources/freeze.ts')).freeze,
      },
      explain: {
        summary: 'Show why a purchase was approved or declined, rule by rule.',
        load: async () => (await import('./commands/resources/explain.ts')).explain,
      },
      apply: {
        summary: 'Make the account what YAML files say: policies, cards and webhooks in git.',
        load: async () => (await import('./apply/apply.ts')).apply,
      },
      export: {
        summary: 'Write what the account has as a YAML file for purser apply.',
        load: async () => (await import('./apply/export/export.ts')).exportCommand,
      },
      templates: {
        summary: 'List policies to begin with, or print one.',
        load: async () => (await import('./apply/templates/templates.ts')).templates,
      },
      backtest: {
        summary: 'Decide past purchases again under the rules in a file.',
        load: async () => (await import('./commands/database/backtest.ts')).backtest,
      },
      tail: {
        summary: 'Show events as they happen, until Ctrl-C.',
        load: async () => (await import('./commands/tail.ts')).tail,
      },
      listen: {
        summary: 'Forward events to a URL of this machine, signed like webhooks, until Ctrl-C.',
        load: async () => (await import('./commands/listen.ts')).listen,
      },
      webhooks: {
        summary: 'List webhooks, show one, or send its failed deliveries again.',
        load: async () => (await import('./commands/resources/webhooks.ts')).webhooks,
      },
      trigger: {
        summary: 'Make an event happen, to try a receiver with.',
        load: async () => (await import('./commands/trigger.ts')).trigger,
      },
      fill: {
        summary: 'Fill in the checkout of a declared purchase with its card, and submit it.',
        load: async () => (await import('./commands/fill.ts')).fill,
      },
      mcp: {
        summary: "Serve an agent's tools over stdio (Model Context Protocol).",
        load: async () => (await import('./commands/mcp.ts')).mcp,
      },
      clock: {
        summary: 'Show the test clock of a node, or move it.',
        load: async () => (await import('./commands/database/clock.ts')).clock,
      },
    },
  },
  {
    title: 'On the database itself (PURSER_DATA_DIR or DATABASE_URL), also beside a running node',
    commands: {
      status: {
        summary: 'Show what runs: nodes, versions, migrations, clocks, connections, and what waits.',
        load: async () => (await import('./commands/database/status.ts')).status,
      },
      doctor: {
        summary: 'Look for what is wrong, or soon will be, and say what to do about it.',
        load: async () => (await import('./commands/database/doctor.ts')).doctor,
      },
      keys: {
        summary: 'Create, list and revoke API keys.',
        load: async () => (await import('./commands/resources/keys.ts')).keys,
      },
      accounts: {
        summary: 'List accounts, or create one with its first admin key.',
        load: async () => (await import('./commands/resources/accounts.ts')).accounts,
      },
      people: {
        summary: 'Invite a person to the dashboard, or let a person choose a new password.',
        load: async () => (await import('./commands/resources/people.ts')).people,
      },
      backup: {
        summary: 'Back up the database while the service runs, check a backup, or restore it.',
        load: async () => (await import('./commands/database/backup.ts')).backup,
      },
      migrate: {
        summary: 'Migrate the database, and exit. purser start does the same first.',
        load: async () => (await import('./commands/database/migrate.ts')).migrate,
      },
      cluster: {
        summary: 'Distribute the tables over the workers of a Citus cluster, or show where they are.',
        load: async () => (await import('./commands/database/cluster.ts')).cluster,
      },
      seed: {
        summary: 'Fill an empty database with a demo company: 90 days of purchases.',
        load: async () => (await import('./commands/seed.ts')).seed,
      },
      vault: {
        summary: 'Move all card numbers to a new master key, while the service runs.',
        load: async () => (await import('./commands/database/vault.ts')).vault,
      },
      receipts: {
        summary: 'Check receipts of decisions offline, or rotate the key that signs them.',
        load: async () => (await import('./commands/resources/receipts.ts')).receipts,
      },
      audit: {
        summary: 'Export the audit trail, and check an export offline.',
        load: async () => (await import('./commands/database/audit.ts')).audit,
      },
      verify: {
        summary: 'Make every stored decision again, and compare it, its events and all sums.',
        load: async () => (await import('./commands/database/verify.ts')).verify,
      },
      reconcile: {
        summary: "Compare cards and purchases with their issuer's records.",
        load: async () => (await import('./commands/database/reconcile.ts')).reconcile,
      },
    },
  },
]

const commands: ReadonlyMap<string, ListedCommand> = new Map(
  commandGroups.flatMap((group) => Object.entries(group.commands)),
)

export const findCommand = (name: string): ListedCommand | undefined => commands.get(name)
