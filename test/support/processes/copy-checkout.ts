import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/**
 * The files that a commit of the checkout would have: files that git knows, and new ones that it does not ignore. Paths are from the root.
 */
export function filesOfCheckout(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  // A removed file is in git's list until the removal is committed.
  return files.filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

/** Copies these files. Nothing is installed or built in the copy, and no data directory is copied. */
export function copyCheckout(to: string): void {
  for (const file of filesOfCheckout()) cpSync(join(ROOT, file), join(to, file))
}
