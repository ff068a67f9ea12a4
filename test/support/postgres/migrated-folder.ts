import { chmodSync, cpSync, lchownSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PURSER_ENTRY_FILE } from '../processes/purser-bundle.ts'
import { startTestScript } from '../processes/test-process.ts'
import { makeDataFolder } from './data-folder.ts'

let template: Promise<string> | undefined

/**
 * Makes a data directory as `purser migrate` leaves it: with an embedded database of the newest schema and without an account. It is a copy
 * of the directory that the first call makes, because making a cluster and migrating it takes as long as the rest of a start.
 */
export async function makeMigratedDataFolder(): Promise<string> {
  const [from, to] = await Promise.all([(template ??= makeTemplate()), makeDataFolder()])
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  if (process.getuid?.() === 0) giveAsBefore(from, to)
  return to
}

/** Gives copied files the owner of the originals: root's copies belong to root, and PostgreSQL runs as another user. */
function giveAsBefore(from: string, to: string): void {
  for (const path of ['', ...readdirSync(from, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid } = lstatSync(join(from, path))
    lchownSync(join(to, path), uid, gid)
  }
}

async function makeTemplate(): Promise<string> {
  const folder = await makeDataFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const { ended, stderr } = startTestScript(PURSER_ENTRY_FILE, ['migrate'], { env: { PURSER_DATA_DIR: folder } })
  if ((await ended) !== 0) throw new Error(`purser migrate failed: ${stderr.join('\n')}`)
  return folder
}
