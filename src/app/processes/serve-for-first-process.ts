import { assertPresent } from '../../lib/assert.ts'
import { OperatorError } from '../operator-error.ts'
import { type RunningPurserService, startService } from '../service.ts'
import type { Settings } from '../settings/options.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import {
  PROCESS_ALIVE_MESSAGE_EVERY_MS,
  type ServingProcessMessage,
  type MetricsText,
  type FirstProcessMessage,
} from './messages.ts'

/** The exit codes of a process that could not serve, with a reason for the operator or without one. */
const REFUSED = 2
const FAILED = 1

/**
 * Serves as one of several processes: begins, drains and stops when the first process says so, and ends with it. A signal for the whole
 * process group, such as Ctrl-C, reaches every process; this one leaves it to the first process, which knows what all have to do.
 */
export function serveForFirstProcess(settings: Settings, logger: Logger): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const exposing = new Map<number, (text: MetricsText) => void>()
  let lastId = 0
  const telemetry = {
    ...createTelemetry(),
    // Any of the processes may get the request for metrics, and the answer is about all of them.
    expose: () =>
      new Promise<MetricsText>((resolve) => {
        const id = (lastId += 1)
        exposing.set(id, resolve)
        tell({ kind: 'expose', id })
      }),
  }
  const started = Promise.withResolvers<RunningPurserService>()
  started.promise.catch(() => undefined) // the process ends where it cannot start

  const begin = async ({ number, embedded }: FirstProcessMessage & { kind: 'begin' }) => {
    const connection = embedded ?? assertPresent(settings.databaseUrl, 'the first process runs no PostgreSQL')
    const store = { connection, migrations: connection, release: () => Promise.resolve() }
    try {
      const service = await startService(settings, logger.child({ process: number }), { store, telemetry })
      started.resolve(service)
      tell({ kind: 'serves', baseUrl: service.baseUrl })
      setInterval(() => tell({ kind: 'alive' }), PROCESS_ALIVE_MESSAGE_EVERY_MS).unref()
    } catch (error) {
      if (error instanceof OperatorError) tell({ kind: 'refused', why: error.message }, () => process.exit(REFUSED))
      else logger.error({ err: error, process: number }, 'the process could not start')
      if (!(error instanceof OperatorError)) process.exit(FAILED)
    }
  }
  const end = async () => {
    try {
      await (await started.promise).stop()
      process.exit(0)
    } catch (error) {
      logger.error({ err: error }, 'the stop failed')
      process.exit(FAILED)
    }
  }
  process.on('message', (message: FirstProcessMessage) => {
    if (message.kind === 'begin') void begin(message)
    else if (message.kind === 'drain') void started.promise.then((service) => service.drain())
    else if (message.kind === 'stop') void end()
    else if (message.kind === 'measure') {
      const { id } = message
      void telemetry.measure().then((metrics) => tell({ kind: 'measured', id, metrics }))
    } else {
      exposing.get(message.id)?.(message)
      exposing.delete(message.id)
    }
  })
}

/** Sends a message to the first process. Without that process this one ends, so it does not matter whether the message arrives. */
function tell(message: ServingProcessMessage, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then)
}
