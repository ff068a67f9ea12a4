import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface ServerProcess {
  readonly url: string
  /** Sends a message to the child process. Resolves to the next message that the child sends. */
  ask<T>(question: string): Promise<T>
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000

/** Runs a server in a process of its own. The server reports `{ url }` when it listens, and ends when its parent disconnects. */
export async function startServerProcess(script: string, args: readonly string[]): Promise<ServerProcess> {
  const execArgv = ['--disable-sigusr1', '--max-semi-space-size=64'] // the options of `npm start`
  const child = fork(script, args, { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }),
    exited.then(([code]) => {
      throw new Error(`${script} ended with code ${String(code)} before it listened`)
    }),
  ])) as [{ url: string }]
  return {
    url: message.url,
    ask: async <T>(question: string) => {
      const answered = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) })
      child.send(question)
      return (await answered)[0] as T
    },
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}
