import { Type, type Static } from 'typebox'
import { externalIssuers } from '../../issuers/names.ts'
import { Timestamp } from '../primitives.ts'

const Endpoint = Type.Object(
  {
    path: Type.String({
      maxLength: 64,
      description: "What follows the node's host in the URL that the issuer is given.",
    }),
    lastRequestAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'The minute of the last request with a good signature. Other nodes may show it about a second later. Absent: there was none yet.',
      }),
    ),
  },
  { title: 'IssuerEndpoint' },
)

const IssuerSetting = Type.Object(
  {
    name: Type.String({ maxLength: 64, description: 'A variable of the environment.' }),
    isSet: Type.Boolean({ description: 'For `PURSER_ISSUER`: whether it names this issuer.' }),
  },
  { title: 'IssuerSetting' },
)

export const IssuerConnection = Type.Object(
  {
    name: Type.Enum(externalIssuers),
    isLive: Type.Boolean({ description: 'Whether the key of this node spends real money.' }),
    settings: Type.Array(IssuerSetting, {
      maxItems: 10,
      description: 'What the operator sets to connect the issuer. Its values are never shown.',
    }),
    authorizations: Endpoint,
    events: Endpoint,
    challenges: Type.Optional(Endpoint),
  },
  { title: 'IssuerConnection' },
)
export type IssuerConnection = Static<typeof IssuerConnection>

export const IssuerConnections = Type.Object(
  {
    data: Type.Array(IssuerConnection, {
      maxItems: 10,
      description: 'Empty for other accounts than the first one, to which the keys of the operator belong.',
    }),
  },
  { title: 'IssuerConnections' },
)
