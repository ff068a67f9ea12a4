import { Type, type Static } from 'typebox'
import { ExpectedOrigin, IntentReference, IntentStatus, MerchantOrderId, PurposeText } from './intents/intent-fields.ts'
import { IntentException } from './intents/exception.ts'
import { declaredOrderFields } from './orders.ts'
import { ApprovalReasons } from './intents/approval-reasons.ts'
import { payabilityFields } from './intents/payable.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Policy } from '../policy.ts'
import {
  AmountCents,
  Currency,
  FreeFormObject,
  Id,
  IdInput,
  Mcc,
  MerchantName,
  NullableId,
  PositiveAmountCents,
  Timestamp,
  MAX_ARRAY_ENTRIES,
  ShownSubjectHash,
  DecisionSubjectHash,
} from '../primitives.ts'

/**
 * How many intents of a card may be `pending` or `pending_approval`. Each authorization of the card checks all of them and stores their
 * ids: with 5000 of them it would occupy the node for 12 ms and store 160 KB.
 */
export const MAX_WAITING_INTENTS = 1000
/**
 * How many intents of one agent, or of one card without an agent, may wait for a person. The person has to be able to read all of
 * them, and an agent that declares very many must not hide an important one among them.
 */
export const MAX_INTENTS_PENDING_APPROVAL = 20

/** How often one intent may be corrected. Each correction is kept, so that events and decisions from before it stay as they were. */
export const MAX_INTENT_CORRECTIONS = 20

/** The longest wait for a change of an intent, in seconds. It is shorter than the usual timeouts of HTTP clients. */
export const MAX_INTENT_WAIT_SECONDS = 55

const Decider = Type.String({
  maxLength: 64,
  description: 'Who approved or rejected the intent: the id of an API key, or of a person.',
})
const Note = Type.String({ maxLength: 500 })
const ttlMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description:
    'For how many minutes an intent that needs no approval can be used for its purchase. Default: `validMinutes`, or else 30.',
})

/** For how many minutes after its approval an intent can be used for its purchase. */
export const IntentValidMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description: 'For how many minutes after its approval the intent can be used for its purchase.',
})

const declared = {
  purpose: PurposeText,
  intentId: Type.Optional(IntentReference),
  expectedAmount: Type.Optional(PositiveAmountCents),
  expectedCurrency: Type.Optional(
    Type.String({
      ...Currency,
      description:
        "ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no purchase.",
    }),
  ),
  expectedMerchant: Type.Optional(MerchantName),
  expectedMccs: Type.Optional(Type.Array(Mcc, { maxItems: MAX_ARRAY_ENTRIES })),
  expectedOrigin: Type.Optional(ExpectedOrigin),
  merchantOrderId: Type.Optional(MerchantOrderId),
  subscriptionId: Type.Optional(
    Type.String({
      ...IdInput,
      description:
        'The active subscription of whose period the intent is the first charge. The purchase takes the period, needs no approval, and costs at most `maxAmount` of the subscription.',
    }),
  ),
  ...declaredOrderFields,
  tolerance: Type.Optional(AmountCents),
  tolerancePercent: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
  ttlMinutes: Type.Optional(ttlMinutes),
  validMinutes: Type.Optional(
    Type.Integer({
      ...IntentValidMinutes,
      description:
        'For how many minutes after its approval the intent can be used for its purchase, unless the approver says otherwise. Default: `ttlMinutes`.',
    }),
  ),
  metadata: Type.Optional(FreeFormObject),
}

const ceiling = Type.Optional(
  Type.Integer({
    ...AmountCents,
    description:
      'The most, in minor units, that the purchase of the intent may cost, with its increments. The ceiling is fixed when the intent is declared.',
  }),
)

export const CreateIntentBody = Type.Object(declared, { additionalProperties: false })
export type CreateIntentBody = Static<typeof CreateIntentBody>

/** How a purchase has ended, as its agent reports it. */
export const purchaseReportOutcomes = ['completed', 'failed', 'abandoned'] as const
/** The obstacles to a purchase that an agent may meet at a shop, such as a captcha, and report. */
export const checkoutObstacles = [
  'captcha',
  '3ds_challenge',
  'cdn_block',
  'login_required',
  'payment_declined',
  'payment_required',
  'out_of_stock',
  'price_changed',
  'page_changed',
  'covered',
  'hidden',
  'step',
  'terms',
  'language',
  'encrypts',
  'nothing_sent',
  'page_error',
  'other',
] as const

const reported = {
  outcome: Type.Enum([...purchaseReportOutcomes], {
    description:
      'How the purchase ended. `completed`: the shop has confirmed it. `failed`: it failed. `abandoned`: the agent gave up before the end.',
  }),
  obstacle: Type.Optional(
    Type.Enum([...checkoutObstacles], {
      description:
        'The obstacle to a purchase that failed or was abandoned. `cdn_block` is a refusal before the shop, `payment_required` a shop that wants a payment token (HTTP 402). A filler tells `covered`, `hidden`, `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of the checkout.',
    }),
  ),
  orderReference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "The shop's number of the order." }),
  ),
  receiptHash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      maxLength: 64,
      description: "SHA-256 of the shop's receipt, in hexadecimal.",
    }),
  ),
  note: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
}
export const ReportIntentBody = Type.Object(reported, { additionalProperties: false })
export const IntentReport = Type.Object(
  {
    ...reported,
    reportedAt: Timestamp,
    reportedBy: Type.String({
      maxLength: 64,
      description: 'Who reported how the purchase ended: the id of an API key, or of a person.',
    }),
  },
  { title: 'IntentReport' },
)

/** How many reports of an agent are counted at most: those of its newest intents. */
export const MOST_COUNTED_PURCHASE_REPORTS = 1000
/** How many shops the counts of an agent's obstacles name at most. */
const MOST_SHOPS = 100

/** Obstacles that an agent has met at the shops where it tried to buy. */
export const AgentObstacles = Type.Object(
  {
    shops: Type.Array(
      Type.Object(
        {
          merchant: Type.Union([MerchantName, Type.Null()], {
            description:
              'The merchant as the agent declared it (`expectedMerchant`). Null: the intents named no merchant.',
          }),
          reports: Type.Integer({
            minimum: 1,
            maximum: MOST_COUNTED_PURCHASE_REPORTS,
            description: 'How many purchases at the shop the agent has reported.',
          }),
          completed: Type.Integer({ minimum: 0, maximum: MOST_COUNTED_PURCHASE_REPORTS }),
          obstacles: Type.Array(
            Type.Object({
              obstacle: Type.Enum([...checkoutObstacles]),
              count: Type.Integer({ minimum: 1, maximum: MOST_COUNTED_PURCHASE_REPORTS }),
              lastAt: Timestamp,
            }),
            {
              maxItems: checkoutObstacles.length,
              description: 'The obstacles that the agent met at the shop, the most frequent first.',
            },
          ),
        },
        { title: 'ShopObstacles' },
      ),
      { maxItems: MOST_SHOPS, description: 'The shops with the most obstacles first.' },
    ),
    isPartial: Type.Boolean({
      description: `Whether the agent has more than ${MOST_COUNTED_PURCHASE_REPORTS} intents, of which the newest are counted, or more than ${MOST_SHOPS} shops.`,
    }),
  },
  { title: 'AgentObstacles' },
)
export type AgentObstacles = Static<typeof AgentObstacles>
export type IntentReport = Static<typeof IntentReport>

export const IntentMatchResult = Type.Object(
  {
    amountMatch: Type.Boolean(),
    merchantMatch: Type.Boolean(),
    mccMatch: Type.Boolean(),
    currencyMatch: Type.Boolean(),
    actualAmount: AmountCents,
    actualMerchant: Type.Union([MerchantName, Type.Null()]),
  },
  { title: 'MatchResult' },
)
export type IntentMatchResult = Static<typeof IntentMatchResult>

/** The names of an intent's customer, agent and card at the time of the answer. */
const names = {
  customerName: Type.Optional(
    Type.String({
      maxLength: 401,
      description:
        'The name of the customer: the business, or the first and last name. Absent: the customer has no name.',
    }),
  ),
  agentName: Type.Optional(
    Type.String({ maxLength: 255, description: 'The name of the agent of the card. Absent: the card has no agent.' }),
  ),
  cardLabel: Type.Optional(
    Type.String({ maxLength: 100, description: 'The label of the card. Absent: the card has none.' }),
  ),
}

/** The fields of an approval that was taken back before a purchase matched the intent. */
export const approvalRevocationFields = {
  revokedBy: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Who took back the approval: the id of an API key, or of a person. Absent if nobody did.',
    }),
  ),
  revokedAt: Type.Optional(Timestamp),
  revocationReason: Type.Optional(Note),
}

export const Intent = Type.Object(
  {
    id: Id,
    customerId: Id,
    agentId: NullableId,
    cardId: Id,
    oneTimeCardId: Type.Optional(
      Type.String({ ...Id, description: 'The card that was made for this purchase alone. Absent: `cardId` pays.' }),
    ),
    ...names,
    status: IntentStatus,
    ...declared,
    ttlMinutes,
    ceiling,
    exception: Type.Optional(IntentException),
    requiresApproval: Type.Boolean(),
    approvalReasons: Type.Optional(ApprovalReasons),
    subjectHash: DecisionSubjectHash,
    approvedBy: Type.Optional(Decider),
    approvedAt: Type.Optional(Timestamp),
    rejectedBy: Type.Optional(Decider),
    rejectedAt: Type.Optional(Timestamp),
    rejectionReason: Type.Optional(Note),
    decisionNote: Type.Optional(
      Type.String({ ...Note, description: 'The note of the person or API key that approved or rejected the intent.' }),
    ),
    approvalUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 512,
        description:
          'The page where a signed-in person decides about the intent. Present while the intent waits for one.',
      }),
    ),
    canceledAt: Type.Optional(Timestamp),
    ...approvalRevocationFields,
    matchedAt: Type.Optional(Timestamp),
    mismatchedAt: Type.Optional(Timestamp),
    transactionId: Type.Optional(Id),
    matchResult: Type.Optional(IntentMatchResult),
    report: Type.Optional(IntentReport),
    corrections: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_INTENT_CORRECTIONS,
        description: 'How often the declaration of the intent was corrected. Absent: never.',
      }),
    ),
    correctedAt: Type.Optional(
      Type.String({ ...Timestamp, description: 'When the declaration of the intent was last corrected.' }),
    ),
    ...payabilityFields,
    expiresAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: 'Intent' },
)
export type Intent = Static<typeof Intent>

export const ApprovalStatus = Type.Enum(['pending', 'approved', 'rejected', 'expired', 'canceled'])
export type ApprovalStatus = Static<typeof ApprovalStatus>

export const Approval = Type.Object(
  {
    id: Id,
    intentId: Id,
    cardId: Id,
    agentId: NullableId,
    customerId: Id,
    ...names,
    status: ApprovalStatus,
    subjectHash: DecisionSubjectHash,
    requestedAt: Timestamp,
    expiresAt: Type.String({
      ...Timestamp,
      description: 'The time until which somebody may decide about the intent, or might have decided.',
    }),
    validMinutes: IntentValidMinutes,
    decidedAt: Type.Optional(Timestamp),
    decidedBy: Type.Optional(Decider),
    note: Type.Optional(Note),
    ...approvalRevocationFields,
    originSeen: Type.Optional(
      Type.Boolean({
        description:
          'Whether a purchase of this customer has matched an intent with this `expectedOrigin` before. Absent if the intent names no origin.',
      }),
    ),
    subject: Type.Object(
      {
        ...declared,
        ttlMinutes,
        ceiling,
        exception: Type.Optional(IntentException),
        policy: Policy,
        approvalReasons: Type.Optional(ApprovalReasons),
      },
      {
        description:
          'What the person decides about: the declared fields, the ceiling, and the effective policy at that moment, with why it needs a person.',
      },
    ),
  },
  { title: 'Approval' },
)
export type Approval = Static<typeof Approval>

const proof = Type.Optional(PasskeyAssertion)
export const ApproveIntentBody = Type.Object(
  {
    note: Type.Optional(Note),
    validMinutes: Type.Optional(
      Type.Integer({
        ...IntentValidMinutes,
        description:
          'For how many minutes from now on the intent can be used for its purchase. Default: as the intent declares.',
      }),
    ),
    shown: ShownSubjectHash,
    proof,
  },
  { additionalProperties: false },
)
export const RejectIntentBody = Type.Object(
  { reason: Type.Optional(Note), shown: ShownSubjectHash, proof },
  { additionalProperties: false },
)

export const RevokeApprovalBody = Type.Object({ reason: Type.Optional(Note) }, { additionalProperties: false })

export const intentFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  status: Type.Optional(IntentStatus),
}
export const approvalFilters = {
  status: Type.Optional(ApprovalStatus),
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
}
