import type { ActiveHours, Limits, LimitWindow } from '../policy.ts'

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
export type PolicyFieldKind = keyof Values

/**
 * The direction in which a policy field allows more. `more`: a larger value, and most of all no value. `more-than-none`: a larger value,
 * where no value counts as 0. `less`: a smaller value, where no value counts as the default, or as 0. `off`: false, where no value counts as false. `milder`:
 * an earlier choice, where no value counts as the first choice. `further`: further entries, and most of all no list. `fewer`: fewer
 * entries, where no list counts as an empty one. `longer`: longer hours, and most of all no hours.
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

/** The kinds of entries that a policy's lists have, named after the fact about a purchase with which an entry is compared. */
export type PolicyListEntryKind = 'mcc' | 'merchant' | 'merchantId' | 'country' | 'origin'

/** The parts of a policy field's row that only fields of one kind have. */
interface Extras {
  readonly money: object
  readonly minutes: object
  readonly days: { readonly most: number }
  readonly count: { readonly most: number }
  readonly percent: { readonly most: number }
  readonly 'yes-no': object
  /** The values that the policy field can have, from the mildest to the strictest, each with its words for people. */
  readonly choice: { readonly choices: Readonly<Record<string, string>> }
  /** `of`: the kind of entries in the policy field's list. `example`: an entry that the form for policies shows. */
  readonly list: { readonly of: PolicyListEntryKind; readonly example: string }
  readonly hours: object
  readonly windows: { readonly windows: Readonly<Record<LimitWindow, WindowRow>> }
}

/** The texts about the limit of one window, such as `perDay`. */
interface WindowRow {
  readonly hint: string
  /** The description of the command line's flag for this window's limit. */
  readonly flag: string
}

/** Groups of rules' checks in an explained decision, in the order in which they are made. */
export type RuleCheckTopic = 'Status' | 'Money' | 'Where' | 'When' | 'Purpose' | 'Card data'

/** The parts of the row of any policy field. Every part is required, because a form, the API document or a decision reads it. */
interface Parts<K extends PolicyFieldKind> {
  /** The position of the field in the API document and in exports. A new field gets the next number. */
  readonly number: number
  /** The kind of the policy field's value, which gives the value's schema and unit. */
  readonly kind: K
  /** The policy field's description in the API document. Null: the schema of the field's kind describes it. */
  readonly description: string | null
  /** The value that counts for a policy field that no level sets. Null: an unset field has no effect. */
  readonly default: Values[K] | null
  readonly looser: Directions[K]
  /** The name of the policy field for people. */
  readonly label: string
  /** The sentence that explains the policy field to people. */
  readonly hint: string
  /** The topic and the name of the policy field's check in an explained decision. Null: no check has the name of the field. */
  readonly check: readonly [topic: RuleCheckTopic, name: string] | null
  /** The sentence about the policy field for the agent that is to spend. Null: another sentence, or an amount of the budget, says it. */
  readonly agents: ((value: Values[K], context: AgentPolicySentenceContext) => string | null) | null
  /**
   * Other fields without which this field has no effect: at least one of them has to differ from its default. With the code and the reason
   * of the warning about a field without effect. Null: the field has an effect by itself.
   */
  readonly needs: {
    readonly fields: readonly PrerequisitePolicyField[]
    readonly code: string
    readonly because: string
  } | null
  /**
   * The warning about a value of the policy field that permits nothing: 0, no entry, no day. Null: another warning is about such a value,
   * or it is usual.
   */
  readonly nothing: { readonly code: string; readonly message: string } | null
  /**
   * How an agent may ask the owner for a change of the policy field. `value`: the agent names the new value. `entry`: the agent names an
   * entry to allow. `never`: owners oversee agents by this field.
   */
  readonly request: 'value' | 'entry' | 'never'
  /**
   * The change of the field after which a declined purchase passes the field's check. `raise`: to the observed value. `wait-less`: to the
   * minutes that have passed. `live-longer`: to more than the card's age. `loosest`: off, or the mildest choice. `entry`: an entry is added
   * or removed. Null: no single value lets the purchase pass, or the field declines nothing.
   */
  readonly remedy: 'raise' | 'wait-less' | 'live-longer' | 'loosest' | 'entry' | null
  /** The command line's flag for the policy field. `value`: an example. Null: the flag `--policy` sets the field. */
  readonly flag: { readonly description: string; readonly value?: string } | null
}

/** The policy fields without which some other fields have no effect. */
export type PrerequisitePolicyField =
  | 'requireIntent'
  | 'requireApproval'
  | 'autoApproveBelow'
  | 'newMerchant'
  | 'newOrigin'

export type PolicySheetRowOf<K extends PolicyFieldKind> = Parts<K> & Extras[K]
export type PolicySheetRow = { readonly [K in PolicyFieldKind]: PolicySheetRowOf<K> }[PolicyFieldKind]

export type PolicyRuleReaction = 'flag' | 'decline' | 'freeze'

/** The facts and formats that the sentence of a policy field for agents needs beside the field's own value. */
export interface AgentPolicySentenceContext {
  readonly policy: {
    readonly onMissingIntent: PolicyRuleReaction
    readonly intentTolerancePercent: number
    readonly requireApproval: boolean
    readonly autoApproveBelow?: number
  }
  /** Whether the card is locked to the first merchant that it has paid. */
  readonly isLocked: boolean
  /** When the card expires. Null: never, or there is no card. */
  readonly expiresAt: string | null
  money(cents: number): string
  /** Lists those names of a policy's list that may be printed in a sentence for agents: see `budget-rules.ts`. */
  names(list: readonly string[]): string
}
