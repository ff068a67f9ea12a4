import { migrationFile } from '../../src/store/schema/migration-files.ts'
import type { Repository } from './repository.ts'

const FOLDER = 'migrations/'
/** The file with the hashes of the migrations that have landed, as `sha256sum` prints them. */
const SUMS = `${FOLDER}SHA256SUMS`
/** The migration that makes an empty database. It lacks the first line of the others, because it is older than that rule. */
const FIRST = '0001_first'

/**
 * Refuses changes of a landed migration. A database stores the hash of each of its migrations, so every node would refuse the database
 * after an edit.
 */
export function migrationTidyRule({ texts }: Repository): string[] {
  const sums = new Map(linesOf(texts.get(SUMS) ?? '').map((line) => [line.slice(66), line.slice(0, 64)]))
  const migrations = [...texts].flatMap(([path, text]) =>
    path.startsWith(FOLDER) && path.endsWith('.sql') ? [migrationFile(path.slice(FOLDER.length, -4), text)] : [],
  )
  const names = new Set(migrations.map(({ name }) => name))
  const missing = [...sums.keys()].filter((file) => !names.has(file.slice(0, -4)))
  return [
    ...missing.map((file) => `${SUMS}: ${file} has landed and is missing`),
    ...migrations.flatMap(({ name, text, hash, compatibleSince }) => {
      const [path, sum] = [`${FOLDER}${name}.sql`, sums.get(`${name}.sql`)]
      const isMarked =
        compatibleSince === null
          ? text.startsWith('-- compatible: no\n')
          : names.has(compatibleSince) && compatibleSince < name
      return [
        ...(sum === undefined ? [`${path}: ${SUMS} does not list it; add what sha256sum prints of it`] : []),
        ...(sum !== undefined && sum !== hash
          ? [`${path}: it has landed and is frozen; put the change into the next migration`]
          : []),
        ...(name !== FIRST && !isMarked
          ? [`${path}: its first line is "-- compatible: no", or "-- compatible: since" and an earlier migration`]
          : []),
      ]
    }),
  ]
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')
