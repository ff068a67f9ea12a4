import { windowNames, windowWords } from './words/windows.ts'

/** How a field is entered and read. */
export type FieldKind =
  | 'money'
  | 'minutes'
  | 'days'
  | 'count'
  | 'percent'
  | 'yes-no'
  | 'reaction'
  | 'first-purchase'
  | 'list'
  | 'hours'

export interface PolicyField {
  /** As the API names it, from the policy down: `limits.perDay`. Caps stand beside the policy: `cap.perDay`. */
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly hint: string
  /** Of lists: what an entry looks like. */
  readonly example?: string
}

export interface FieldGroup {
  readonly title: string
  readonly about: string
  readonly fields: readonly PolicyField[]
}

const field = (name: string, label: string, kind: FieldKind, hint: string, example?: string): PolicyField => ({
  name,
  label,
  kind,
  hint,
  ...(example !== undefined && { example }),
})

/** An amount for each window: the limits of a policy, and the caps of a level. */
const windows = (of: 'limits' | 'cap', named: (window: string) => string, ever: string): PolicyField[] =>
  windowNames.map((window) =>
    field(`${of}.${window}`, named(windowWords(window)), 'money', window === 'total' ? ever : (counted[window] ?? '')),
  )

const counted: Readonly<Record<string, string>> = {
  perAuth: 'The most that one purchase may cost.',
  perDay: 'In the last 24 hours.',
  perWeek: 'In the last 7 days.',
  perMonth: 'In the calendar month (UTC).',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What is allowed alone, and what is blocked. */
const lists = (of: string, name: string, hint: string, [allowed, blocked]: [string, string]): PolicyField[] => [
  field(`allowed${of}`, `Only these ${name}`, 'list', hint, allowed),
  field(`blocked${of}`, `Never these ${name}`, 'list', hint, blocked),
]

/** Every field of a policy, in the order in which people ask for them. */
export const policyGroups: readonly FieldGroup[] = [
  {
    title: 'Money',
    about: 'Limits of each card. A lower level may override them.',
    fields: [
      ...windows('limits', capital, 'Over the whole life of the card.'),
      field(
        'maxAmount',
        'Largest amount',
        'money',
        'The most that one purchase may cost. The smaller of this and “per purchase” applies.',
      ),
      field(
        'maxTransactionsPerDay',
        'Purchases per day',
        'count',
        'How many purchases of a card may be approved in 24 hours.',
      ),
    ],
  },
  {
    title: 'Hard caps',
    about:
      'Limits over everything beneath this level. The caps of all levels apply, and no lower level can loosen them.',
    fields: [...windows('cap', (window) => `Cap ${window}`, 'Ever.')],
  },
  {
    title: 'Where',
    about: 'Merchants, categories and countries. An empty list of allowed entries allows nothing.',
    fields: [
      ...lists('Merchants', 'merchants', 'Merchant names. Variants that acquirers write are recognized.', [
        'OpenAI',
        'Steam',
      ]),
      ...lists('Mccs', 'categories', 'Merchant category codes, four digits.', ['5734', '7995']),
      ...lists('Countries', 'countries', 'Two letters, ISO 3166.', ['US', 'KP']),
      ...lists('MerchantIds', 'merchant ids', "The network's own ids, exactly.", [
        '526367120885321',
        '526367120885321',
      ]),
      field(
        'allowedOrigins',
        'Only at these origins',
        'list',
        'The sites where an agent may enter the card number. Without a list, the agent chooses.',
        'https://shop.example.com',
      ),
      field(
        'lockToFirstMerchant',
        'Lock to the first merchant',
        'yes-no',
        'The first approved purchase sets the merchant.',
      ),
    ],
  },
  {
    title: 'When',
    about: 'Hours, pauses, and the life of a card.',
    fields: [
      field(
        'activeHours',
        'Active hours',
        'hours',
        'Purchases at other times are declined. The hours may span midnight.',
      ),
      field('cooldownMinutes', 'Pause between purchases', 'minutes', 'After each approved purchase of a card.'),
      field(
        'duplicateWindowMinutes',
        'Duplicates within',
        'minutes',
        'A second purchase with the same merchant and amount is declined.',
      ),
      field(
        'ttlMinutes',
        'Card lives for, minutes',
        'minutes',
        'From its creation. The earlier of the two ends applies.',
      ),
      field('ttlDays', 'Card lives for, days', 'days', 'From its creation. The earlier of the two ends applies.'),
    ],
  },
  {
    title: 'People and intents',
    about: 'What an agent declares before it buys, and who approves it.',
    fields: [
      field('requireIntent', 'Intent required', 'yes-no', 'Each purchase needs an intent.'),
      field('onMissingIntent', 'Without an intent', 'reaction', 'What happens to a purchase that nobody declared.'),
      field(
        'newMerchant',
        'First purchase at a merchant',
        'first-purchase',
        'Whether a person approves it. Without an approval it is declined, or only flagged, as without an intent.',
      ),
      field(
        'onIntentMismatch',
        'Purchase differs from its intent',
        'reaction',
        'Another merchant, or more than was declared.',
      ),
      field('intentTolerancePercent', 'Tolerance', 'percent', 'How far the amount may differ from the intent.'),
      field('requireApproval', 'A person approves', 'yes-no', 'Intents wait until a person approves them.'),
      field('autoApproveBelow', 'No approval needed below', 'money', 'Smaller intents are approved at once.'),
      field(
        'requireSeparateApprover',
        'Four eyes',
        'yes-no',
        'The person or key that declared an intent cannot approve it.',
      ),
      field(
        'requireAttestation',
        'Purpose before the number',
        'yes-no',
        'A purpose is needed to read the card number.',
      ),
      field(
        'attestationWindowMinutes',
        'A purpose lasts',
        'minutes',
        'How long the number may be read after the purpose is given.',
      ),
      field('requireCvv', 'CVV needed', 'yes-no', 'Purchases with the card number need it.'),
    ],
  },
]

export const policyFields: readonly PolicyField[] = policyGroups.flatMap(({ fields }) => fields)
const byName = new Map(policyFields.map((one) => [one.name, one]))
export const fieldNamed = (name: string): PolicyField | undefined => byName.get(name)

/** Its label within a sentence: `limit per day`, `cap per day`, `pause between purchases`. */
export function inSentence({ name, label }: PolicyField): string {
  const words = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return name.startsWith('limits.') ? `limit ${words}` : words
}

/** Where a field stands in a record: `cap.perDay` in its `limits`, `limits.perDay` in those of its policy. */
export const pathOf = (name: string): readonly string[] =>
  name.startsWith('cap.') ? ['limits', name.slice(4)] : ['policy', ...name.split('.')]

/** The field at a path of the API or of the audit trail: `policy.limits.perDay`, `limits.perDay`, `policy.allowedMccs[2]`. */
export function fieldAt(path: string): PolicyField | undefined {
  const plain = path.replaceAll(/\[\d+\]/g, '')
  const name = plain.startsWith('policy.') ? plain.slice('policy.'.length) : plain.replace(/^limits\./, 'cap.')
  return byName.get(name) ?? byName.get(name.replace(/\.[^.]*$/, ''))
}

export interface Rules {
  readonly policy: Readonly<Record<string, unknown>>
  readonly limits: Readonly<Record<string, unknown>>
}

/** Its fields by name, without those that are not set. */
export function flatten({ policy, limits }: Rules): Record<string, unknown> {
  const { limits: own = {}, ...others } = policy
  const prefixed = (prefix: string, of: object) => Object.entries(of).map(([key, value]) => [`${prefix}.${key}`, value])
  return Object.fromEntries([
    ...Object.entries(others),
    ...prefixed('limits', own as object),
    ...prefixed('cap', limits),
  ])
}

export const rulesOf = (record: { policy: object; limits?: object }): Rules => ({
  policy: record.policy as Rules['policy'],
  limits: (record.limits ?? {}) as Rules['limits'],
})
