import { posix } from 'node:path'
import { filesReachableFrom } from './graph.ts'
import type { Repository } from './repository.ts'

const CODE = /^(?:src|clients|test|tools|bench)\/.*\.ts$/
const KEBAB_NAME =
  /\/[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:(?:(?:\.alone)?(?:\.(?:long|release))?\.pg|\.(?:long|release))?\.test)|\.d)?\.ts$/
const DRAWER = /\/(?:utils?|helpers?|common|misc|shared|stuff)(?:\/|\.ts$)/
/** The files whose import makes a test one with a database: they start or open one. */
const DATABASE_FILES = ['src/store/connection/database.ts', 'src/app/postgres/embedded-postgres.ts']
const LONGEST_FILE_LINES = 400
const COUNTED = /^(?:src|dashboard\/src|test)\//
const MOST_FILES_IN_A_FOLDER = 30
const GENERATED = new Set(['clients/typescript/src/generated.ts', 'clients/typescript/src/types.ts'])

export function fileNameTidyRule({ sources }: Repository): string[] {
  const ours = [...sources.keys()].filter((path) => CODE.test(path))
  return ours.flatMap((path) => [
    ...(KEBAB_NAME.test(path)
      ? []
      : [
          `${path}: name it in kebab-case; tests end in .test.ts or .pg.test.ts, with .alone, .long or .release before`,
        ]),
    ...(DRAWER.test(path) ? [`${path}: a drawer; name the file after the one idea in it`] : []),
  ])
}

/** Refuses a test whose suffix does not say what the test needs, so that tests without needs can run alone. */
export function testSuffixTidyRule({ sources }: Repository): string[] {
  const needsDatabase = (support: string): boolean => {
    const reached = filesReachableFrom([support], sources, ({ typeOnly }) => !typeOnly) // types do not exist at run time
    return DATABASE_FILES.some((file) => reached.has(file))
  }
  return [...sources.values()]
    .filter(({ path }) => path.endsWith('.test.ts') && !path.endsWith('.pg.test.ts'))
    .filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target.startsWith('test/support/') && !typeOnly && needsDatabase(target)),
    )
    .map(({ path }) => `${path}: it needs PostgreSQL, so it must end in .pg.test.ts`)
}

export function fileLengthTidyRule({ texts, sources }: Repository): string[] {
  const long = [...sources.keys()].filter((path) => !GENERATED.has(path))
  return long.flatMap((path) => {
    const lines = (texts.get(path) ?? '').split('\n').length - 1
    return lines > LONGEST_FILE_LINES ? [`${path}: ${lines} lines; split it, ${LONGEST_FILE_LINES} is the most`] : []
  })
}

/** Refuses folders with too many files to be read at a glance. Subfolders do not count. */
export function folderSizeTidyRule({ texts }: Repository): string[] {
  const counts = new Map<string, number>()
  for (const path of texts.keys()) {
    if (!COUNTED.test(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)
    .map(([folder, count]) => `${folder}: ${count} files; group them by noun, ${MOST_FILES_IN_A_FOLDER} is the most`)
}
