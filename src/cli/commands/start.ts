import { drainMsOf, stopOnSignal } from '../../app/lifecycle.ts'
import { createLogger } from '../../app/telemetry/logger.ts'
import { unknownVariables } from '../../app/settings/read-settings.ts'
import { type RunningService, startService } from '../../app/service.ts'
import type { Command } from '../command.ts'
import { show } from '../terminal/show.ts'

export const start: Command = {
  summary: 'Start the service. What purser does without a command.',
  usage: 'purser start [--port 8420] [--data-dir ./.purser]',
  details:
    'Ctrl-C stops it: what is in flight is finished first. SIGTERM lets it serve on for PURSER_DRAIN_SECONDS before. ' +
    'With --json it prints one object when it listens.',
  examples: ['purser start --port 8421 --data-dir /var/lib/purser'],

  async run({ json, settings }) {
    const logger = createLogger(settings.logLevel)
    for (const name of unknownVariables(process.env)) logger.warn({ name }, 'there is no such setting')
    const starting = startService(settings, logger)
    // From the first moment on: a start that is interrupted is finished and stopped, not torn.
    let drain: (() => void) | null = null
    stopOnSignal(
      { beginDrain: () => drain?.(), stop: async () => (await starting).stop() },
      { drainMs: () => (drain === null ? 0 : drainMsOf(settings)), logger },
    )
    const service = await starting
    drain = () => service.drain()
    show({ json }, started(service), () => [greeting(service, process.stdout)])
  },
}

/** For `--json`: `adminApiKey` only where this start has made it. */
const started = ({ baseUrl, firstAdminKey }: RunningService) => ({
  baseUrl,
  ...(firstAdminKey?.generated === true ? { adminApiKey: firstAdminKey.secret } : {}),
})

const ownerLink = (dashboard: string, invitation: string): string[] => [
  'Become the first owner in the dashboard, today:',
  '',
  `  ${dashboard}/welcome#${invitation}`,
]

/** Output that is no terminal is often kept as a log, and whoever reads the log could use the link. */
const OWNER_COMMAND = 'To become the first owner in the dashboard: purser people invite <email> --role owner'

/** Where it listens, the generated key (shown only here), and a first request that can be pasted. */
export function greeting(
  { baseUrl, firstAdminKey }: Pick<RunningService, 'baseUrl' | 'firstAdminKey'>,
  { isTTY = false }: Partial<Pick<NodeJS.WriteStream, 'isTTY'>>,
): string {
  const origin = baseUrl.replace(/\/v1$/, '')
  // Browsers give passkeys to a name alone.
  const dashboard = origin.replace('//127.0.0.1', '//localhost')
  const shown = firstAdminKey?.generated === true ? firstAdminKey.secret : null
  return [
    `Purser listens on ${baseUrl}`,
    `Dashboard: ${dashboard}/`,
    `API reference: ${origin}/docs`,
    '',
    ...(shown === null
      ? ['PURSER_API_KEY stands for your API key below. Another one: purser keys create <name> --role admin']
      : ['Your admin API key. It is shown only now; keep it safe:', '', `  ${shown}`]),
    ...(firstAdminKey === null
      ? []
      : ['', ...(isTTY ? ownerLink(dashboard, firstAdminKey.ownerInvitation) : [OWNER_COMMAND])]),
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
