import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/**
 * The files of a checkout that a commit would contain: files that git knows, and new ones that it does not ignore. Paths are relative to
 * the root. If git does not answer, because an archive has no `.git` or the checkout belongs to another user, all files are listed except
 * generated ones.
 */
export function committedFilesOf(root: string): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', list, { cwd: root, encoding: 'utf8' })
  // Git lists a removed file until the removal is committed.
  if (status === 0 && stdout !== '')
    return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  return filesBelow(root)
}

const MADE = new Set(['node_modules', 'dist', 'coverage', 'reports', '__pycache__'])
const HIDDEN_AND_OURS = new Set(['.ci', '.github'])

function filesBelow(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    if (!entry.isDirectory() || MADE.has(entry.name)) return []
    return entry.name.startsWith('.') && !HIDDEN_AND_OURS.has(entry.name) ? [] : filesBelow(root, path)
  })
}

export const committedFiles = (): string[] => committedFilesOf(ROOT)

/** Copies the checkout's files to a folder. Nothing is installed or built in the copy, and no data directory is copied. */
export function copyCheckout(to: string): void {
  for (const file of committedFiles()) cpSync(join(ROOT, file), join(to, file))
}
