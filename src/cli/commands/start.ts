import { stopOnSignal } from '../../app/lifecycle.ts'
import { createLogger } from '../../app/logger.ts'
import { unknownVariables } from '../../app/read-settings.ts'
import { type RunningService, startService } from '../../app/service.ts'
import type { Command } from '../command.ts'

export const start: Command = {
  summary: 'Start the service. What purser does without a command.',
  usage: 'purser start [--port 8420] [--data-dir ./.purser]',

  async run({ settings }) {
    const logger = createLogger(settings.logLevel)
    for (const name of unknownVariables(process.env)) logger.warn({ name }, 'there is no such setting')
    const starting = startService(settings, logger)
    // From the first moment on: a start that is interrupted is finished and stopped, not torn.
    stopOnSignal(() => starting.then((service) => service.stop()), logger)
    console.log(greeting(await starting))
  },
}

/** Where it listens, the generated key (shown only here), and what to do next. */
export function greeting({ baseUrl, firstAdminKey }: Pick<RunningService, 'baseUrl' | 'firstAdminKey'>): string {
  const origin = baseUrl.replace(/\/v1$/, '')
  const shown = firstAdminKey?.generated === true ? firstAdminKey.secret : null
  const key = shown ?? '$PURSER_ADMIN_API_KEY'
  return [
    `Purser listens on ${baseUrl}`,
    `API reference: ${origin}/docs`,
    ...(shown === null ? [] : ['', 'Your admin API key. It is shown only now; keep it safe:', '', `  ${shown}`]),
    '',
    'Try it:',
    '',
    `  curl ${baseUrl}/customers -H "Authorization: Bearer ${key}" \\`,
    `    -H "Content-Type: application/json" -d '{"email": "ada@example.com"}'`,
    '',
  ].join('\n')
}
