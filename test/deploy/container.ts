import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startTestCommand, type TestProcess } from '../support/processes/test-process.ts'
import type { Image } from './build-image.ts'

interface Run {
  /** In place of the image's own. */
  readonly command?: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const isRoot = process.getuid?.() === 0
const hasNamespaces = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0

/** What is kept of an engine's isolation. The rest of it is the engine's to keep. */
export const isolation = {
  user: isRoot ? 'the user of the image, without capabilities' : 'the user of this shell',
  rootFileSystem: hasNamespaces ? 'read-only' : 'not read-only: that takes root and mount namespaces',
}

/** Starts the image as an engine with `--user --read-only --cap-drop=ALL --security-opt=no-new-privileges` does. */
export function startContainer(image: Image, { command = image.command, env }: Run): TestProcess {
  const [file = '', ...args] = isolated(image, [...image.entrypoint, ...command])
  return startTestCommand(file, args, { env: { ...image.env, ...env }, cwd: join(image.root, image.workdir) })
}

/** The exit code of the image's health check, beside a running container with these variables. */
export function checkHealth(image: Image, env: Run['env']): number | null {
  const [file = '', ...args] = isolated(image, image.healthcheck)
  return spawnSync(file, args, { env: { ...process.env, ...image.env, ...env } }).status
}

function isolated(image: Image, command: readonly string[]): string[] {
  const placed = command.map((word) => placeOf(image, word))
  if (!isRoot) return placed
  const [uid = '', gid = ''] = image.user.split(':')
  const user = ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups', '--bounding-set=-all', '--no-new-privs']
  if (!hasNamespaces) return [...user, '--', ...placed]
  const remount = 'mount --options remount,bind,ro / && exec "$@"'
  return ['unshare', '--mount', '/bin/sh', '-c', remount, 'sh', ...user, '--', ...placed]
}

/** Paths of the image lie below its folder, and `node` is the one that runs this. */
function placeOf({ root, workdir }: Image, word: string): string {
  if (word === 'node') return process.execPath
  return word.startsWith(`${workdir}/`) ? join(root, word) : word
}
