import { type Entry, type Fields, type Kind, kinds, type Reference } from '../file/entry.ts'
import { markOf } from '../file/mark.ts'
import { isFinal } from './fixed-fields.ts'
import { type Account, idOf } from './step.ts'

/** The objects of an account, found by id and by the name of their entry. */
export class KnownObjects {
  readonly #byId = new Map<string, Fields>()
  readonly #byName = new Map<string, Fields[]>()
  readonly #byExternalId = new Map<string, Fields>()
  /** The objects that were made for an id of another account. */
  readonly #byForeignId = new Map<string, Fields>()
  readonly #madeByHand = new Set<Kind>()

  constructor(account: Account) {
    for (const kind of kinds) {
      for (const object of account[kind]) {
        this.#byId.set(idOf(object), object)
        const mark = markOf(kind, object)
        if (mark === null) this.#madeByHand.add(kind)
        else this.#add(kind, mark.name, object)
        if (mark !== null && mark.id !== null) this.#byForeignId.set(mark.id, object)
        if (kind === 'agents') this.#byExternalId.set(String(object['externalId']), object)
      }
    }
  }

  #add(kind: Kind, name: string, object: Fields): void {
    const same = this.#byName.get(`${kind} ${name}`) ?? []
    this.#byName.set(`${kind} ${name}`, [...same, object])
  }

  withId = (id: string): Fields | undefined => this.#byId.get(id) ?? this.#byForeignId.get(id)

  /**
   * Whether an id that this account does not have is that of another account. Where something was made by hand, the id is more likely to be
   * a mistake, and to make the object anew would leave two of them.
   */
  mayBeForeign = (kind: Kind): boolean => !this.#madeByHand.has(kind)

  withExternalId = (id: string): Fields | undefined => this.#byExternalId.get(id)

  /**
   * The objects that have the name of an entry: one, or several where somebody has copied the name. A closed card or a disabled agent
   * counts only where no other object has the name.
   */
  named(kind: Kind, name: string): readonly Fields[] {
    const all = this.#byName.get(`${kind} ${name}`) ?? []
    const open = all.filter((object) => !isFinal(kind, object))
    return open.length > 0 ? open : all.slice(0, 1)
  }

  /** The object of an entry: that of its id, else the one that has its name. */
  of({ kind, name, id }: Pick<Entry, 'kind' | 'name' | 'id'>): Fields | undefined {
    return id === null ? this.named(kind, name)[0] : this.withId(id)
  }

  /** The id that a reference to another object means. Null: that object is still to be made, or there is none. */
  idOf(reference: Reference, entries: ReadonlyMap<string, Entry>, kind: Kind): string | null {
    if ('id' in reference) return reference.id
    const entry = entries.get(`${kind} ${reference.entry}`)
    const object = entry && this.of(entry)
    return object === undefined ? null : idOf(object)
  }
}
