import { existsSync } from 'node:fs'
import { versionWithCommit } from '../../app/built-from.ts'
import { misnamedSettingWarning } from '../../app/settings/misnamed.ts'
import { unknownSettingVariables } from '../../app/settings/read-settings.ts'
import type { RunningProcesses } from '../../app/processes/start-processes.ts'
import type { Settings } from '../../app/settings/options.ts'
import { servingProcessCount } from '../../app/settings/several-processes.ts'
import { postgresDirectoriesIn } from '../../app/postgres/directories.ts'
import type { ShellCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { commandLogger } from '../logger-of.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { printTextToStderr } from '../terminal/print.ts'

export const startCommand: ShellCommand = {
  usage: 'purser start [--port 8420] [--data-dir ./.purser]',
  details:
    'Ctrl-C stops it, after the requests in flight are answered. After SIGTERM it first serves on for PURSER_DRAIN_SECONDS. ' +
    'With --json it prints one object once it listens.',
  examples: ['purser start --port 8421 --data-dir /var/lib/purser'],

  async run({ json, settings }) {
    const several = servingProcessCount(settings) > 1
    if (several && (await import('node:cluster')).isWorker) return serveOnly(settings)
    const [logger, starter, { nodeDrainMs, stopServiceOnSignal }] = await Promise.all([
      commandLogger(settings),
      several ? severalStarter() : oneStarter(),
      import('../../app/stop-on-signal.ts'),
    ])
    for (const name of unknownSettingVariables(process.env)) {
      const text = misnamedSettingWarning(name)
      if (process.stderr.isTTY) printTextToStderr(`purser: ${text}`)
      else logger.warn({ name }, text)
    }
    sayWhatTakesTime(settings)
    const starting: Promise<Started> = starter(settings, several ? logger.child({ process: 0 }) : logger)
    // Signals are handled from the first moment on: an interrupted start is completed and then stopped, never cut off half-way.
    let drain: (() => void) | null = null
    stopServiceOnSignal(
      { beginDrain: () => drain?.(), stop: async () => (await starting).stop() },
      { drainMs: () => (drain === null ? 0 : nodeDrainMs(settings)), logger },
    )
    const service = await starting
    drain = () => service.drain()
    // The node is running already, so a database that does not answer at this moment must not end the node.
    const owner = json ? null : await firstOwner(service, process.stdout).catch(() => 'command' as const)
    printCommandAnswer({ json }, started(service), () => [startCommandGreeting(service, owner, settings.publicUrl)])
    await service.failure?.catch((error: Error) => {
      throw new CommandError(error.message, exitCodes.failed)
    })
  },
}

/** Tells a person at a terminal that the first start makes a database, which takes some seconds. */
function sayWhatTakesTime({ databaseUrl, dataDirectory }: Settings): void {
  if (databaseUrl !== null || !process.stderr.isTTY || existsSync(postgresDirectoriesIn(dataDirectory).cluster)) return
  printTextToStderr(`Making a database in ${dataDirectory} ...`)
}

/** The members that the running service has in common whether one process serves or several. */
type Started = Omit<RunningProcesses, 'failure'> & Partial<Pick<RunningProcesses, 'failure'>>

const oneStarter = async () => (await import('../../app/service.ts')).startService
const severalStarter = async () => (await import('../../app/processes/start-processes.ts')).startServingProcesses

/** Serves in a process that the first process of PURSER_PROCESSES has started. */
async function serveOnly(settings: Settings): Promise<void> {
  const { serveForFirstProcess } = await import('../../app/processes/serve-for-first-process.ts')
  serveForFirstProcess(settings, await commandLogger(settings))
}

/** The object that `purser start --json` prints. It has `adminApiKey` only where this start made the key. */
const started = ({ baseUrl, firstAdminKey }: Started) => ({
  baseUrl,
  ...(firstAdminKey?.generated === true ? { adminApiKey: firstAdminKey.secret } : {}),
})

const ownerLink = (dashboard: string, invitation: string): string[] => [
  'Become the first owner in the dashboard. The link works for a day:',
  '',
  `  ${dashboard}/welcome#${invitation}`,
]

const OWNER_COMMAND = 'To become the first owner in the dashboard: purser people invite <email> --role owner'

/** How a person becomes the first owner: by an invitation, or by the command that makes one. Null: a person has joined already. */
type FirstOwner = { readonly invitation: string } | 'command' | null

/**
 * Finds out how a person becomes the first owner, also on a database that was filled before its first start, as `purser seed` does. Output
 * that is no terminal is often kept as a log, and whoever reads the log could use an invitation's link, so there the result is `command`.
 */
async function firstOwner(
  { deps, firstAdminKey }: Started,
  { isTTY = false }: Partial<Pick<NodeJS.WriteStream, 'isTTY'>>,
): Promise<FirstOwner> {
  if (firstAdminKey !== null) return isTTY ? { invitation: firstAdminKey.ownerInvitation } : 'command'
  const { inviteFirstOwner, ownerlessAccount } = await import('../../app/administration/first-owner.ts')
  const accountId = await ownerlessAccount(deps)
  if (accountId === null) return null
  return isTTY ? { invitation: await inviteFirstOwner(deps, accountId) } : 'command'
}

/** The text that `purser start` prints: where the node listens, the generated API key (shown only here), and a first request to paste. */
export function startCommandGreeting(
  { baseUrl, firstAdminKey }: Pick<Started, 'baseUrl' | 'firstAdminKey'>,
  owner: FirstOwner,
  publicUrl: string | null = null,
): string {
  const origin = publicUrl ?? baseUrl.replace(/\/v1$/, '')
  // Browsers create passkeys only for a host name, never for an IP address.
  const dashboard = publicUrl ?? origin.replace('//127.0.0.1', '//localhost')
  const shown = firstAdminKey?.generated === true ? firstAdminKey.secret : null
  return [
    `Purser listens on ${baseUrl}`,
    `Dashboard: ${dashboard}/`,
    `API reference: ${origin}/docs`,
    `Version: ${versionWithCommit()}`,
    '',
    ...(shown === null
      ? ['PURSER_API_KEY stands for your API key below. This makes another key: purser keys create <name> --role admin']
      : ['Your admin API key. It is shown only now; keep it safe:', '', `  ${shown}`]),
    ...(owner === null
      ? []
      : ['', ...(owner === 'command' ? [OWNER_COMMAND] : ownerLink(dashboard, owner.invitation))]),
    '',
    'Try it, in another terminal:',
    '',
    `  export PURSER_URL=${baseUrl}`,
    ...(shown === null ? [] : [`  export PURSER_API_KEY=${shown}`]),
    `  curl $PURSER_URL/customers -H "Authorization: Bearer $PURSER_API_KEY" \\`,
    `    -H "Content-Type: application/json" -d '{"email": "ada@example.com"}'`,
    '',
  ].join('\n')
}
