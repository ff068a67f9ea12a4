/** Matches text in which a semicolon ends no statement: comments, strings, quoted names and dollar-quoted strings. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/y

/**
 * Splits the text of a migration into its statements, each with the comments before it. They are sent one by one, because a distributed
 * database forwards the text that it received, and cannot forward a single statement of a longer text.
 */
export function migrationStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    OPAQUE.lastIndex = at
    const opaque = OPAQUE.exec(text)
    if (opaque !== null) at += opaque[0].length
    else {
      at += 1
      if (text[at - 1] !== ';') continue
      statements.push(text.slice(start, at))
      start = at
    }
  }
  return [...statements, text.slice(start)].filter((statement) => !isEmpty(statement))
}

const isEmpty = (statement: string): boolean => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === ''
