import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml'
import { type ApplyFieldPath, applyFieldPathText } from './check-value.ts'
import type { ApplyFileFault } from './fault.ts'
import type { YamlPositions } from './source.ts'

/** The most values of one `purser apply` entry: as many as a request's body may have. A few lines of aliases can stand for billions. */
const MOST_VALUES = 20_000
/** The length of the path of an entry in a file of `purser apply`: the kind of the entry, and its name. */
const ENTRY_DEPTH = 2
/** The name of a member by which YAML merges a mapping into another one. */
const MERGE = '<<'

/**
 * Finds the parts of a YAML document that cannot be made into values: aliases of nothing or of the node that they are in, names that are no
 * texts, and entries with more values than an entry may have. It counts nodes before any alias is followed, because following them can take
 * forever.
 */
export function unexpandableYamlNodes(document: Document, positions: YamlPositions): ApplyFileFault[] {
  const walk = new Walk(positions)
  if (document.contents !== null) walk.size(document.contents, [])
  return walk.faults
}

class Walk {
  readonly faults: ApplyFileFault[] = []
  readonly #positions: YamlPositions
  /** How many nodes each YAML anchor of the file stands for. Null: they are being counted, so an alias of this anchor would never end. */
  readonly #anchors = new Map<string, number | null>()

  constructor(positions: YamlPositions) {
    this.#positions = positions
  }

  /** Counts the values that a YAML node stands for, the node itself among them. */
  size(node: unknown, path: ApplyFieldPath): number {
    const size = isAlias(node) ? this.#aliasSize(node, path) : this.#anchoredSize(node, path)
    if (path.length === ENTRY_DEPTH && size > MOST_VALUES) {
      this.faults.push(
        this.#positions.fault(this.#positions.offsetOf(path, true), applyFieldPathText(path), tooLarge(path)),
      )
    }
    return size
  }

  #aliasSize(alias: Alias, path: ApplyFieldPath): number {
    const size = this.#anchors.get(alias.source)
    if (size === undefined) return this.#refuse(alias, `There is no anchor &${alias.source} before *${alias.source}.`)
    if (size === null) return this.#refuse(alias, `*${alias.source} stands for what it is in.`)
    if (size > MOST_VALUES && path.length < ENTRY_DEPTH) {
      return this.#refuse(alias, `*${alias.source} stands for more than ${MOST_VALUES} values.`)
    }
    return size
  }

  #anchoredSize(node: unknown, path: ApplyFieldPath): number {
    const anchor = (node as { readonly anchor?: string } | null)?.anchor
    if (anchor !== undefined) this.#anchors.set(anchor, null)
    const size = this.#childSizes(node, path).reduce((sum, each) => sum + each, 1)
    if (anchor !== undefined) this.#anchors.set(anchor, size)
    return size
  }

  #childSizes(node: unknown, path: ApplyFieldPath): number[] {
    if (isSeq(node)) return node.items.map((item, index) => this.size(item, [...path, index]))
    if (!isMap(node)) return []
    return node.items.map(({ key, value }) => {
      if (isScalar(key)) return this.#anchoredSize(key, path) + this.size(value, [...path, nameOf(key)])
      return this.#refuse(key as Node, 'The name of a field must be a text.')
    })
  }

  #refuse({ range }: Pick<Node, 'range'>, message: string): number {
    this.faults.push(this.#positions.fault(range?.[0] ?? 0, '', message))
    return 1
  }
}

/** The name of a field in a YAML node. The library has a symbol for the name of a merge. */
const nameOf = ({ value }: Scalar): string => (typeof value === 'symbol' ? MERGE : String(value))

const tooLarge = (path: ApplyFieldPath): string =>
  `${applyFieldPathText(path)} has more than ${MOST_VALUES} values, once its aliases are followed.`
