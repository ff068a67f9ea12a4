import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { PURSER } from '../processes/purser-bundle.ts'
import { startProcess } from '../processes/test-process.ts'
import { makeDataFolder } from './data-folder.ts'

let template: Promise<string> | undefined

/**
 * Makes a data directory as `purser migrate` leaves it: with an embedded database that has the newest schema and no account. It is a copy of
 * one that the first caller makes, because making a cluster and migrating it takes as long as everything else that a start does.
 */
export async function makeMigratedFolder(): Promise<string> {
  const [from, to] = await Promise.all([(template ??= makeTemplate()), makeDataFolder()])
  execFileSync('cp', ['-a', `${from}/.`, to])
  return to
}

async function makeTemplate(): Promise<string> {
  const folder = await makeDataFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const { ended, stderr } = startProcess(PURSER, ['migrate'], { env: { PURSER_DATA_DIR: folder } })
  if ((await ended) !== 0) throw new Error(`purser migrate failed: ${stderr.join('\n')}`)
  return folder
}
