import type { Document, LineCounter, Node } from 'yaml'
import type { Path } from './check-value.ts'
import type { Fault } from './fault.ts'

/** One document of a file, with what it says and where it says it. */
export interface Source {
  readonly value: Readonly<Record<string, unknown>>
  /** The fault at a path of the document. `isName`: the name of the field is at fault, not its value. */
  fault(path: Path, message: string, options?: { readonly isName?: boolean }): Fault
}

/** Where things stand in the text of one document. */
export class Positions {
  readonly #file: string
  readonly #document: Document
  readonly #lines: LineCounter

  constructor(file: string, document: Document, lines: LineCounter) {
    this.#file = file
    this.#document = document
    this.#lines = lines
  }

  fault(offset: number, path: string, message: string): Fault {
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col), path, message }
  }

  /** Where the value at a path begins, or its name. Of what an alias or a merged mapping brings in: where the mapping begins that has it. */
  offsetOf(path: Path, isName: boolean): number {
    if (isName) {
      const key = this.#nameOf(path)
      if (key !== undefined) return key
    }
    for (let length = path.length; length >= 0; length -= 1) {
      const above = path.slice(0, length)
      const node = (length === 0 ? this.#document.contents : this.#document.getIn(above, true)) as
        | Node
        | null
        | undefined
      const start = node?.range?.[0]
      if (start !== undefined)
        return length === path.length ? start : (this.#nameOf(path.slice(0, length + 1)) ?? start)
    }
    return 0
  }

  /** Where the name of the last field of a path begins. */
  #nameOf(path: Path): number | undefined {
    const above = path.slice(0, -1)
    const mapping = (above.length === 0 ? this.#document.contents : this.#document.getIn(above, true)) as
      | { items?: readonly { key?: { value?: unknown; range?: readonly number[] | null } }[] }
      | null
      | undefined
    const pair = mapping?.items?.find(({ key }) => String(key?.value) === String(path.at(-1)))
    return pair?.key?.range?.[0]
  }
}
