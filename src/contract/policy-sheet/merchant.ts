import type { PolicyListEntryKind, PolicySheetRow, PolicySheetRowOf, RuleCheckTopic } from './row.ts'

/** The parts of a policy field's row in which allow lists, or block lists, differ from each other. */
interface ListOf {
  readonly number: number
  readonly of: PolicyListEntryKind
  readonly description: string
  readonly example: string
  readonly label: string
  readonly hint: string
  readonly check: readonly [topic: RuleCheckTopic, name: string]
  /** The noun for the policy list's entries in a sentence for agents: `merchant categories`. */
  readonly noun: string
  readonly flag: PolicySheetRowOf<'list'>['flag']
}

/** The row of a policy field that is an allow list: purchases outside of the list are declined. */
const allowList = ({ noun, ...own }: ListOf) =>
  ({
    kind: 'list',
    default: null,
    looser: 'further',
    agents: (list, { names }) =>
      list.length === 0 ? `No ${noun} are allowed.` : `Only these ${noun}: ${names(list)}.`,
    needs: null,
    nothing: null, // the warnings about pairs of lists are about an empty one
    request: 'entry',
    remedy: 'entry',
    ...own,
  }) satisfies PolicySheetRowOf<'list'>

/** The row of a policy field that is a block list: purchases on the list are declined. */
const blockList = ({ noun, ...own }: ListOf) =>
  ({
    kind: 'list',
    default: null,
    looser: 'fewer',
    agents: (list, { names }) => (list.length === 0 ? null : `Never these ${noun}: ${names(list)}.`),
    needs: null,
    nothing: null, // an empty block list blocks nothing
    request: 'entry',
    remedy: 'entry',
    ...own,
  }) satisfies PolicySheetRowOf<'list'>

/** The policy fields about merchants, categories, countries and sites. */
export const merchantPolicyFields = {
  allowedMerchants: allowList({
    number: 15,
    of: 'merchant',
    description: 'The names of the merchants where purchases are allowed. An empty list allows none.',
    example: 'OpenAI',
    label: 'Only these merchants',
    hint: 'Merchant names. Variants that acquirers write are recognized.',
    check: ['Where', 'Allowed merchants'],
    noun: 'merchants',
    flag: { description: 'The only merchants where purchases are allowed.', value: 'NAME,...' },
  }),
  blockedMerchants: blockList({
    number: 16,
    of: 'merchant',
    description: 'The names of the merchants where purchases are declined.',
    example: 'Steam',
    label: 'Never these merchants',
    hint: 'Merchant names. Variants that acquirers write are recognized.',
    check: ['Where', 'Blocked merchants'],
    noun: 'merchants',
    flag: null,
  }),
  allowedMccs: allowList({
    number: 13,
    of: 'mcc',
    description: 'The merchant category codes (MCC) with which purchases are allowed. An empty list allows none.',
    example: '5734',
    label: 'Only these categories',
    hint: 'Merchant category codes, four digits.',
    check: ['Where', 'Allowed categories'],
    noun: 'merchant categories',
    flag: {
      description: 'The only merchant category codes (MCC) with which purchases are allowed.',
      value: '5734,...',
    },
  }),
  blockedMccs: blockList({
    number: 14,
    of: 'mcc',
    description: 'The merchant category codes (MCC) with which purchases are declined.',
    example: '7995',
    label: 'Never these categories',
    hint: 'Merchant category codes, four digits.',
    check: ['Where', 'Blocked categories'],
    noun: 'merchant categories',
    flag: { description: 'The merchant category codes (MCC) with which purchases are declined.', value: '7995,...' },
  }),
  allowedCountries: allowList({
    number: 20,
    of: 'country',
    description:
      'The countries of merchants in which purchases are allowed, as ISO 3166-1 alpha-2 codes. An empty list allows none.',
    example: 'US',
    label: 'Only these countries',
    hint: 'Two letters, ISO 3166.',
    check: ['Where', 'Allowed countries'],
    noun: 'countries',
    flag: null,
  }),
  blockedCountries: blockList({
    number: 21,
    of: 'country',
    description: 'The countries of merchants in which purchases are declined, as ISO 3166-1 alpha-2 codes.',
    example: 'KP',
    label: 'Never these countries',
    hint: 'Two letters, ISO 3166.',
    check: ['Where', 'Blocked countries'],
    noun: 'countries',
    flag: null,
  }),
  allowedMerchantIds: allowList({
    number: 17,
    of: 'merchantId',
    description:
      "The network's ids, compared exactly, of the merchants where purchases are allowed. An empty list allows none.",
    example: '526367120885321',
    label: 'Only these merchant ids',
    hint: "The network's own ids, exactly.",
    check: ['Where', 'Allowed merchant ids'],
    noun: 'merchant ids of the network',
    flag: null,
  }),
  blockedMerchantIds: blockList({
    number: 18,
    of: 'merchantId',
    description: "The network's ids, compared exactly, of the merchants where purchases are declined.",
    example: '526367120885321',
    label: 'Never these merchant ids',
    hint: "The network's own ids, exactly.",
    check: ['Where', 'Blocked merchant ids'],
    noun: 'merchant ids of the network',
    flag: null,
  }),
  allowedOrigins: {
    number: 19,
    kind: 'list',
    of: 'origin',
    description: 'The origins of shops where an agent may enter the card number. An empty list allows none.',
    example: 'https://shop.example.com',
    default: null,
    looser: 'further',
    label: 'Only at these origins',
    hint: 'The sites where an agent may enter the card number. Without a list, the agent chooses.',
    check: ['Card data', 'Origins of shops'],
    agents: (list, { names }) =>
      list.length === 0
        ? 'No origins of shops are allowed.'
        : `The card number is entered only at: ${names(list)}. Declare the purchase with one of them.`,
    needs: null,
    nothing: {
      code: 'allow_list_empty',
      message: '`allowedOrigins` is empty: no card number is released to an agent.',
    },
    request: 'entry',
    remedy: 'entry',
    flag: {
      description: 'The only origins of shops where the card number may be entered.',
      value: 'https://shop.example,...',
    },
  },
  lockToFirstMerchant: {
    number: 22,
    kind: 'yes-no',
    description: null,
    default: false,
    looser: 'off',
    label: 'Lock to the first merchant',
    hint: 'The first approved purchase sets the merchant.',
    check: ['Where', 'Same merchant as before'],
    // The sentence does not name the merchant: the merchant chose its name itself, and readers would take it for words of the person who
    // wrote the policy.
    agents: (isOn, { isLocked }) => {
      if (!isOn) return null
      return isLocked
        ? 'The card pays only the merchant that it paid first: its `merchantLock`.'
        : 'The card pays only one merchant: the first that it pays.'
    },
    needs: null,
    nothing: null,
    request: 'value',
    remedy: 'loosest',
    flag: null,
  },
} as const satisfies Readonly<Record<string, PolicySheetRow>>
