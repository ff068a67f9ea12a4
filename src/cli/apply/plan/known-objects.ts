import {
  type ApplyFileEntry,
  type ApplyEntryFields,
  type ApplyEntryKind,
  applyEntryKinds,
  type ApplyEntryReference,
} from '../file/entry.ts'
import { applyMarkOfObject } from '../file/mark.ts'
import { isClosedOrDisabled } from './fixed-fields.ts'
import { type AccountObjects, accountObjectId } from './step.ts'

/** The objects of an account, which can be found by id and by the name of their `purser apply` entry. */
export class AccountObjectIndex {
  readonly #byId = new Map<string, ApplyEntryFields>()
  readonly #byName = new Map<string, ApplyEntryFields[]>()
  readonly #byExternalId = new Map<string, ApplyEntryFields>()
  /** The account's objects that were made for a file's entry with the id of an object of another account, by that id. */
  readonly #byForeignId = new Map<string, ApplyEntryFields>()
  readonly #madeByHand = new Set<ApplyEntryKind>()

  constructor(account: AccountObjects) {
    for (const kind of applyEntryKinds) {
      for (const object of account[kind]) {
        this.#byId.set(accountObjectId(object), object)
        const mark = applyMarkOfObject(kind, object)
        if (mark === null) this.#madeByHand.add(kind)
        else this.#add(kind, mark.name, object)
        if (mark !== null && mark.id !== null) this.#byForeignId.set(mark.id, object)
        if (kind === 'agents') this.#byExternalId.set(String(object['externalId']), object)
      }
    }
  }

  #add(kind: ApplyEntryKind, name: string, object: ApplyEntryFields): void {
    const same = this.#byName.get(`${kind} ${name}`) ?? []
    this.#byName.set(`${kind} ${name}`, [...same, object])
  }

  withId = (id: string): ApplyEntryFields | undefined => this.#byId.get(id) ?? this.#byForeignId.get(id)

  /**
   * Whether the id of a file's entry that this account does not have may be the id of an object of another account. Where an object of the
   * kind was made by hand, the id is more likely to be a mistake, and making the object anew would leave two of them.
   */
  mayBeForeign = (kind: ApplyEntryKind): boolean => !this.#madeByHand.has(kind)

  withExternalId = (id: string): ApplyEntryFields | undefined => this.#byExternalId.get(id)

  /**
   * The objects that have the name of a file's entry: one, or several where somebody has copied the name. A closed card or a disabled agent
   * counts only where no other object has the name.
   */
  named(kind: ApplyEntryKind, name: string): readonly ApplyEntryFields[] {
    const all = this.#byName.get(`${kind} ${name}`) ?? []
    const open = all.filter((object) => !isClosedOrDisabled(kind, object))
    return open.length > 0 ? open : all.slice(0, 1)
  }

  /**
   * The account's object of a file's entry: that with the entry's id, else the one that has the entry's name. Undefined: it is still to be
   * made.
   */
  of({ kind, name, id }: Pick<ApplyFileEntry, 'kind' | 'name' | 'id'>): ApplyEntryFields | undefined {
    return id === null ? this.named(kind, name)[0] : this.withId(id)
  }

  /**
   * The id of the object that a file entry's reference to a customer or an agent names. Null: that object is still to be made, or there is
   * none.
   */
  idOf(
    reference: ApplyEntryReference,
    entries: ReadonlyMap<string, ApplyFileEntry>,
    kind: ApplyEntryKind,
  ): string | null {
    if ('id' in reference) return reference.id
    const entry = entries.get(`${kind} ${reference.entry}`)
    const object = entry && this.of(entry)
    return object === undefined ? null : accountObjectId(object)
  }
}
