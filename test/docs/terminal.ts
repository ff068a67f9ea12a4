import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TerminalOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A folder for what is pasted. */
  readonly clipboard: string
  readonly deadlineMs: number
}

/** A bash that a guide is pasted into, block after block. Variables and `cd` last. */
export interface Terminal {
  /** Everything that was printed so far. */
  readonly printed: string
  /** Pastes a block and waits until it is done, or until it has said `until`. Answers what was printed meanwhile. */
  paste(code: string, until?: string): Promise<string>
  /** Waits until `condition` holds for what was printed. */
  until(what: string, condition: (printed: string) => boolean): Promise<void>
  /** Ctrl-C, and the window is closed. */
  close(): Promise<void>
}

const DONE = 'the block is done:'
/** Every command that fails is noted, also within functions, pipes and assignments. */
const SETTLE_IN = `exec 2>&1; set -E -o pipefail; trap 'failed="$failed$BASH_COMMAND ended with $?; "' ERR\n`

export function openTerminal({ cwd, env, clipboard, deadlineMs }: TerminalOptions): Terminal {
  const bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let printed = ''
  bash.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  bash.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  bash.stdin.on('error', () => undefined) // it has ended: whoever waits for it is told
  bash.stdin.write(SETTLE_IN)
  let pasted = 0

  const until: Terminal['until'] = (what, condition) => {
    const meets = () => condition(printed)
    return waitFor(bash, meets, deadlineMs).catch((error: Error) => {
      throw new Error(`${error.message}: ${what}\n${printed}`)
    })
  }
  return {
    get printed() {
      return printed
    },
    until,
    async paste(code, said) {
      const from = printed.length
      const file = join(clipboard, `${bash.pid}-${(pasted += 1)}.sh`)
      writeFileSync(file, `${code}\n`)
      const done = `${DONE} ${pasted} `
      bash.stdin.write(`failed=; . '${file}' </dev/null; printf '\\n%s%s\\n' '${done}' "$failed"\n`)
      await until(`${code} ${said ?? 'ends'}`, (all) => all.includes(said ?? done, from) && all.endsWith('\n'))
      const [output = '', failed = ''] = printed.slice(from).split(`\n${done}`)
      if (failed.trim() !== '') throw new Error(`${failed.trim()}\n${code}\n${output}`)
      return output
    },
    async close() {
      const ended = bash.exitCode === null && bash.signalCode === null ? once(bash, 'close') : Promise.resolve()
      bash.stdin.end()
      stop(bash, 'SIGINT')
      const force = setTimeout(() => stop(bash, 'SIGKILL'), deadlineMs)
      await ended
      clearTimeout(force)
    },
  }
}

/** The whole process group, as a terminal does. */
function stop({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid as number), signal)
  } catch {
    // Nobody is left in it.
  }
}

/** Looks again whenever something was printed. */
function waitFor(bash: ChildProcess, condition: () => boolean, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (problem?: string) => {
      clearTimeout(timer)
      bash.stdout?.off('data', look)
      bash.off('close', giveUp)
      if (problem === undefined) resolve()
      else reject(new Error(problem))
    }
    const look = () => condition() && end()
    const giveUp = () => end(condition() ? undefined : 'The terminal was closed before')
    const timer = setTimeout(() => end(`Not within ${deadlineMs} ms`), deadlineMs)
    bash.stdout?.on('data', look)
    bash.on('close', giveUp)
    if (bash.exitCode !== null || bash.signalCode !== null) giveUp()
    else look()
  })
}
