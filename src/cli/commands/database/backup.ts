import { OperatorError } from '../../../app/operator-error.ts'
import type { Backup } from '../../../app/backup/create-backup.ts'
import { DamagedBackupError } from '../../../app/backup/damaged-backup-error.ts'
import { CommandError } from '../../command-error.ts'
import type { CommandInvocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printableText } from '../../terminal/text.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { commandWithActions } from '../../with-actions.ts'

const runs = {
  async create({ words: [path = '.'], settings, json }: CommandInvocation) {
    const progress = shellCommandProgress('rows backed up', terminalScreenOf(process.stderr))
    const { createBackup, streamBackup } = await import('../../../app/backup/create-backup.ts')
    const options = {
      settings,
      logger: await commandLogger(settings),
      onProgress: (rows: number, estimatedRows: number) => progress.at(rows, estimatedRows),
    }
    const isPiped = path === STANDARD_OUTPUT
    if (isPiped) assertPiped(process.stdout)
    const backingUp = isPiped
      ? streamBackup({ ...options, stream: process.stdout })
      : createBackup({ ...options, path })
    const created: Backup & { readonly file?: string } = await backingUp.finally(() => progress.end())
    process.exitCode = exitCodes.done
    const {
      file = 'Standard output',
      createdAt,
      rows,
      tables,
      bytes,
      sha256,
      masterKeys,
      otherTables,
      isRecorded,
    } = created
    printCommandAnswer({ json, isAside: isPiped }, created, () => [
      `${file}: ${rows} rows of ${tables} tables as of ${createdAt}, ${bytes} bytes, SHA-256 ${sha256}`,
      ...keysLine(masterKeys),
      ...(otherTables.length === 0 ? [] : [`Not in it, because they are not Purser's: ${otherTables.join(', ')}`]),
      ...(isRecorded ? [] : ['The database takes no writes, so the metric does not know of this backup.']),
    ])
  },

  async check({ words: [path = ''], settings, json }: CommandInvocation) {
    const progress = shellCommandProgress('rows checked', terminalScreenOf(process.stderr))
    const { checkBackup } = await import('../../../app/backup/check-backup.ts')
    const checked = await checkBackup({ settings, path, onProgress: (rows) => progress.at(rows) })
      .finally(() => progress.end())
      .catch(damaged(path, 'Take another backup.'))
    const { createdAt, purserVersion, rows, tables, migrations, masterKey, masterKeys } = checked
    printCommandAnswer({ json }, { file: path, ...checked }, () =>
      [
        `${path} is whole: ${rows} rows of ${tables} tables as of ${createdAt}, by Purser ${purserVersion}, up to the migration ${migrations.at(-1)?.name}.`,
        ...(masterKey === 'opens' ? ['The master key opens it.'] : keysLine(masterKeys)),
      ].map(printableText),
    )
  },

  async restore({ words: [path = ''], settings, json }: CommandInvocation) {
    const progress = shellCommandProgress('rows restored', terminalScreenOf(process.stderr))
    const { restoreBackup } = await import('../../../app/backup/restore-backup.ts')
    const restored = await restoreBackup({
      settings,
      logger: await commandLogger(settings),
      path,
      onProgress: (rows) => progress.at(rows),
    })
      .finally(() => progress.end())
      .catch(damaged(path, 'The database is as it was: empty.'))
    const { createdAt, rows, tables, masterKey, masterKeys } = restored
    printCommandAnswer({ json }, restored, () => [
      `Restored ${rows} rows of ${tables} tables as of ${createdAt}.`,
      ...(masterKey === 'opens' ? [] : keysLine(masterKeys)),
      'Now run purser verify.',
    ])
  },
}

/** The word for standard output in place of a file. */
const STANDARD_OUTPUT = '-'

function assertPiped({ isTTY }: NodeJS.WriteStream): void {
  if (isTTY) throw new OperatorError('A backup is not for a terminal. Send it on: purser backup create - | ssh ...')
  process.exitCode = exitCodes.failed // until all of it is written: a reader that goes away must not look like success
}

const keysLine = (masterKeys: readonly string[]): string[] =>
  masterKeys.length === 0 ? [] : [`It needs the master key ${masterKeys.join(' and ')}, which is not in it.`]

const damaged =
  (path: string, advice: string) =>
  (error: unknown): never => {
    if (!(error instanceof DamagedBackupError)) throw error
    throw new CommandError(`${path} is damaged: ${error.message}. ${advice}`, exitCodes.failed, { code: 'damaged' })
  }

const FILE = '/var/backups/purser/purser-20261126T031500Z.backup'

export const backupCommand = commandWithActions(
  {
    create: {
      summary: 'Back up the database while the service runs.',
      usage: 'purser backup create [FILE or FOLDER or -]',
      details: `It writes one file with everything that was stored before it began. Without a name, the file is in the current folder and named after
the moment. - stands for standard output; what the command says is then on standard error. The master key is not in it.`,
      examples: ['purser backup create /var/backups/purser'],
      words: ['[FILE or FOLDER or -]'],
      run: runs.create,
    },
    check: {
      summary: 'Check that a backup is whole.',
      usage: 'purser backup check FILE',
      details: `It reads all of a backup without a database and, where there is a master key, opens it with the key. The exit code is 1 if anything
is damaged.`,
      examples: [`purser backup check ${FILE}`],
      words: ['FILE'],
      run: runs.check,
    },
    restore: {
      summary: 'Restore a backup into an empty database.',
      usage: 'purser backup restore FILE',
      details: `It needs an empty database: an empty PURSER_DATA_DIR, or a DATABASE_URL without tables of Purser. It restores everything or nothing.
The same file moves an embedded database to a served one. Tables that are distributed by Citus are refused.`,
      examples: [`purser backup restore ${FILE}`],
      words: ['FILE'],
      run: runs.restore,
    },
  },
  { details: 'See docs/guides/backups.md.' },
)
