/** The kinds of objects that a file of `purser apply` describes, in the order in which they are made: each may refer to those before it. */
export const applyEntryKinds = ['customers', 'agents', 'cards', 'webhooks'] as const
export type ApplyEntryKind = (typeof applyEntryKinds)[number]

/** The name of one object for each kind of file entries, as in `the card github`. */
export const singularApplyEntryKinds: Readonly<Record<ApplyEntryKind, string>> = {
  customers: 'customer',
  agents: 'agent',
  cards: 'card',
  webhooks: 'webhook',
}

/** The fields of a customer, agent, card or webhook by name, as the API has them. */
export type ApplyEntryFields = Readonly<Record<string, unknown>>

/** How a file's entry names its customer or agent: by the full name of another entry, or by the id of an object of the account. */
export type ApplyEntryReference = { readonly entry: string } | { readonly id: string }

/** An object as the files of `purser apply` describe it. */
export interface ApplyFileEntry {
  readonly kind: ApplyEntryKind
  /** The name of the file's entry, with the project before it where the files name one: `payments/github`. */
  readonly name: string
  /** The id in the `purser apply` file, of an existing object that the entry takes over. Null: the file gives no id. */
  readonly id: string | null
  readonly customer: ApplyEntryReference | null
  readonly agent: ApplyEntryReference | null
  /**
   * The fields of the object in the `purser apply` file, as the API names them, with null for a field that is to be unset. Fields that are
   * left out stay as they are.
   */
  readonly fields: ApplyEntryFields
}
