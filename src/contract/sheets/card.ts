import { Type } from 'typebox'
import { issuerNames } from '../../issuers/names.ts'
import {
  PostalAddress,
  CurrencyCode,
  FreeFormObject,
  Id,
  IdInput,
  MerchantName,
  NullableId,
  NullableTimestamp,
} from '../primitives.ts'
import {
  CardStatus,
  CardStatusInput,
  CardType,
  CardUsage,
  CredentialsLockedUntil,
  IssuedBy,
  CardIssuer,
  NullableLast4,
  NullableMonth,
  NullableYear,
} from './card-fields.ts'
import {
  costCenterRow,
  costCenterSet,
  resourceCreatedAtRow,
  resourceIdRow,
  levelLimitsRow,
  levelLimitsInput,
  resourceMetadataRow,
  resourceMetadataInput,
  levelPolicyRow,
  levelPolicyInput,
  levelShadowPolicyRow,
  levelShadowPolicyInput,
  statusListColumn,
} from './level-rows.ts'
import { textFieldSheetFlag } from './flags.ts'
import type { CallerSetField, ResourceSheetRow, ResourceSheet } from './row.ts'

/** The parts in common of card fields that callers set only when they create the card, such as `type`. */
const atCreation = { update: 'never', callersText: 'none', answered: 'as-sent' } as const

const owner = {
  ...atCreation,
  input: IdInput,
  default: null,
  merge: 'apart',
  file: 'own',
} as const satisfies Partial<CallerSetField>

const address = {
  input: null,
  create: 'optional',
  default: null,
  callersText: 'none',
  answered: 'as-sent',
  file: 'same',
  flags: null,
} as const satisfies Partial<CallerSetField>

/** The parts in common of card fields that callers do not set and the command line's lists do not show. */
const hidden = { set: 'never', listed: null } as const satisfies Partial<ResourceSheetRow>
/**
 * The row of a time of a card that callers do not set, such as `firstSpendAt`, which a purchase sets: the parts that all of these have in
 * common.
 */
const timeOfUse = { ...hidden, schema: NullableTimestamp, shown: 'always' } as const satisfies Partial<ResourceSheetRow>

/**
 * The fields of a card, in the order of answers. A field is added here, in a migration, in docs/contract.md, section 7, and where the
 * dashboard shows it.
 */
export const cardSheet = {
  id: resourceIdRow,
  customerId: {
    schema: NullableId,
    shown: 'always',
    stored: 'word',
    set: {
      ...owner,
      number: 1,
      create: 'required',
      flags: textFieldSheetFlag(1, 'customer', 'cust_...', 'The customer.'),
    },
    audited: 1,
    listed: { at: 7, title: 'customer', as: 'text', fit: 'optional' },
  },
  agentId: {
    schema: NullableId,
    shown: 'always',
    stored: 'word',
    set: {
      ...owner,
      number: 2,
      create: 'optional',
      flags: textFieldSheetFlag(2, 'agent', 'agt_...', 'The agent.'),
    },
    audited: 2,
    listed: { at: 6, title: 'agent', as: 'text', fit: 'optional' },
  },
  parentCardId: {
    ...hidden,
    schema: Type.String({ ...Id, description: 'A one-time card: the card on which its intent was declared.' }),
    shown: 'if-set',
    stored: 'word',
    audited: 23,
  },
  intentId: {
    ...hidden,
    schema: Type.String({ ...Id, description: 'A one-time card: the intent for whose purchase it was made.' }),
    shown: 'if-set',
    stored: 'word',
    audited: 24,
  },
  type: {
    schema: CardType,
    shown: 'always',
    stored: 'word',
    set: {
      ...atCreation,
      number: 3,
      input: null,
      create: 'optional',
      default: 'virtual',
      merge: 'replace',
      file: 'same',
      flags: textFieldSheetFlag(3, 'type', CardType.enum.join('|'), 'The type of the card [virtual].'),
    },
    audited: 3,
    listed: null,
  },
  currency: {
    ...hidden,
    schema: Type.String({
      ...CurrencyCode,
      description: "The currency of the card, which is the customer's, as ISO 4217 code.",
    }),
    shown: 'always',
    stored: 'word',
    audited: 4,
    listed: { at: 4, title: 'currency', as: 'text', fit: 'whole-or-out' },
  },
  usage: {
    schema: CardUsage,
    shown: 'always',
    stored: 'word',
    set: {
      number: 7,
      input: null,
      create: 'optional',
      update: 'keep',
      default: 'multi',
      merge: 'replace',
      callersText: 'none',
      answered: 'as-sent',
      file: 'same',
      flags: textFieldSheetFlag(
        6,
        'usage',
        CardUsage.enum.join('|'),
        'Whether the card is for one purchase, or for any number.',
      ),
    },
    audited: 5,
    listed: null,
  },
  status: {
    schema: CardStatus,
    shown: 'always',
    stored: 'word',
    set: {
      number: 6,
      input: CardStatusInput,
      create: 'optional',
      update: 'keep',
      default: 'active',
      merge: 'apart',
      callersText: 'none',
      answered: 'as-sent',
      file: 'own',
      flags: null,
    },
    audited: 18,
    listed: statusListColumn,
  },
  last4: {
    ...hidden,
    schema: NullableLast4,
    shown: 'always',
    stored: 'word',
    audited: 7,
    listed: { at: 3, title: 'last4', as: 'text', fit: 'whole' },
  },
  expMonth: { ...hidden, schema: NullableMonth, shown: 'always', stored: 'word', audited: 8 },
  expYear: { ...hidden, schema: NullableYear, shown: 'always', stored: 'word', audited: 9 },
  limits: { ...levelLimitsRow, shown: 'always', audited: 12, set: { ...levelLimitsInput, number: 8 } },
  merchantLock: {
    ...hidden,
    schema: Type.Union([MerchantName, Type.Null()]),
    shown: 'always',
    stored: 'text',
    audited: 19,
  },
  /** `expiresAt` follows from the policies and the age of the card, so audit entries do not have it. */
  expiresAt: { ...timeOfUse, stored: 'time', audited: null },
  /** The journal has every purchase, so audit entries do not have the times of a card's last and first purchase. */
  lastSpendAt: { ...timeOfUse, stored: 'otherwise', audited: null },
  firstSpendAt: { ...timeOfUse, stored: 'time', audited: null },
  singleUseConsumedAt: { ...timeOfUse, stored: 'otherwise', audited: 20 },
  credentialsLockedUntil: {
    ...hidden,
    schema: CredentialsLockedUntil,
    shown: 'if-set',
    stored: 'otherwise',
    audited: 21,
  },
  policy: { ...levelPolicyRow, audited: 10, set: { ...levelPolicyInput, number: 9 } },
  shadowPolicy: { ...levelShadowPolicyRow, audited: 11, set: { ...levelShadowPolicyInput, number: 10 } },
  label: {
    schema: Type.String({ minLength: 1, maxLength: 100, description: 'The name that people give the card.' }),
    shown: 'if-set',
    stored: 'text',
    set: {
      number: 12,
      input: null,
      create: 'optional',
      update: 'unset',
      default: null,
      merge: 'replace',
      callersText: 'whole',
      answered: 'as-sent',
      file: 'same',
      flags: textFieldSheetFlag(5, 'label', 'NAME', 'The name that people give the card.'),
    },
    audited: 13,
    listed: { at: 5, title: 'label', as: 'text', fit: 'optional' },
  },
  configuration: {
    schema: FreeFormObject,
    shown: 'if-set',
    stored: 'json',
    set: {
      number: 13,
      input: null,
      create: 'optional',
      update: 'unset',
      default: null,
      merge: 'free-form',
      callersText: 'none',
      answered: 'as-sent',
      file: 'same',
      flags: null,
    },
    audited: 14,
    listed: null,
  },
  costCenter: { ...costCenterRow, audited: 22, set: { ...costCenterSet, number: 15 } },
  metadata: { ...resourceMetadataRow, shown: 'if-set', audited: 15, set: { ...resourceMetadataInput, number: 14 } },
  billing: {
    schema: PostalAddress,
    shown: 'if-set',
    stored: 'json',
    set: { ...address, number: 11, update: 'unset', merge: 'members' },
    audited: 16,
    listed: null,
  },
  shipping: {
    schema: PostalAddress,
    shown: 'if-set',
    stored: 'json',
    set: { ...address, number: 5, update: 'never', merge: 'replace' },
    audited: 17,
    listed: null,
  },
  issuer: {
    schema: IssuedBy,
    shown: 'if-set',
    stored: 'otherwise',
    set: {
      ...atCreation,
      number: 4,
      input: CardIssuer,
      create: 'optional',
      default: null,
      merge: 'apart',
      file: 'name',
      flags: textFieldSheetFlag(4, 'issuer', issuerNames.join('|'), 'The issuer of the card.'),
    },
    audited: 6,
    listed: null,
  },
  createdAt: resourceCreatedAtRow,
} as const satisfies ResourceSheet
export type CardSheet = typeof cardSheet
