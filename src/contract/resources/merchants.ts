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
        text: Type.String({ maxLength: 512, description: 'The part of the observed name.' }),
        why: SentenceText,
      }),
      { maxItems: 32, description: 'The differences that were ignored, the nearest to the name first.' },
    ),
    message: SentenceText,
    add: Type.Optional(
      Type.String({
        maxLength: 512,
        description: 'What to list so that the observed name matches. Absent if it matches already.',
      }),
    ),
  },
  { title: 'MerchantExplanation' },
)
export type MerchantExplanation = Static<typeof MerchantExplanation>
