import type { TerminalColour, TerminalScreen } from './screen.ts'
import { cutTextToTerminalWidth, padTextToTerminalWidth, printableText, terminalWidthOf } from './text.ts'

export interface TerminalTableColumn<T> {
  readonly title: string
  readonly of: (row: T) => string | number | null | undefined
  /** True: the column's texts are never cut, for instance ids that people copy. */
  readonly whole?: true
  /** True: the column is left out where the terminal is too narrow, the last optional column of the table first. */
  readonly optional?: true
  readonly right?: true
  readonly paint?: (row: T) => TerminalColour | undefined
}

const GAP = '  '
/** The least width to which a column of a table is cut, in characters. */
const LEAST = 12

/** A column of a table with the width that it got. */
interface Fitted<T> {
  readonly column: TerminalTableColumn<T>
  readonly width: number
}

/** Draws a table that fits the width. Columns are cut first, then left out. Where that is not enough, each row becomes a block of lines. */
export function terminalTableLines<T>(
  rows: readonly T[],
  columns: readonly TerminalTableColumn<T>[],
  screen: TerminalScreen,
): string[] {
  const shown = fitted(rows, columns, screen.width)
  if (shown === null) return blocks(rows, columns, screen)
  const line = (cellOf: (each: Fitted<T>) => string) => shown.map(cellOf).join(GAP).trimEnd()
  return [
    screen.paint(
      'dim',
      line(({ column: { title, right }, width }) => aligned(title.toUpperCase(), width, right)),
    ),
    ...rows.map((row) =>
      line(({ column, width }) => {
        const text = cutTextToTerminalWidth(cell(column, row), width)
        return aligned(text, width, column.right).replace(text, () => painted(column, text, row, screen))
      }),
    ),
  ]
}

const cell = <T>({ of }: TerminalTableColumn<T>, row: T): string => printableText(String(of(row) ?? ''))

const aligned = (text: string, width: number, right: true | undefined): string =>
  right ? ' '.repeat(width - terminalWidthOf(text)) + text : padTextToTerminalWidth(text, width)

/** The columns that fit the screen, with their widths. Null where the columns do not fit even when cut. */
function fitted<T>(
  rows: readonly T[],
  columns: readonly TerminalTableColumn<T>[],
  screenWidth: number,
): Fitted<T>[] | null {
  const widths = columns.map((column) =>
    Math.max(column.title.length, ...rows.map((row) => terminalWidthOf(cell(column, row)))),
  )
  const least = columns.map(({ whole }, i) => (whole ? (widths[i] ?? 0) : Math.min(LEAST, widths[i] ?? 0)))
  const room = screenWidth - GAP.length * (columns.length - 1)
  if (sum(least) > room) {
    const dropped = columns.findLastIndex(({ optional }) => optional)
    return dropped < 0 ? null : fitted(rows, columns.toSpliced(dropped, 1), screenWidth)
  }
  while (sum(widths) > room) {
    const spare = widths.map((width, i) => (width > (least[i] ?? 0) ? width : 0))
    const widest = spare.indexOf(Math.max(...spare))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return columns.map((column, i) => ({ column, width: widths[i] ?? 0 }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

function blocks<T>(rows: readonly T[], columns: readonly TerminalTableColumn<T>[], screen: TerminalScreen): string[] {
  const titles = Math.max(...columns.map(({ title }) => title.length)) + GAP.length
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : ['']),
    ...columns.map((column) => {
      const text = cell(column, row)
      const shown = column.whole ? text : cutTextToTerminalWidth(text, Math.max(LEAST, screen.width - titles))
      return `${screen.paint('dim', column.title.padEnd(titles))}${painted(column, shown, row, screen)}`.trimEnd()
    }),
  ])
}

function painted<T>({ paint }: TerminalTableColumn<T>, text: string, row: T, screen: TerminalScreen): string {
  const colour = paint?.(row)
  return colour === undefined ? text : screen.paint(colour, text)
}
