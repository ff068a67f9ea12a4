import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Repository } from './repository.ts'

const UNFINISHED = /\b(?:TODO|FIXME|XXX)\b/
/** Matches the lines by which a merge marks both sides of a conflict. */
const CONFLICT = /^(?:<{7}|\|{7}|>{7})(?: .*)?$/m
/** The files that may contain the refused words, because they list them. */
const SPEAKS_OF_THEM = new Set(['tools/tidy/words.ts'])
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|"resolved": ?"https?:|^registry ?=/m
const HOME_PATH = /(?<![\w./-])\/(?:home|Users|root)\/[\w.-]+/

export function unfinishedTidyRule({ texts }: Repository): string[] {
  return [
    ...matches(texts, UNFINISHED, 'finish it, or write it down as an issue'),
    ...matches(texts, CONFLICT, 'a merge left both sides here, choose one'),
  ]
}

/** Refuses texts that name folders or registries of one machine, because other machines have others. */
export function machineNameTidyRule({ texts }: Repository): string[] {
  const own = [join(import.meta.dirname, '..', '..'), homedir()].filter((path) => path.split('/').length > 2)
  const ownPaths = own.map((path) => new RegExp(`(?<![\\w./-])${path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`))
  return [
    ...matches(texts, REGISTRY, 'a registry address does not belong into the repository'),
    ...[HOME_PATH, ...ownPaths].flatMap((path) => matches(texts, path, 'a path of one machine')),
  ]
}

function matches(texts: Repository['texts'], pattern: RegExp, advice: string): string[] {
  const found: string[] = []
  for (const [path, text] of texts) {
    const match = SPEAKS_OF_THEM.has(path) ? null : pattern.exec(text)
    if (match) found.push(`${path}:${text.slice(0, match.index).split('\n').length}: "${match[0].trim()}": ${advice}`)
  }
  return found
}
