import type { Screen } from './screen.ts'
import { padded, printable, widthOf } from './text.ts'

/** Every field of a resource on a line of its own, with nested fields named by their path. */
export function fields(resource: object, screen: Screen): string[] {
  const rows = [...pathsOf(resource, '')]
  const width = Math.max(0, ...rows.map(([path]) => widthOf(path)))
  return rows.map(([path, value]) => `${screen.paint('dim', padded(path, width))}  ${value}`.trimEnd())
}

function* pathsOf(value: object, above: string): Generator<readonly [path: string, text: string]> {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const path = above === '' ? name : `${above}.${name}`
    const isNested = typeof member === 'object' && member !== null
    const isPlainList = Array.isArray(member) && member.every((each) => typeof each !== 'object')
    if (isPlainList) yield [printable(path), printable(member.join(', '))]
    else if (isNested) yield* pathsOf(member, path)
    else yield [printable(path), printable(typeof member === 'string' ? member : JSON.stringify(member))]
  }
}
