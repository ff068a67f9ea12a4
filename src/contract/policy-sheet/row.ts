import type { ActiveHours, Limits, Window } from '../policy.ts'

/** The values of a policy's fields, by their kind. */
interface Values {
  /** An amount in minor units of the customer's currency. */
  readonly money: number
  readonly minutes: number
  readonly days: number
  readonly count: number
  readonly percent: number
  readonly 'yes-no': boolean
  readonly choice: string
  readonly list: readonly string[]
  readonly hours: ActiveHours
  /** Amounts by window. Each window cascades as a field of its own, `limits.perDay`. */
  readonly windows: Limits
}
export type Kind = keyof Values

/**
 * The direction in which a field allows more. `more`: a larger value, and most of all none. `more-than-none`: a larger value, where none is
 * 0. `less`: a smaller value, where none is 0. `off`: false, where none is false. `milder`: an earlier choice, where none is the first.
 * `further`: further entries, and most of all no list. `fewer`: fewer entries, where no list is an empty one. `longer`: longer hours, and
 * most of all none.
 */
interface Directions {
  readonly money: 'more' | 'more-than-none' | 'less'
  readonly minutes: 'more' | 'less'
  readonly days: 'more' | 'less'
  readonly count: 'more' | 'less'
  readonly percent: 'more' | 'less'
  readonly 'yes-no': 'off'
  readonly choice: 'milder'
  readonly list: 'further' | 'fewer'
  readonly hours: 'longer'
  readonly windows: 'more'
}

/** The entries of a list, by the name of the fact about a purchase that they are compared with. */
export type Fact = 'mcc' | 'merchant' | 'merchantId' | 'country' | 'origin'

/** Parts that only rows of one kind have. */
interface Extras {
  readonly money: object
  readonly minutes: object
  readonly days: { readonly most: number }
  readonly count: { readonly most: number }
  readonly percent: { readonly most: number }
  readonly 'yes-no': object
  /** The choices from the mildest to the strictest, with the words that people choose from. */
  readonly choice: { readonly choices: Readonly<Record<string, string>> }
  /** `example`: an entry, for the form. */
  readonly list: { readonly of: Fact; readonly example: string }
  readonly hours: object
  readonly windows: { readonly windows: Readonly<Record<Window, WindowRow>> }
}

/** The texts about the limit of one window. */
interface WindowRow {
  readonly hint: string
  /** The description of its flag of the command line. */
  readonly flag: string
}

/** Groups of checks in an explained decision, in the order in which they are made. */
export type Topic = 'Status' | 'Money' | 'Where' | 'When' | 'Purpose' | 'Card data'

/** The parts of every row. Each is read by some reader, so none can be left out. */
interface Parts<K extends Kind> {
  /** The place of the field in the API document and in exports. A new field gets the next number. */
  readonly number: number
  /** The form of the value: its schema and its unit. */
  readonly kind: K
  /** The description in the API document. Null: that of the kind. */
  readonly description: string | null
  /** The value where no level sets the field. Null: the field then has no effect. */
  readonly default: Values[K] | null
  readonly looser: Directions[K]
  /** The name of the field for people. */
  readonly label: string
  /** The sentence for people. */
  readonly hint: string
  /** The topic and the name of the field's check in an explained decision. Null: no check has the name of the field. */
  readonly check: readonly [topic: Topic, name: string] | null
  /** The sentence for the agent that is about to spend. Null: another field's sentence, or an amount of the budget, says it. */
  readonly agents: ((value: Values[K], context: AgentContext) => string | null) | null
  /**
   * The fields of which one has to have another value than its default so that this one has an effect, with the warning's code and reason.
   * Null: it has an effect of its own.
   */
  readonly needs: { readonly fields: readonly Need[]; readonly code: string; readonly because: string } | null
  /** The warning about a value that permits nothing: 0, no entry, no day. Null: another warning is about it, or such a value is usual. */
  readonly nothing: { readonly code: string; readonly message: string } | null
  /**
   * How an agent may ask the owner for a change. `value`: it names the new value. `entry`: it names an entry to allow. `never`: the field is
   * how owners oversee agents.
   */
  readonly request: 'value' | 'entry' | 'never'
  /**
   * The change after which a declined purchase passes the check. `raise`: to the observed value. `wait-less`: to the minutes that have
   * passed. `live-longer`: to more than the card's age. `loosest`: off, or the mildest choice. `entry`: an entry added or removed. Null: no
   * single value does it, or the field declines nothing.
   */
  readonly remedy: 'raise' | 'wait-less' | 'live-longer' | 'loosest' | 'entry' | null
  /** The flag of the command line for this field. `value`: an example. Null: the flag `--policy` sets the field. */
  readonly flag: { readonly description: string; readonly value?: string } | null
}

/** Fields that switch others on. */
export type Need = 'requireIntent' | 'requireApproval' | 'newMerchant'

export type RowOf<K extends Kind> = Parts<K> & Extras[K]
export type Row = { readonly [K in Kind]: RowOf<K> }[Kind]

export type Reaction = 'flag' | 'decline' | 'freeze'

/** The values that a sentence for agents reads beside that of its own field, and the ways to write values. */
export interface AgentContext {
  readonly policy: {
    readonly onMissingIntent: Reaction
    readonly intentTolerancePercent: number
    readonly requireApproval: boolean
    readonly autoApproveBelow?: number
  }
  /** Whether the card has paid its first merchant. */
  readonly isLocked: boolean
  /** When the card expires. Null: never, or there is no card. */
  readonly expiresAt: string | null
  money(cents: number): string
  /** Writes the entries of a list that may be printed. */
  names(list: readonly string[]): string
}
