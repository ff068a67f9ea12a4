import { type Document, visit } from 'yaml'
import { isExact } from '../../../lib/json/inexact-number.ts'
import type { Fault } from './fault.ts'
import type { Positions } from './source.ts'

/**
 * Finds what YAML reads as a number though it was written as something else, or cannot hold: category 0742 is 742 for it, 0x1F is 31, and
 * an id of 18 digits is another id.
 */
export function changedNumbers(document: Document, positions: Positions): Fault[] {
  const faults: Fault[] = []
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'number' || node.source === undefined) return
      const why = reasonOf(node.source, node.value)
      if (why !== undefined) faults.push(positions.fault(node.range?.[0] ?? 0, '', `${node.source} ${why}`))
    },
  })
  return faults
}

function reasonOf(source: string, value: number): string | undefined {
  if (/^[-+]?0[0-9xob]/i.test(source))
    return `is the number ${value} in YAML. Write it in quotes, or without the zero before it.`
  if (!Number.isFinite(value)) return 'is no number that JSON has. Write it in quotes.'
  return isExact(source, value) ? undefined : 'is a number that would be sent as another one. Write it in quotes.'
}
