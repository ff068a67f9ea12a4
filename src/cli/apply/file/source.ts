import type { Document, LineCounter, Node } from 'yaml'
import type { ApplyFieldPath } from './check-value.ts'
import type { ApplyFileFault } from './fault.ts'

/** A YAML document of a file for `purser apply`, with its value and the positions of its fields. */
export interface YamlDocumentSource {
  readonly value: Readonly<Record<string, unknown>>
  /** Makes the fault at a path of the YAML document. `isName`: the name of the field is at fault, not its value. */
  fault(path: ApplyFieldPath, message: string, options?: { readonly isName?: boolean }): ApplyFileFault
}

/** The positions of values and names in the text of a YAML document. */
export class YamlPositions {
  readonly #file: string
  readonly #document: Document
  readonly #lines: LineCounter

  constructor(file: string, document: Document, lines: LineCounter) {
    this.#file = file
    this.#document = document
    this.#lines = lines
  }

  fault(offset: number, path: string, message: string): ApplyFileFault {
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col), path, message }
  }

  /**
   * The offset in the YAML text of the value at a path, or of its name. A value that an alias or a merged mapping brings in has the offset
   * of the mapping that uses it.
   */
  offsetOf(path: ApplyFieldPath, isName: boolean): number {
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

  /** The offset in the YAML text of the name of a path's last field. */
  #nameOf(path: ApplyFieldPath): number | undefined {
    const above = path.slice(0, -1)
    const mapping = (above.length === 0 ? this.#document.contents : this.#document.getIn(above, true)) as
      | { items?: readonly { key?: { value?: unknown; range?: readonly number[] | null } }[] }
      | null
      | undefined
    const pair = mapping?.items?.find(({ key }) => String(key?.value) === String(path.at(-1)))
    return pair?.key?.range?.[0]
  }
}
