import { chmodSync, rmSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { makeDataFolder } from '../postgres/data-folder.ts'
import { makeMigratedDataFolder } from '../postgres/migrated-folder.ts'
import { PURSER_ENTRY_FILE } from '../processes/purser-bundle.ts'
import { startTestScript, type TestProcess } from '../processes/test-process.ts'

export interface CommandRig {
  /** A data directory for the running test. It is deleted after the test. */
  readonly folder: string
  /** Starts `purser` with words and flags. The process is ended after the test. */
  purser(args: string[], env?: Record<string, string>, input?: string): TestProcess
  /** Runs a command to its end, with `input` as its standard input. */
  run(args: string[], env?: Record<string, string>, input?: string): Promise<EndedShellCommand>
  /** Registers a process that the test itself has started, so that it is ended after the test. */
  keep(process: TestProcess): TestProcess
}

export interface EndedShellCommand {
  /** The command's exit code, or the signal that ended it. */
  readonly code: Awaited<TestProcess['ended']>
  readonly stdout: string[]
  readonly stderr: string
}

/**
 * Runs the command as its users start it, in processes of its own. If a test fails, the output of its processes is printed. The data
 * directory is empty. `isMigrated`: it has an embedded database of the newest schema without an account, which saves half of the first start.
 */
export function commandRig({ isMigrated = false } = {}): CommandRig {
  let folder = ''
  let started: TestProcess[] = []
  beforeEach(async () => {
    folder = await (isMigrated ? makeMigratedDataFolder() : makeDataFolder())
    chmodSync(folder, 0o755)
    started = []
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const { stderr } of started) console.error(stderr.join('\n'))
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map((process) => process.ended))
    rmSync(folder, { recursive: true, force: true })
  })
  const keep = (process: TestProcess): TestProcess => {
    started.push(process)
    return process
  }
  const purser: CommandRig['purser'] = (args, env = {}, input) => {
    const given = input === undefined ? {} : { input }
    return keep(
      startTestScript(PURSER_ENTRY_FILE, args, { env: { PURSER_DATA_DIR: folder, PORT: '0', ...env }, ...given }),
    )
  }
  return {
    get folder() {
      return folder
    },
    keep,
    purser,
    run: async (args, env, input) => {
      const process = purser(args, env, input)
      return { code: await process.ended, stdout: process.stdout, stderr: process.stderr.join('\n') }
    },
  }
}
