import { Type, type Static } from 'typebox'
import {
  AmountCents,
  CountryCode,
  Currency,
  CurrencyCode,
  Id,
  IdInput,
  MAX_ARRAY_ENTRIES,
  Mcc,
  MerchantId,
  MerchantName,
  PositiveAmountCents,
  SentenceText,
  Timestamp,
} from './primitives.ts'
import { Policy, ReasonLevel, limitWindows } from './policy.ts'
import {
  ExpectedOrigin,
  IntentReference,
  IntentStatus,
  MerchantOrderId,
  PurposeText,
} from './resources/intents/intent-fields.ts'
import { declineCodes, declineReasonFixers, reasonCodes } from './reasons.ts'
import { ApprovalReasons } from './resources/intents/approval-reasons.ts'
import { declaredOrderFields } from './resources/orders.ts'

/**
 * Says who can remove a decline reason: `you`, the caller, by another request; `owner`, a person who changes the policy, a limit or a
 * status; `time`, nobody, because the reason ends by itself.
 */
export const ReasonFixedBy = Type.Enum([...declineReasonFixers], {
  description:
    'Who can remove the reason: `you`, with another request; `time`, at `retryAt`; `owner`, by changing the configuration.',
})
export type ReasonFixedBy = Static<typeof ReasonFixedBy>

const Word = Type.String({ maxLength: 256 })
/** A value that a rule has compared: an amount, a name, a list of names, or yes and no. */
export const CheckedMeasure = Type.Union([
  Type.Number(),
  Word,
  Type.Array(Word, { maxItems: MAX_ARRAY_ENTRIES }),
  Type.Boolean(),
])

/** The name of a rule that decides about purchases. */
export const DecidingRuleName = Type.String({
  pattern: '^[A-Za-z.]+$',
  maxLength: 64,
  description: 'The rule, named after the field that it checks, for instance `limits.perAuth`.',
})

export const Reason = Type.Object(
  {
    code: Type.Enum([...declineCodes]),
    message: SentenceText,
    rule: DecidingRuleName,
    level: ReasonLevel,
    window: Type.Optional(Type.Enum([...limitWindows])),
    limit: Type.Optional(CheckedMeasure),
    observed: Type.Optional(CheckedMeasure),
    remedy: Type.String({ maxLength: 1000, description: 'What would remove the reason, in words for people.' }),
    add: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          'The exact value to add to the list that `rule` names, if that value differs from the observed one.',
      }),
    ),
    nearestShop: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          'The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent: none is near.',
      }),
    ),
    retryable: Type.Boolean({
      description: 'Whether the same purchase can pass later without a change of the policy.',
    }),
    retryAt: Type.Optional(Timestamp),
    fixedBy: ReasonFixedBy,
  },
  { title: 'Reason' },
)
export type Reason = Static<typeof Reason>

/** The reasons of one decision: at most one for each rule and level. */
export const DeclineReasons = Type.Array(Reason, {
  maxItems: 100,
  description:
    'The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved.',
})

export const transactionFlagNames = [
  'requiresIntent',
  'intentMatched',
  'intentMissing',
  'intentMismatch',
  'requiresApproval',
  'requiresAttestation',
  'unattested',
  'wouldLockMerchant',
  'nearLimit',
  'settlementOverIntent',
  'settlementOverAuthorized',
  'forcedCapture',
  'subscriptionMatched',
  'newMerchant',
] as const
export type TransactionFlagName = (typeof transactionFlagNames)[number]

/** Flags of a transaction that say what its issuer did. Purser's own decisions never set them. */
export const issuerTransactionFlagNames = ['standIn', 'issuerDeclined'] as const
type FactFlagName = (typeof issuerTransactionFlagNames)[number]

const raised = (description: string) => Type.Optional(Type.Boolean({ description }))
const ofDecisions = Object.fromEntries(transactionFlagNames.map((name) => [name, Type.Boolean()])) as Record<
  TransactionFlagName,
  ReturnType<typeof Type.Boolean>
>
const ofFacts = {
  standIn: raised('The issuer approved the purchase without asking Purser.'),
  issuerDeclined: raised('The issuer declined the purchase, whatever Purser decided.'),
} satisfies Record<FactFlagName, unknown>

export const TransactionFlags = Type.Object(
  { ...ofDecisions, ...ofFacts },
  {
    title: 'Flags',
    description:
      'The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true.',
  },
)
export type TransactionFlags = Static<typeof TransactionFlags>

export const DecisionTraceEntry = Type.Object(
  {
    rule: DecidingRuleName,
    code: Type.Enum([...reasonCodes]),
    passed: Type.Boolean(),
    level: ReasonLevel,
    window: Type.Optional(Type.Enum([...limitWindows])),
    limit: Type.Optional(CheckedMeasure),
    observed: Type.Optional(CheckedMeasure),
    liftedBy: Type.Optional(
      Type.String({
        ...Id,
        description:
          'The change request whose exception lifted the rule for this purchase alone. Without it the purchase had been declined.',
      }),
    ),
  },
  { title: 'TraceEntry', description: 'One rule that the decision checked, with the result.' },
)
export type DecisionTraceEntry = Static<typeof DecisionTraceEntry>
export const DecisionTrace = Type.Array(DecisionTraceEntry, {
  maxItems: 200,
  description: 'Every rule that the decision checked, in order.',
})

export const DecisionWord = Type.Enum(['approve', 'decline'])

export const MerchantInput = Type.Object(
  {
    name: Type.Optional(MerchantName),
    mcc: Type.Optional(Mcc),
    city: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    country: Type.Optional(CountryCode),
    networkId: Type.Optional(MerchantId),
  },
  { additionalProperties: false, title: 'MerchantInput' },
)
export type MerchantInput = Static<typeof MerchantInput>

export const EvaluateBody = Type.Object(
  {
    amount: PositiveAmountCents,
    customerId: Type.Optional(IdInput),
    agentId: Type.Optional(IdInput),
    cardId: Type.Optional(IdInput),
    currency: Type.Optional(
      Type.String({
        ...Currency,
        description: "The currency of `amount` as ISO 4217 code, any case. Default: the customer's.",
      }),
    ),
    merchant: Type.Optional(MerchantInput),
    assumeIntent: Type.Optional(
      Type.Boolean({
        description:
          'Whether to decide as if an intent for exactly this purchase had been declared, and approved if that is needed. The flag `requiresApproval` says whether an approval is needed. Needs `cardId`. Default: false.',
      }),
    ),
    purpose: Type.Optional(
      Type.String({
        ...PurposeText,
        description:
          'With `assumeIntent`: the purpose of the purchase. With a purpose, `purpose`, `reference`, `origin`, `merchantOrderId` and `items` are the whole declaration: what is left out the purchase does not have. Without a purpose, what is left out is not compared with earlier purchases.',
      }),
    ),
    reference: Type.Optional(
      Type.String({
        ...IntentReference,
        description: 'With `assumeIntent`: the `intentId` under which the purchase is declared.',
      }),
    ),
    origin: Type.Optional(ExpectedOrigin),
    merchantOrderId: Type.Optional(MerchantOrderId),
    items: declaredOrderFields.items,
  },
  { additionalProperties: false },
)

export type EvaluateBody = Static<typeof EvaluateBody>

const UnixMilliseconds = Type.Integer({
  minimum: 0,
  maximum: 8_640_000_000_000_000,
  description: 'The time of the last approved purchase, in Unix milliseconds. Absent: there was none yet.',
})

/** An intent that an agent has to know of before it declares or makes a similar purchase. */
export const SimilarIntent = Type.Object(
  {
    intentId: Id,
    reference: Type.Optional(IntentReference),
    amount: AmountCents,
    purpose: PurposeText,
    status: IntentStatus,
  },
  {
    title: 'SimilarIntent',
    description:
      'With `assumeIntent`: an intent for another purchase at the same shop, whose tolerance holds the amount, and which waits or was paid in the last 24 hours.',
  },
)
export type SimilarIntent = Static<typeof SimilarIntent>

/** An earlier intent at the purchase's merchant that a person has rejected, as an evaluation shows it. */
export const RejectedIntent = Type.Object(
  {
    intentId: Id,
    reference: Type.Optional(IntentReference),
    amount: AmountCents,
    purpose: PurposeText,
    at: Timestamp,
    note: Type.Optional(Type.String({ maxLength: 500 })),
  },
  {
    title: 'RejectedIntent',
    description:
      'With `assumeIntent`: the newest intent at the same shop, for as much or more, that a person has rejected within `rejectionMemoryHours` of the policy, with their note.',
  },
)
export type RejectedIntent = Static<typeof RejectedIntent>

/** A purchase that another agent of the customer has made, as an evaluation shows it. */
export const ColleaguePurchase = Type.Object(
  {
    agentName: Type.String({ maxLength: 256 }),
    amount: AmountCents,
    currency: CurrencyCode,
    at: Timestamp,
    purpose: Type.Optional(PurposeText),
  },
  {
    title: 'ColleaguePurchase',
    description:
      'With `assumeIntent`: the same purchase, which another agent of the customer has paid in the last 7 days: same shop, amount and currency, and no other items or order number where both name them.',
  },
)
export type ColleaguePurchase = Static<typeof ColleaguePurchase>

/** Earlier purchases and intents that an agent has to know of before it declares or makes a similar purchase. */
const Earlier = Type.Object(
  {
    intentId: Type.Optional(
      Type.String({ ...Id, description: 'The waiting intent of the card for the same purchase.' }),
    ),
    intentStatus: Type.Optional(Type.Enum(['pending', 'pending_approval'])),
    transactionId: Type.Optional(
      Type.String({
        ...Id,
        description:
          'The approved charge of the card for the same purchase in the last 24 hours: same merchant and amount, or by an intent that expected them.',
      }),
    ),
    paidAt: Type.Optional(Timestamp),
  },
  {
    title: 'EarlierPurchase',
    description:
      'With `assumeIntent`: the waiting intent and the approved charge of the card for the same purchase: same shop, amount and currency, and no other items, origin, order number, or reference.',
  },
)

export const Evaluation = Type.Object(
  {
    decision: DecisionWord,
    reasons: DeclineReasons,
    flags: TransactionFlags,
    context: Type.Object({
      customerId: Type.Optional(Id),
      agentId: Type.Optional(Id),
      cardId: Type.Optional(Id),
      amount: AmountCents,
      currency: CurrencyCode,
      available: Type.Optional(AmountCents),
      spendStats: Type.Object({
        totalDay: AmountCents,
        totalMonth: AmountCents,
        lastSpendAt: Type.Optional(UnixMilliseconds),
      }),
      policy: Policy,
    }),
    earlier: Type.Optional(Earlier),
    similar: Type.Optional(SimilarIntent),
    rejected: Type.Optional(RejectedIntent),
    alreadyBoughtBy: Type.Optional(ColleaguePurchase),
    approvalReasons: Type.Optional(
      Type.Array(ApprovalReasons.items, {
        ...ApprovalReasons,
        description: 'With `assumeIntent`: why a person would have to decide. Absent: nobody would have to.',
      }),
    ),
    originObstacle: Type.Optional(
      Type.Enum(['origin_required', 'origin_not_allowed'], {
        description:
          'With `assumeIntent`: why the card number would not be released for the purchase, where the policy has `allowedOrigins` or `newOrigin`. The decision of a charge does not depend on it.',
      }),
    ),
    trace: Type.Optional(DecisionTrace),
  },
  { title: 'Evaluation' },
)
export type Evaluation = Static<typeof Evaluation>
