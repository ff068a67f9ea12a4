import { type Static, Type } from 'typebox'
import { CountryCode, MerchantName, SentenceText } from '../primitives.ts'

export const ExplainMerchantBody = Type.Object(
  {
    observed: MerchantName,
    listed: MerchantName,
    city: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    country: Type.Optional(CountryCode),
  },
  { additionalProperties: false },
)

const toleranceNames = [
  'shop_word',
  'legal_form',
  'number',
  'place',
  'own_place',
  'street',
  'currency',
  'web_address',
  'glued',
  'processor',
  'short_form',
  'cut',
  'spelling',
] as const

export const MerchantExplanation = Type.Object(
  {
    matches: Type.Boolean(),
    tolerated: Type.Array(
      Type.Object({
        tolerance: Type.Enum([...toleranceNames]),
        text: Type.String({
          maxLength: 512,
          description: 'The part of the observed name that differs from the listed name.',
        }),
        why: SentenceText,
      }),
      {
        maxItems: 32,
        description: 'The differences between the two names that were ignored, in the order of the observed name.',
      },
    ),
    message: SentenceText,
    add: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          "The name to add to the policy's list so that the observed name matches. Absent: it matches already.",
      }),
    ),
  },
  { title: 'MerchantExplanation' },
)
export type MerchantExplanation = Static<typeof MerchantExplanation>
