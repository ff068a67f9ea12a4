import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The state of a folder and everything below it, for a comparison before and after. Access and modification times are left out, because
 * reading is allowed.
 */
export function folderFileStates(path: string): Record<string, string> {
  const { mode, uid, gid } = lstatSync(path)
  const state = `${mode.toString(8)} ${uid}:${gid}`
  if (!lstatSync(path).isDirectory())
    return { [path]: `${state} ${createHash('sha256').update(readFileSync(path)).digest('hex')}` }
  const below = readdirSync(path).map((name) => folderFileStates(join(path, name)))
  return Object.assign({ [path]: state }, ...below)
}
