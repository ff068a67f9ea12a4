import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs that is on the PATH. Undefined: none is. */
export const findExecutable = (...names: readonly string[]): string | undefined => executablesNamed(...names)[0]

/** The paths of the named programs that are on the PATH, in the order of the PATH. */
export function executablesNamed(...names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
