import { Type, type Static } from 'typebox'

export const IntentStatus = Type.Enum([
  'pending_approval',
  'pending',
  'matched',
  'mismatched',
  'expired',
  'rejected',
  'canceled',
])
export type IntentStatus = Static<typeof IntentStatus>

/** The purpose of a purchase or of a number read. */
export const PurposeText = Type.String({ minLength: 1, maxLength: 500, description: 'What the purchase is for.' })

export const ExpectedOrigin = Type.String({
  pattern: '^https?://[^\\s/?#@\\\\]{1,240}$',
  maxLength: 255,
  description:
    'The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else.',
  examples: ['https://shop.example.com'],
})

/** The shop's own number of an order or a cart. */
export const MerchantOrderId = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    "The shop's number of the order or the cart, where it is known before the payment. No decision reads it.",
})

export const IntentReference = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The caller's own id of the intent, unique per card.",
})
