import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PATIENT_DEADLINES_VARIABLE } from '../patient-deadlines.ts'

/** A Node process under test. Everything that it prints is kept. */
export interface TestProcess {
  readonly child: ChildProcess
  readonly stdout: string[]
  readonly stderr: string[]
  /** Resolves to the first line on standard output that `accepts` accepts. Rejects if the process ends first. */
  line(accepts?: (line: string) => boolean): Promise<string>
  /** Resolves to the exit code, or to the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>
}

export interface TestProcessOptions {
  readonly env?: Record<string, string>
  /** The id of the user that the process runs as, for tests that run as root. */
  readonly uid?: number
  readonly gid?: number
  readonly cwd?: string
  /** The process's whole standard input. */
  readonly input?: string
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** A folder for compiled sources, shared by the processes of all runs. Compiling takes half of the time of a short command. */
export const NODE_COMPILE_CACHE = `${ROOT}node_modules/.cache/node-compile`

/** Runs a script of the checkout in a process of its own. */
export const startTestScript = (file: string, args: string[], options?: TestProcessOptions): TestProcess =>
  startTestCommand(process.execPath, [`${ROOT}${file}`, ...args], options)

/** Runs a command in the checkout with an environment of its own: of the caller's environment it gets PATH alone. */
export function startTestCommand(command: string, args: string[], options: TestProcessOptions = {}): TestProcess {
  const { env = {}, input, ...rest } = options
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE,
      [PATIENT_DEADLINES_VARIABLE]: process.env[PATIENT_DEADLINES_VARIABLE],
      ...env,
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    cwd: ROOT,
    ...rest,
  })
  child.stdin?.end(input)
  const stdout = collect(child, 'stdout')
  const stderr = collect(child, 'stderr')
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return { child, stdout, stderr, ended, line: (accepts) => firstLine({ child, stdout, stderr, ended }, accepts) }
}

function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): string[] {
  const lines: string[] = []
  const input = child[stream]
  if (input !== null) createInterface({ input }).on('line', (line) => lines.push(line))
  return lines
}

async function firstLine(
  process: Omit<TestProcess, 'line'>,
  accepts: (line: string) => boolean = () => true,
): Promise<string> {
  let over = false
  void process.ended.then(() => (over = true))
  for (;;) {
    const found = process.stdout.find(accepts)
    if (found !== undefined) return found
    if (over) throw new Error(`The process ended (${await process.ended}):\n${process.stderr.join('\n')}`)
    await Promise.race([once(process.child.stdout ?? process.child, 'data'), process.ended])
    await new Promise(setImmediate) // the line reader gets the data after this listener
  }
}
