import type { PolicySheetRow } from './row.ts'

const reactions = {
  flag: 'Flag: approve, and mark it',
  decline: 'Decline it',
  freeze: 'Freeze: decline, and freeze the card',
} as const

const consequences = {
  flag: 'is approved and flagged',
  decline: 'is declined',
  freeze: 'is declined and freezes the card',
} as const

/** The policy fields about what an agent declares before it buys, and who approves it. */
export const peoplePolicyFields = {
  requireIntent: {
    number: 1,
    kind: 'yes-no',
    description: null,
    default: false,
    looser: 'off',
    label: 'Intent required',
    hint: 'Each purchase needs an intent.',
    check: null,
    agents: (isOn, { policy }) =>
      isOn ? `Declare an intent before each purchase: one without ${consequences[policy.onMissingIntent]}.` : null,
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: { description: 'Whether a purchase has to be declared before.' },
  },
  onMissingIntent: {
    number: 28,
    kind: 'choice',
    choices: reactions,
    description: null,
    default: 'flag',
    looser: 'milder',
    label: 'Without an intent',
    hint: 'What happens to a purchase that nobody declared.',
    check: ['Purpose', 'Intent declared'],
    agents: null, // the sentences of `requireIntent` and `newMerchant` tell agents
    needs: {
      fields: ['requireIntent', 'newMerchant'],
      code: 'missing_intent_unused',
      because: 'a purchase without an intent passes',
    },
    nothing: null,
    request: 'never',
    remedy: 'loosest',
    flag: null,
  },
  newMerchant: {
    number: 29,
    kind: 'choice',
    choices: { off: 'As any other', approve: 'A person approves it' },
    description:
      '`approve`: a person approves the first purchase of the customer at a merchant. Where `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`.',
    default: 'off',
    looser: 'milder',
    label: 'First purchase at a merchant',
    hint: 'Whether a person approves it. Without an approval it is declined, or only flagged, as without an intent.',
    check: ['Purpose', 'First purchase approved'],
    agents: (choice, { policy }) =>
      choice === 'approve'
        ? `A person approves the first purchase at a merchant: one that nobody approved ${consequences[policy.onMissingIntent]}.`
        : null,
    needs: null,
    nothing: null,
    request: 'never',
    remedy: 'loosest',
    flag: null,
  },
  newOrigin: {
    number: 34,
    kind: 'choice',
    choices: { off: 'As any other', approve: 'A person approves it' },
    description:
      '`approve`: the first purchase of the customer at an origin waits for a person, whatever `autoApproveBelow` says, and so does one that names no origin. Default: `off`.',
    default: 'off',
    looser: 'milder',
    label: 'First purchase at a site',
    hint: 'Whether a person approves the first purchase at a site, so that no card number goes to a site that nobody has seen.',
    check: null,
    agents: (choice) =>
      choice === 'approve'
        ? 'A person approves the first purchase at a site: declare each purchase with its origin.'
        : null,
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: null,
  },
  onIntentMismatch: {
    number: 27,
    kind: 'choice',
    choices: reactions,
    description: null,
    default: 'flag',
    looser: 'milder',
    label: 'Purchase differs from its intent',
    hint: 'Another merchant, or more than was declared.',
    check: ['Purpose', 'Purchase as declared'],
    agents: (reaction, { policy }) =>
      reaction === 'flag'
        ? null
        : `A purchase that differs from its declared intent ${consequences[reaction as keyof typeof consequences]}: its amount may differ by ${policy.intentTolerancePercent} %.`,
    needs: null,
    nothing: null,
    request: 'never',
    remedy: 'loosest',
    flag: null,
  },
  intentTolerancePercent: {
    number: 26,
    kind: 'percent',
    most: 1000,
    description:
      'By how many percent the amount of a purchase may differ from its intent. Default: 10. If a level sets the field, no intent may have a larger tolerance.',
    default: 10,
    looser: 'more',
    label: 'Tolerance',
    hint: 'How far the amount may differ from the intent.',
    check: null,
    agents: null, // the sentence of `onIntentMismatch` tells agents
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: null,
  },
  requireApproval: {
    number: 3,
    kind: 'yes-no',
    description: null,
    default: false,
    looser: 'off',
    label: 'A person approves',
    hint: 'Intents wait until a person approves them.',
    check: null,
    agents: (isOn, { policy }) => (isOn && !policy.autoApproveBelow ? 'A person approves every intent.' : null),
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: { description: 'Whether a person has to approve declared purchases.' },
  },
  autoApproveBelow: {
    number: 4,
    kind: 'money',
    description: null,
    default: null,
    looser: 'more-than-none',
    label: 'No approval needed below',
    hint: 'Smaller intents are approved at once.',
    check: null,
    agents: (cents, { policy, money }) =>
      policy.requireApproval && cents > 0
        ? `A person approves every intent of ${money(cents)} or more, and every one without an amount.`
        : null,
    needs: { fields: ['requireApproval'], code: 'auto_approve_unused', because: 'no intent waits for approval' },
    nothing: null,
    request: 'never',
    remedy: null,
    flag: { description: 'Below this amount nobody has to approve.' },
  },
  autoApprovePerDay: {
    number: 32,
    kind: 'money',
    description:
      'What is approved automatically in 24 hours stays below this amount, or a person decides. It counts intents and subscriptions that `autoApproveBelow` approved, with their tolerance, on all cards of the customer, the agent or the card whose policy sets it.',
    default: null,
    looser: 'more',
    label: 'No approval needed, per day',
    hint: 'Intents that no person approves stay below it in 24 hours: of all cards beneath the level that sets it.',
    check: null,
    agents: (cents, { policy, money }) =>
      policy.requireApproval && policy.autoApproveBelow
        ? `A person approves every intent with which the ones that nobody approved would come to ${money(cents)} or more in 24 hours.`
        : null,
    needs: {
      fields: ['autoApproveBelow'],
      code: 'auto_approve_per_day_unused',
      because: 'nothing is approved automatically',
    },
    nothing: null, // then a person approves everything, as without `autoApproveBelow`
    request: 'never',
    remedy: null,
    flag: { description: 'Below this sum in 24 hours nobody has to approve.' },
  },
  rejectionMemoryHours: {
    number: 33,
    kind: 'count',
    most: 720,
    description:
      'For how many hours a rejection is remembered: a purchase at the same shop, of at most the rejected amount and its tolerance, waits for a person whatever `autoApproveBelow` says. It asks about rejections of the whole customer, where the policy has a person approve anything at all. 0: off. Default: 24.',
    default: 24,
    looser: 'less',
    label: 'A no is remembered, in hours',
    hint: 'For so many hours after a person said no, purchases at that shop for as much or less wait for a person. 0: off.',
    check: null,
    agents: null, // `check_purchase` says it where a person has said no
    needs: {
      fields: ['requireApproval', 'newMerchant', 'newOrigin'],
      code: 'rejection_memory_unused',
      because: 'no intent waits for approval',
    },
    nothing: null, // 0 turns it off
    request: 'never',
    remedy: null,
    flag: null,
  },
  requireSeparateApprover: {
    number: 5,
    kind: 'yes-no',
    description: 'The person or key that declared an intent cannot approve it. Default: false.',
    default: false,
    looser: 'off',
    label: 'Four eyes',
    hint: 'The person or key that declared an intent cannot approve it.',
    check: null,
    agents: null, // the field is about who approves
    needs: { fields: ['requireApproval'], code: 'separate_approver_unused', because: 'no intent waits for approval' },
    nothing: null,
    request: 'never',
    remedy: null,
    flag: null,
  },
  cardPerIntent: {
    number: 31,
    kind: 'yes-no',
    description:
      'An intent that waits for its purchase gets a card for that purchase alone, and its number is the one that is released. Default: false.',
    default: false,
    looser: 'off',
    label: 'A card for each purchase',
    hint: 'Each approved intent gets a card that pays for it alone, and then closes.',
    check: null,
    agents: (isOn) =>
      isOn ? 'Each purchase has a card number of its own: name the intent when you read the number.' : null,
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: { description: 'Whether each purchase gets a card of its own.' },
  },
  requireAttestation: {
    number: 2,
    kind: 'yes-no',
    description: null,
    default: false,
    looser: 'off',
    label: 'Purpose before the number',
    hint: 'A purpose is needed to read the card number.',
    check: null,
    agents: (isOn) => (isOn ? 'Name an intent and a purpose before reading the card number.' : null),
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: null,
  },
  attestationWindowMinutes: {
    number: 7,
    kind: 'minutes',
    description: 'For how many minutes an attestation stays valid. Default: 15.',
    default: 15,
    looser: 'more',
    label: 'A purpose lasts',
    hint: 'How long the number may be read after the purpose is given.',
    check: null,
    agents: null, // the release of the number tells agents until when it may be read
    needs: null,
    nothing: null,
    request: 'never',
    remedy: null,
    flag: null,
  },
  requireCvv: {
    number: 6,
    kind: 'yes-no',
    description: 'Whether a purchase by card number needs the CVV. Default: false.',
    default: false,
    looser: 'off',
    label: 'CVV needed',
    hint: 'Purchases with the card number need it.',
    check: ['Card data', 'CVV given'],
    agents: (isOn) => (isOn ? 'A purchase by card number needs the CVV.' : null),
    needs: null,
    nothing: null,
    request: 'never',
    remedy: 'loosest',
    flag: null,
  },
} as const satisfies Readonly<Record<string, PolicySheetRow>>
