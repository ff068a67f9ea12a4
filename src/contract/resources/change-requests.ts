import { Type, type Static } from 'typebox'
import { MerchantInput } from '../decisions.ts'
import { RequestedException } from './intents/exception.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { mergePatchSchema } from '../patch.ts'
import { Limits, Policy, PolicyWarnings } from '../policy.ts'
import { policyFields, policyRowOf } from '../policy-sheet/policy-sheet.ts'
import {
  CountryCode,
  Id,
  IdInput,
  Mcc,
  MerchantId,
  MerchantName,
  NullableId,
  OriginPattern,
  PositiveAmountCents,
  Timestamp,
  AmountsCurrency,
  ShownSubjectHash,
  DecisionSubjectHash,
} from '../primitives.ts'

export const ChangeRequestStatus = Type.Enum(['pending', 'approved', 'rejected', 'expired', 'canceled'])
export type ChangeRequestStatus = Static<typeof ChangeRequestStatus>

/** How many change requests of an agent, or of a card without an agent, may be pending: a person reads every request. */
export const MAX_WAITING_CHANGE_REQUESTS = 20

/**
 * The fields of a policy that an agent may ask to have changed. Rules by which people oversee the agent are not among them. Entries of
 * lists are requested one by one, so that the other entries stay as they are when a person agrees.
 */
export const askablePolicyFields = policyFields.filter((field) => policyRowOf(field).request === 'value')

const allow = Type.Object(
  {
    merchant: Type.Optional(MerchantName),
    merchantId: Type.Optional(MerchantId),
    mcc: Type.Optional(Mcc),
    country: Type.Optional(CountryCode),
    origin: Type.Optional(OriginPattern),
  },
  {
    additionalProperties: false,
    title: 'WantedEntries',
    description:
      'Entries that the lists of the policy should allow: they are added to the allowed lists, and removed from the blocked lists.',
  },
)

export const WantedChange = Type.Object(
  {
    policy: Type.Optional(mergePatchSchema(Policy)),
    limits: Type.Optional(mergePatchSchema(Limits)),
    allow: Type.Optional(allow),
    status: Type.Optional(
      Type.Enum(['active'], {
        description: 'The wanted status: `active` unfreezes the card, or activates the paused agent.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'WantedChange',
    description: `The requested change, in the form of a PATCH. Fields of \`policy\` that can be requested: ${askablePolicyFields.map((field) => `\`${field}\``).join(', ')}.`,
  },
)
export type WantedChange = Static<typeof WantedChange>

const Purchase = Type.Object(
  { amount: PositiveAmountCents, merchant: Type.Optional(MerchantInput) },
  {
    additionalProperties: false,
    title: 'WantedPurchase',
    description: 'The purchase that the change is for, as it was evaluated, if no charge was tried.',
  },
)

const Why = Type.String({ minLength: 1, maxLength: 500, description: 'What the change is needed for.' })
const Note = Type.String({ maxLength: 500 })

export const CreateChangeRequestBody = Type.Object(
  {
    cardId: Type.Optional(IdInput),
    agentId: Type.Optional(IdInput),
    wanted: Type.Optional(WantedChange),
    once: Type.Optional(
      Type.Object(
        { intent: Type.String({ ...IdInput, description: 'The intent of the purchase.' }) },
        {
          additionalProperties: false,
          title: 'OnceForIntent',
          description:
            'Asks, instead of for a change, for an exception: the rules that would decline the purchase of this intent are lifted for it alone, up to its ceiling, once a person approves. Without `wanted`, `cardId` and `agentId`.',
        },
      ),
    ),
    why: Why,
    transactionId: Type.Optional(
      Type.String({ ...IdInput, description: 'The declined purchase that the change is for.' }),
    ),
    purchase: Type.Optional(Purchase),
    ttlMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1440,
        description: 'For how many minutes the change request waits for a person. Default 1440.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type CreateChangeRequestBody = Static<typeof CreateChangeRequestBody>

export const ApproveChangeRequestBody = Type.Object(
  { note: Type.Optional(Note), shown: ShownSubjectHash, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)
export const RejectChangeRequestBody = Type.Object(
  { note: Type.Optional(Note), shown: ShownSubjectHash },
  { additionalProperties: false },
)

const requestedBy = Type.String({
  maxLength: 64,
  description: 'Who requested the change: the id of an API key, or of a person.',
})
const decidedBy = Type.String({
  maxLength: 64,
  description: 'Who approved, rejected or canceled the change request: the id of an API key, or of a person.',
})

export const ChangeRequestField = Type.Object(
  {
    path: Type.String({ maxLength: 128, examples: ['policy.limits'] }),
    before: Type.Unknown({ description: 'The value of the field before the change. Null: the field is not set.' }),
    after: Type.Unknown({
      description: 'The value of the field after the change. Null: the field is not set any more.',
    }),
  },
  { title: 'ChangedField' },
)

const changeRequestFields = {
  level: Type.Enum(['agent', 'card'], {
    description: 'The level that the change is for: the card, or the agent itself.',
  }),
  customerId: Id,
  agentId: NullableId,
  cardId: NullableId,
  status: ChangeRequestStatus,
  wanted: WantedChange,
  once: Type.Optional(RequestedException),
  why: Why,
  transactionId: Type.Optional(Id),
  decidedBy: Type.Optional(decidedBy),
  note: Type.Optional(Note),
  expiresAt: Timestamp,
}

/** A change request as its events show it. */
export const ChangeRequestEventData = Type.Object(
  { changeRequestId: Id, ...changeRequestFields, purchase: Type.Optional(Purchase) },
  { title: 'ChangeRequestEventData' },
)

export const ChangeRequest = Type.Object(
  {
    id: Id,
    ...changeRequestFields,
    customerName: Type.Optional(Type.String({ maxLength: 401 })),
    currency: Type.Optional(AmountsCurrency),
    agentName: Type.Optional(Type.String({ maxLength: 255 })),
    cardLabel: Type.Optional(Type.String({ maxLength: 100 })),
    purchase: Type.Optional(Purchase),
    changes: Type.Array(ChangeRequestField, {
      maxItems: 100,
      description:
        'The changed fields: while the change request waits, what approving it would change now; after its approval, what that changed. Otherwise empty.',
    }),
    warnings: Type.Optional(PolicyWarnings), // not in lists of change requests
    subjectHash: DecisionSubjectHash,
    requestedBy,
    decidedAt: Type.Optional(Timestamp),
    approvalUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 512,
        description:
          'The page where a signed-in person decides about the change request. Present while the request waits for one.',
      }),
    ),
    createdAt: Timestamp,
  },
  { title: 'ChangeRequest' },
)
export type ChangeRequest = Static<typeof ChangeRequest>

export const changeRequestFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  status: Type.Optional(ChangeRequestStatus),
}
