import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findExecutable } from '../../test/support/executables.ts'
import { FRAMEWORK_EXAMPLES_FOLDER } from './frameworks.ts'

export interface PythonInstallation {
  readonly program: string
  versionOf(name: string): string
}

/** The folder of the virtual environment. Git ignores it, and `npm ci` does not remove it. */
const FOLDER = join(import.meta.dirname, 'node_modules', '.python')
const REQUIREMENTS = join(FRAMEWORK_EXAMPLES_FOLDER, 'requirements.txt')
const OLDEST = [3, 10]

/** A Python with the packages of `requirements.txt`, or the reason why there is none. */
export function findPythonInstallation(): PythonInstallation | string {
  const found = findExecutable('python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3')
  if (found === undefined) return 'There is no python3 on the PATH.'
  const system = existsSync('/usr/bin/python3') && !isOld('/usr/bin/python3') ? '/usr/bin/python3' : found
  if (isOld(system)) return `${system} is older than Python ${OLDEST.join('.')}, which the frameworks need.`
  const program = join(FOLDER, 'bin', 'python')
  const install = [
    ...(existsSync(program) ? [] : [[system, '-m', 'venv', FOLDER]]),
    [program, '-m', 'pip', 'install', '-q', '-r', REQUIREMENTS],
  ]
  for (const [command = '', ...args] of install) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 })
    if (status !== 0)
      return (
        stderr
          .trim()
          .split('\n')
          .findLast((line) => line.startsWith('ERROR')) ?? stderr.trim()
      )
  }
  const versionOf = (name: string) =>
    execFileSync(program, ['-c', `import importlib.metadata as m; print(m.version(${JSON.stringify(name)}))`], {
      encoding: 'utf8',
    }).trim()
  return { program, versionOf }
}

function isOld(program: string): boolean {
  const { stdout } = spawnSync(program, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = stdout.split(' ').map(Number)
  return major * 100 + minor < (OLDEST[0] ?? 0) * 100 + (OLDEST[1] ?? 0)
}
