import type { ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'
import { applyEntryNameOf } from '../file/mark.ts'
import { accountObjectId } from '../plan/step.ts'

const MOST = 80

/** The names that objects of one kind get in an exported file: their own names, or new ones for objects that were made by hand. */
export class ExportedEntryNames {
  readonly #kind: ApplyEntryKind
  readonly #project: string | null
  readonly #taken: Set<string>

  constructor(kind: ApplyEntryKind, objects: readonly ApplyEntryFields[], project: string | null) {
    this.#kind = kind
    this.#project = project
    this.#taken = new Set(objects.flatMap((object) => this.#given(object) ?? []))
  }

  /** The name of an object in the exported file. It must be called only once for each object, because a new name is then taken. */
  nameOf(object: ApplyEntryFields): string {
    const given = this.#given(object)
    if (given !== null) return given
    const base = shortened(wordsOf(this.#kind, object)) || accountObjectId(object)
    let name = base
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}-${count}`
    this.#taken.add(name)
    return name
  }

  #given(object: ApplyEntryFields): string | null {
    const name = applyEntryNameOf(this.#kind, object)
    return name === null || this.#project === null ? name : name.slice(this.#project.length + 1)
  }
}

/** The words of an account's object from which `purser export` makes its new name. */
function wordsOf(kind: ApplyEntryKind, object: ApplyEntryFields): string {
  const text = (field: string) => (object[field] as string | undefined) ?? ''
  switch (kind) {
    case 'customers': {
      const { business, first, last } = (object['name'] ?? {}) as Readonly<Record<string, string | undefined>>
      return business ?? ([first, last].filter(Boolean).join(' ') || (text('email').split('@')[0] ?? ''))
    }
    case 'agents':
      return text('externalId') || text('name')
    case 'cards':
      return text('label') || `card-${text('last4') || accountObjectId(object).slice(-6)}`
    default:
      return URL.canParse(text('url')) ? new URL(text('url')).hostname : ''
  }
}

/** A text in the form that names have in a file of `purser apply`: letters, digits, dots and hyphens. */
const shortened = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '') // an accent is a character of its own now
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/gu, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/gu, '')
    .slice(0, MOST)
