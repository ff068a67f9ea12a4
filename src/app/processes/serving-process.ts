import cluster, { type Worker } from 'node:cluster'
import { ALIVE_EVERY_MS, type FromServing, type ToServing } from './messages.ts'
import type { Measured } from '../telemetry/telemetry.ts'

/** How a process ended: with an exit code, or by a signal. Neither: it could not be started. */
export interface End {
  readonly code: number | null
  readonly signal: string | null
  /** Why the process could not serve, where that is known. */
  readonly why: string | null
}

/** A process that serves, as the first process sees it. */
export interface ServingProcess {
  /** Different for each process that was ever started. */
  readonly id: number
  readonly pid: number
  /** Resolves to the base URL once the process serves, and to null where it ends before. */
  readonly serves: Promise<string | null>
  readonly ended: Promise<End>
  send(message: ToServing): void
  /** Asks for the process's metrics as they are now. Null: it ended meanwhile, or does not serve yet. */
  measure(): Promise<readonly Measured[] | null>
}

/**
 * A process that has not been heard so many times is ended, to be started again: `/healthz`, by which others would see that it hangs, is
 * answered by the processes that do not. The times are counted, because after a sleep of the machine all of them have passed at once.
 */
const MOST_SILENCES = 5

/** Starts a process that runs the same command line as this one. `onExpose`: it asks for the metrics of all processes. */
export function forkProcess(onExpose: (asking: ServingProcess, id: number) => void): ServingProcess {
  const worker = cluster.fork()
  const measuring = new Map<number, (metrics: readonly Measured[] | null) => void>()
  let why: string | null = null
  let isServing = false
  let isHeard = false
  let lastId = 0

  const ended = new Promise<End>((resolve) => {
    const end = (code: number | null, signal: string | null) => {
      isServing = false
      for (const answer of measuring.values()) answer(null)
      resolve({ code, signal, why })
    }
    worker.once('exit', end)
    // A connection could not be handed to a process that was just ending: its end follows. One that could not be started has no end.
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) return
      why = error.message
      end(null, null)
    })
  })
  const serves = new Promise<string | null>((resolve) => {
    worker.on('message', (message: FromServing) => {
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
    }, ALIVE_EVERY_MS).unref()
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
      const answered = new Promise<readonly Measured[] | null>((resolve) => measuring.set(id, resolve))
      sendTo(worker, { kind: 'measure', id })
      return answered.finally(() => measuring.delete(id))
    },
  }
  return own
}

/** Sends a message. One to a process that has just ended is lost, and the end of the process says so. */
function sendTo(worker: Worker, message: ToServing): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}
