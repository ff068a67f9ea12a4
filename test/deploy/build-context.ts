import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { committedFilesOf } from '../support/processes/copy-checkout.ts'

/** What a build is sent of the checkout: its files without those that `.dockerignore` leaves out. */
export function buildContext(root: string): string[] {
  const isSent = sentBy(readFileSync(join(root, '.dockerignore'), 'utf8'))
  return committedFilesOf(root).filter(isSent)
}

/** The last pattern that a file, or a folder above it, matches decides. */
export function sentBy(dockerignore: string): (file: string) => boolean {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return (file) => {
    const last = patterns.findLast((pattern) => matches(file, pattern.replace(/^!/, '')))
    return last === undefined || last.startsWith('!')
  }
}

const matches = (path: string, pattern: string): boolean =>
  path !== '.' && (expressionOf(pattern).test(path) || matches(dirname(path), pattern))

/** As Docker reads it: a star is any name but no slash, hidden files included. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('**/')
      .map((part) => part.split('*').map(RegExp.escape).join('[^/]*'))
      .join('(?:.*/)?')}$`,
  )
