import type { TerminalScreen } from './screen.ts'
import { padToWidth, printableText, terminalWidthOf } from './text.ts'

/** Every field of a resource on a line of its own, with nested fields named by their path. */
export function resourceFieldLines(resource: object, screen: TerminalScreen): string[] {
  const rows = [...pathsOf(resource, '')]
  const width = Math.max(0, ...rows.map(([path]) => terminalWidthOf(path)))
  return rows.map(([path, value]) => `${screen.paint('dim', padToWidth(path, width))}  ${value}`.trimEnd())
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
