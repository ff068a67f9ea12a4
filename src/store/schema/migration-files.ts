import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathInPackage } from '../../lib/package-root.ts'

/** A file of the folder `migrations/`. */
export interface MigrationFile {
  /** The file's name without its suffix: `0001_first`. Migrations run in the order of their names. */
  readonly name: string
  readonly text: string
  /** SHA-256 of the migration's text, in hex. It is the fingerprint of the migration in the database. */
  readonly hash: string
  /**
   * The last migration of the oldest version whose nodes can work on the database after this migration. Null: nodes need this migration
   * itself.
   */
  readonly compatibleSince: string | null
}

/** The folder of the migrations: it is beside `src/` in the checkout, and beside `dist/` in the package. */
const FOLDER = pathInPackage('migrations')
const SUFFIX = '.sql'
/** Matches the first line of a migration after which nodes of an older version can still work. */
const COMPATIBLE = /^-- compatible: since (\d{4}_\w+)\n/

let files: readonly MigrationFile[] | undefined

/** Reads the migrations of this version, in their order, and keeps them, because they do not change while a node runs. */
export function migrationFiles(): readonly MigrationFile[] {
  files ??= readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .toSorted()
    .map((file) => migrationFile(file.slice(0, -SUFFIX.length), readFileSync(join(FOLDER, file), 'utf8')))
  return files
}

export const migrationFile = (name: string, text: string): MigrationFile => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
  compatibleSince: COMPATIBLE.exec(text)?.[1] ?? null,
})
