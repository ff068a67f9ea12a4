import cluster, { type Worker } from 'node:cluster'
import { PROCESS_ALIVE_MESSAGE_EVERY_MS, type ServingProcessMessage, type FirstProcessMessage } from './messages.ts'
import type { MeasuredMetric } from '../telemetry/telemetry.ts'

/** How a process ended: with an exit code, or by a signal. Neither is set where the process could not be started. */
export interface ServingProcessEnd {
  readonly code: number | null
  readonly signal: string | null
  /** Why the process could not serve. Null: no reason is known. */
  readonly why: string | null
}

/** A process that serves, as the first process sees it. */
export interface ServingProcess {
  /** The id of the process, which no process that was started before has had. */
  readonly id: number
  readonly pid: number
  /** Resolves to the base URL once the process serves, and to null if it ends before that. */
  readonly serves: Promise<string | null>
  readonly ended: Promise<ServingProcessEnd>
  send(message: FirstProcessMessage): void
  /** Asks the process for its metrics as they are now. Null: the process ended meanwhile, or does not serve yet. */
  measure(): Promise<readonly MeasuredMetric[] | null>
}

/**
 * A serving process that misses this many of its reports in a row is ended and started again. `/healthz` would not show that it hangs,
 * because processes that do not hang answer it. Missed reports are counted instead of a time, because all times have passed at once after a
 * sleep of the machine.
 */
const MOST_SILENCES = 5

/**
 * Starts a process that runs the same command line as this one. `onExpose` is called when that process asks for the metrics of all
 * processes.
 */
export function forkServingProcess(onExpose: (asking: ServingProcess, id: number) => void): ServingProcess {
  const worker = cluster.fork()
  const measuring = new Map<number, (metrics: readonly MeasuredMetric[] | null) => void>()
  let why: string | null = null
  let isServing = false
  let isHeard = false
  let lastId = 0

  const ended = new Promise<ServingProcessEnd>((resolve) => {
    const end = (code: number | null, signal: string | null) => {
      isServing = false
      for (const answer of measuring.values()) answer(null)
      resolve({ code, signal, why })
    }
    worker.once('exit', end)
    // An error while a connection is handed to a process is no end: the process was just ending, and its end is reported by itself. A
    // process that could not be started reports no end.
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) return
      why = error.message
      end(null, null)
    })
  })
  const serves = new Promise<string | null>((resolve) => {
    worker.on('message', (message: ServingProcessMessage) => {
      isHeard = true
      if (message.kind === 'serves') {
        isServing = true
        resolve(message.baseUrl)
      } else if (message.kind === 'refused') why = message.why
      else if (message.kind === 'expose') onExpose(own, message.id)
      else if (message.kind === 'measured') measuring.get(message.id)?.(message.metrics)
    })
    void ended.then(() => resolve(null))
  })
  const watch = async () => {
    if ((await serves) === null) return
    let silences = 0
    const watching = setInterval(() => {
      silences = isHeard ? 0 : silences + 1
      isHeard = false
      if (silences >= MOST_SILENCES) worker.process.kill('SIGKILL')
    }, PROCESS_ALIVE_MESSAGE_EVERY_MS).unref()
    await ended
    clearInterval(watching)
  }
  void watch()
  const own: ServingProcess = {
    id: worker.id,
    pid: worker.process.pid ?? 0,
    serves,
    ended,
    send: (message) => sendTo(worker, message),
    measure: async () => {
      if (!isServing) return null
      const id = (lastId += 1)
      const answered = new Promise<readonly MeasuredMetric[] | null>((resolve) => measuring.set(id, resolve))
      sendTo(worker, { kind: 'measure', id })
      return answered.finally(() => measuring.delete(id))
    },
  }
  return own
}

/** Sends a message to a serving process. A message to a process that has just ended is lost, and the end of the process says so. */
function sendTo(worker: Worker, message: FirstProcessMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}
