import { terminalJson, printTextToStderr, printText } from './print.ts'
import type { TerminalScreen } from './screen.ts'
import { padTextToTerminalWidth, printableText, terminalWidthOf } from './text.ts'

interface Showing {
  readonly json: boolean
  /** True: the command's answer is printed on standard error, because standard output is for something else. */
  readonly isAside?: boolean
}

/** Prints the answer of a command: as JSON for programs, as lines for people. */
export function printCommandAnswer(
  { json, isAside = false }: Showing,
  value: unknown,
  lines: () => readonly string[],
): void {
  const text = json ? terminalJson(value, 2) : lines().join('\n')
  if (isAside) printTextToStderr(text)
  else printText(text)
}

/** Every field of a resource on a line of its own, with nested fields named by their path. */
export function resourceFieldLines(resource: object, screen: TerminalScreen): string[] {
  const rows = [...pathsOf(resource, '')]
  const width = Math.max(0, ...rows.map(([path]) => terminalWidthOf(path)))
  return rows.map(([path, value]) => `${screen.paint('dim', padTextToTerminalWidth(path, width))}  ${value}`.trimEnd())
}

function* pathsOf(value: object, above: string): Generator<readonly [path: string, text: string]> {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const path = above === '' ? name : `${above}.${name}`
    const isNested = typeof member === 'object' && member !== null
    const isPlainList = Array.isArray(member) && member.every((each) => typeof each !== 'object')
    if (isPlainList) yield [printableText(path), printableText(member.join(', '))]
    else if (isNested) yield* pathsOf(member, path)
    else yield [printableText(path), printableText(typeof member === 'string' ? member : JSON.stringify(member))]
  }
}
