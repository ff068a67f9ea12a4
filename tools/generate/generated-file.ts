/** A generated file: its path and its text. */
export interface GeneratedFile {
  /** The path of the generated file, relative to the root of the repository. */
  readonly path: string
  readonly text: string
}

export const generatedMarkdownNotice = (source: string): string =>
  `<!-- Generated from ${source} by tools/generate.ts. Do not edit. -->\n`

/** A table in Markdown. Pipes in its cells are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export const markdownCode = (text: string): string => `\`${text}\``
