import { Type, type Static } from 'typebox'

export const CustomerType = Type.Enum(['consumer', 'business'])
export const CustomerStatus = Type.Enum(['active', 'suspended'])

const namePart = () => Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
export const CustomerName = Type.Object(
  { first: namePart(), last: namePart(), business: namePart() },
  {
    additionalProperties: false,
    title: 'CustomerName',
    description: 'The name of the customer: `first` and `last` of a person, or `business`.',
  },
)
export type CustomerName = Static<typeof CustomerName>
