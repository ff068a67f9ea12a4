import type { ShellCommandGroup, ListedShellCommand } from './command.ts'

/** Every command, in the order of `purser --help`, which prints this list without loading a command's declaration. */
export const shellCommandGroups: readonly ShellCommandGroup[] = [
  {
    title: 'The service',
    commands: {
      start: {
        summary: 'Start the service.',
        opensDatabase: true,
        load: async () => (await import('./commands/start.ts')).startCommand,
      },
      demo: {
        summary: 'Play a purchase on a temporary Purser, to see how it works.',
        load: async () => (await import('./commands/demo.ts')).demoCommand,
      },
    },
  },
  {
    title: 'Beside a running node, over its API (purser login, or PURSER_URL and PURSER_API_KEY)',
    callsNode: true,
    commands: {
      customers: {
        summary: 'List, create, change and suspend customers.',
        load: async () => (await import('./commands/resources/customers.ts')).customersCommand,
      },
      agents: {
        summary: 'List, register, change, pause and delete agents.',
        load: async () => (await import('./commands/resources/agents.ts')).agentsCommand,
      },
      cards: {
        summary: 'List, issue, change, freeze and close cards.',
        load: async () => (await import('./commands/resources/cards.ts')).cardsCommand,
      },
      intents: {
        summary: 'List, declare, approve, reject and cancel intents.',
        load: async () => (await import('./commands/resources/intents.ts')).intentsCommand,
      },
      approvals: {
        summary: 'List purchases that people have to approve, or show one.',
        load: async () => (await import('./commands/resources/approvals.ts')).approvalsCommand,
      },
      challenges: {
        summary: 'List what issuers ask about purchases (3-D Secure), approve or decline it.',
        load: async () => (await import('./commands/resources/challenges.ts')).challengesCommand,
      },
      subscriptions: {
        summary: 'List, ask for, approve, pause, cancel and raise subscriptions.',
        load: async () => (await import('./commands/resources/subscriptions.ts')).subscriptionsCommand,
      },
      requests: {
        summary: 'List the changes that agents have requested, approve or reject one.',
        load: async () => (await import('./commands/resources/requests.ts')).requestsCommand,
      },
      transactions: {
        summary: 'List transactions, show one, or change its metadata.',
        load: async () => (await import('./commands/resources/transactions.ts')).transactionsCommand,
      },
      postings: {
        summary: 'Sum what moved money in a month, or export it as CSV.',
        load: async () => (await import('./commands/resources/postings.ts')).postingsCommand,
      },
      approve: {
        summary: 'Approve a purchase, or a change that an agent has requested.',
        load: async () => (await import('./commands/resources/approve.ts')).approveCommand,
      },
      reject: {
        summary: 'Reject a purchase, or a change that an agent has requested.',
        load: async () => (await import('./commands/resources/approve.ts')).rejectCommand,
      },
      stop: {
        summary: 'Stop all spending of the account at once.',
        load: async () => (await import('./commands/resources/stop.ts')).stopCommand,
      },
      resume: {
        summary: 'Let the account spend again after purser stop.',
        load: async () => (await import('./commands/resources/stop.ts')).resumeCommand,
      },
      freeze: {
        summary: 'Freeze a card: all its purchases are declined at once.',
        load: async () => (await import('./commands/resources/freeze.ts')).freezeCommand,
      },
      unfreeze: {
        summary: 'Let a frozen card spend again.',
        load: async () => (await import('./commands/resources/freeze.ts')).unfreezeCommand,
      },
      evaluate: {
        summary: 'Decide a purchase that is not made: would it be approved, and if not, why?',
        load: async () => (await import('./commands/resources/evaluate.ts')).evaluateCommand,
      },
      explain: {
        summary: 'Show why a purchase was approved or declined, rule by rule.',
        load: async () => (await import('./commands/resources/explain.ts')).explainCommand,
      },
      apply: {
        summary: 'Make the account what YAML files say: policies, cards and webhooks in git.',
        load: async () => (await import('./apply/apply.ts')).applyCommand,
      },
      export: {
        summary: 'Write what the account has as a YAML file for purser apply.',
        load: async () => (await import('./apply/export/export.ts')).exportCommand,
      },
      templates: {
        summary: 'List policies to begin with, or print one.',
        load: async () => (await import('./apply/templates/templates.ts')).templatesCommand,
      },
      backtest: {
        summary: 'Decide past purchases again under the rules in a file.',
        load: async () => (await import('./commands/database/backtest.ts')).backtestCommand,
      },
      tail: {
        summary: 'Show events as they happen, until Ctrl-C.',
        load: async () => (await import('./commands/tail.ts')).tailCommand,
      },
      listen: {
        summary: 'Forward events to a URL of this machine, signed like webhooks, until Ctrl-C.',
        load: async () => (await import('./commands/listen.ts')).listenCommand,
      },
      webhooks: {
        summary: 'List, register, change and test webhooks.',
        load: async () => (await import('./commands/resources/webhooks.ts')).webhooksCommand,
      },
      deliveries: {
        summary: 'List what was sent to a webhook, and send it again.',
        load: async () => (await import('./commands/resources/deliveries.ts')).deliveriesCommand,
      },
      trigger: {
        summary: 'Make an event happen, to try a receiver with.',
        load: async () => (await import('./commands/trigger.ts')).triggerCommand,
      },
      fill: {
        summary: 'Fill in the checkout of a declared purchase with its card, and submit it.',
        load: async () => (await import('./commands/fill.ts')).fillCommand,
      },
      mcp: {
        summary: "Serve an agent's tools over stdio (Model Context Protocol).",
        load: async () => (await import('./commands/mcp.ts')).mcpCommand,
      },
      clock: {
        summary: 'Show the test clock of a node, or move it.',
        load: async () => (await import('./commands/database/clock.ts')).clockCommand,
      },
    },
  },
  {
    title: 'Which node, and this command itself',
    commands: {
      login: {
        summary: 'Keep the URL and the API key of a node in a profile.',
        load: async () => (await import('./commands/profiles/login.ts')).loginCommand,
      },
      logout: {
        summary: 'Forget the URL and the API key of a profile.',
        load: async () => (await import('./commands/profiles/logout.ts')).logoutCommand,
      },
      profiles: {
        summary: 'List the profiles, or choose the one that commands use.',
        load: async () => (await import('./commands/profiles/profiles.ts')).profilesCommand,
      },
      whoami: {
        summary: 'Show which node commands call, and whose API key they use.',
        callsNode: true,
        load: async () => (await import('./commands/profiles/whoami.ts')).whoamiCommand,
      },
      completion: {
        summary: 'Print a script that completes commands and flags in bash, zsh or fish.',
        load: async () => (await import('./commands/completion.ts')).completionCommandFor(shellCommandGroups),
      },
      version: {
        summary: 'Show the version of this command.',
        load: async () => (await import('./commands/version.ts')).versionCommand,
      },
    },
  },
  {
    title: 'On the database itself (PURSER_DATA_DIR or DATABASE_URL), also beside a running node',
    opensDatabase: true,
    commands: {
      status: {
        summary: 'Show what runs: nodes, versions, migrations, clocks, connections, and what waits.',
        load: async () => (await import('./commands/database/status.ts')).statusCommand,
      },
      doctor: {
        summary: 'Look for what is wrong, or soon will be, and say what to do about it.',
        load: async () => (await import('./commands/database/doctor.ts')).doctorCommand,
      },
      keys: {
        summary: 'Create, list and revoke API keys.',
        load: async () => (await import('./commands/resources/keys.ts')).keysCommand,
      },
      accounts: {
        summary: 'List accounts, or create one with its first admin key.',
        load: async () => (await import('./commands/resources/accounts.ts')).accountsCommand,
      },
      people: {
        summary: 'List people, invite a person to the dashboard, or let one choose a new password.',
        load: async () => (await import('./commands/resources/people.ts')).peopleCommand,
      },
      backup: {
        summary: 'Back up the database while the service runs, check a backup, or restore it.',
        load: async () => (await import('./commands/database/backup.ts')).backupCommand,
      },
      migrate: {
        summary: 'Migrate the database, and exit. purser start does the same first.',
        load: async () => (await import('./commands/database/migrate.ts')).migrateCommand,
      },
      cluster: {
        summary: 'Distribute the tables over the workers of a Citus cluster, or show where they are.',
        load: async () => (await import('./commands/database/cluster.ts')).clusterCommand,
      },
      seed: {
        summary: 'Fill an empty database with a demo company: 90 days of purchases.',
        load: async () => (await import('./commands/seed.ts')).seedCommand,
      },
      vault: {
        summary: 'Move all card numbers to a new master key, while the service runs.',
        load: async () => (await import('./commands/database/vault.ts')).vaultCommand,
      },
      receipts: {
        summary: 'Check receipts of decisions offline, or rotate the key that signs them.',
        load: async () => (await import('./commands/resources/receipts.ts')).receiptsCommand,
      },
      audit: {
        summary: 'Export the audit trail, and check an export offline.',
        load: async () => (await import('./commands/database/audit.ts')).auditCommand,
      },
      verify: {
        summary: 'Make every stored decision again, and compare it, its events and all sums.',
        load: async () => (await import('./commands/database/verify.ts')).verifyCommand,
      },
      reconcile: {
        summary: "Compare cards and purchases with their issuer's records.",
        load: async () => (await import('./commands/database/reconcile.ts')).reconcileCommand,
      },
    },
  },
]

const commands: ReadonlyMap<string, ListedShellCommand> = new Map(
  shellCommandGroups.flatMap(({ title: _title, commands: own, ...ofAll }) =>
    Object.entries(own).map(([name, listed]) => [name, { ...listed, ...ofAll }] as const),
  ),
)

export const shellCommandNames: readonly string[] = [...commands.keys()]

export const findShellCommand = (name: string): ListedShellCommand | undefined => commands.get(name)
