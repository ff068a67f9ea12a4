import { type FileEntry, type EntryFields, type EntryKind, entryKinds, type EntryReference } from '../file/entry.ts'
import { entryMarkOf } from '../file/mark.ts'
import { isFinalObject } from './fixed-fields.ts'
import { type AccountObjects, objectId } from './step.ts'

/** The objects of an account, which can be found by id and by the name of their `purser apply` entry. */
export class KnownObjects {
  readonly #byId = new Map<string, EntryFields>()
  readonly #byName = new Map<string, EntryFields[]>()
  readonly #byExternalId = new Map<string, EntryFields>()
  /** The objects whose entry has the id of an object of another account, by that id. */
  readonly #byForeignId = new Map<string, EntryFields>()
  readonly #madeByHand = new Set<EntryKind>()

  constructor(account: AccountObjects) {
    for (const kind of entryKinds) {
      for (const object of account[kind]) {
        this.#byId.set(objectId(object), object)
        const mark = entryMarkOf(kind, object)
        if (mark === null) this.#madeByHand.add(kind)
        else this.#add(kind, mark.name, object)
        if (mark !== null && mark.id !== null) this.#byForeignId.set(mark.id, object)
        if (kind === 'agents') this.#byExternalId.set(String(object['externalId']), object)
      }
    }
  }

  #add(kind: EntryKind, name: string, object: EntryFields): void {
    const same = this.#byName.get(`${kind} ${name}`) ?? []
    this.#byName.set(`${kind} ${name}`, [...same, object])
  }

  withId = (id: string): EntryFields | undefined => this.#byId.get(id) ?? this.#byForeignId.get(id)

  /**
   * Whether an entry's id that this account does not have may be the id of an object of another account. Where an object of the kind was
   * made by hand, the id is more likely to be a mistake, and making the object anew would leave two of them.
   */
  mayBeForeign = (kind: EntryKind): boolean => !this.#madeByHand.has(kind)

  withExternalId = (id: string): EntryFields | undefined => this.#byExternalId.get(id)

  /**
   * The objects that have the name of an entry: one, or several where somebody has copied the name. A closed card or a disabled agent
   * counts only where no other object has the name.
   */
  named(kind: EntryKind, name: string): readonly EntryFields[] {
    const all = this.#byName.get(`${kind} ${name}`) ?? []
    const open = all.filter((object) => !isFinalObject(kind, object))
    return open.length > 0 ? open : all.slice(0, 1)
  }

  /** The object of an entry: the one with the entry's id, else the one that has the entry's name. Undefined: it is still to be made. */
  of({ kind, name, id }: Pick<FileEntry, 'kind' | 'name' | 'id'>): EntryFields | undefined {
    return id === null ? this.named(kind, name)[0] : this.withId(id)
  }

  /** The id of the object that a reference names. Null: that object is still to be made, or there is none. */
  idOf(reference: EntryReference, entries: ReadonlyMap<string, FileEntry>, kind: EntryKind): string | null {
    if ('id' in reference) return reference.id
    const entry = entries.get(`${kind} ${reference.entry}`)
    const object = entry && this.of(entry)
    return object === undefined ? null : objectId(object)
  }
}
