import type { Repository } from './repository.ts'

const SNAKE_NAME = /(?:^|\/)[a-z0-9_]+\.py$/
const GENERATED = /^# Generated from /
const LONGEST_FILE_LINES = 400
const LONGEST_FUNCTION_LINES = 70
const FUNCTION = /^( *)(?:async )?def (\w+)/

/** Refuses functions and files of Python that are longer than those of TypeScript may be. */
export function pythonLengthTidyRule({ texts }: Repository): string[] {
  return [...texts].filter(([path]) => path.endsWith('.py')).flatMap(([path, text]) => problemsOf(path, text))
}

function problemsOf(path: string, text: string): string[] {
  const named = SNAKE_NAME.test(path) ? [] : [`${path}: name it in snake_case`]
  if (GENERATED.test(text)) return named
  const lines = text.trimEnd().split('\n')
  const long = functionsOf(lines).filter((each) => each.lines > LONGEST_FUNCTION_LINES)
  return [
    ...named,
    ...(lines.length > LONGEST_FILE_LINES
      ? [`${path}: ${lines.length} lines; ${LONGEST_FILE_LINES} are the most`]
      : []),
    ...long.map(({ name, start, lines: length }) => {
      return `${path}:${start}: ${name} has ${length} lines; ${LONGEST_FUNCTION_LINES} are the most`
    }),
  ]
}

/**
 * The functions of a Python file. A function ends before the next line that is not indented further, except the line that closes its
 * arguments.
 */
function functionsOf(lines: readonly string[]): { name: string; start: number; lines: number }[] {
  return lines.flatMap((line, index) => {
    const [, indent, name] = FUNCTION.exec(line) ?? []
    if (indent === undefined || name === undefined) return []
    const rest = lines.slice(index + 1)
    const next = rest.findIndex(
      (each) => each.trim() !== '' && !each.startsWith(`${indent} `) && !each.startsWith(`${indent})`),
    )
    const body = next === -1 ? rest : rest.slice(0, next)
    return [{ name, start: index + 1, lines: 1 + body.join('\n').trimEnd().split('\n').length }]
  })
}
