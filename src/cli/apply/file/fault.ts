import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { printableText } from '../../terminal/text.ts'

/** A fault of a file, because of which `purser apply` refuses it. */
export interface ApplyFileFault {
  readonly file: string
  /** The line and the column of the fault in the `purser apply` file, from 1. */
  readonly line: number
  readonly column: number
  /** The path of the file's field that is at fault: `cards.github.policy`. Empty for the whole file. */
  readonly path: string
  readonly message: string
}

/** How many faults of the files one error message shows. */
const MOST_SHOWN = 20

/** The error that ends `purser apply` because of faults in its files. No request was sent before. */
export function applyFileFaultsError(faults: readonly ApplyFileFault[]): CommandError {
  const lines = faults
    .slice(0, MOST_SHOWN)
    .map(({ file, line, column, message }) => printableText(`  ${file}:${line}:${column}  ${message}`))
  const more = faults.length > MOST_SHOWN ? [`  and ${faults.length - MOST_SHOWN} more`] : []
  const count = faults.length === 1 ? 'One fault' : `${faults.length} faults`
  const message = [`${count} in the files. Nothing was sent.`, ...lines, ...more].join('\n')
  return new CommandError(message, exitCodes.refused, { code: 'refused', faults })
}
