import { Type, type Static } from 'typebox'
import { externalIssuers } from '../../issuers/names.ts'
import { Timestamp } from '../primitives.ts'

const Endpoint = Type.Object(
  {
    path: Type.String({
      maxLength: 64,
      description: "The path of the endpoint: what follows the node's host in the URL that the issuer is given.",
    }),
    lastRequestAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'The minute of the last request of the issuer to the endpoint with a good signature. Other nodes may show it about a second later. Absent: there was no such request yet.',
      }),
    ),
  },
  { title: 'IssuerEndpoint' },
)

const IssuerSetting = Type.Object(
  {
    name: Type.String({
      maxLength: 64,
      description: 'The name of the setting, which is a variable of the environment.',
    }),
    isSet: Type.Boolean({
      description: 'Whether the setting has a value; of `PURSER_ISSUER`, whether it names this issuer.',
    }),
  },
  { title: 'IssuerSetting' },
)

export const IssuerConnection = Type.Object(
  {
    name: Type.Enum(externalIssuers),
    isLive: Type.Boolean({ description: "Whether this node's key for the issuer spends real money." }),
    settings: Type.Array(IssuerSetting, {
      maxItems: 10,
      description: 'The settings with which the operator connects the issuer. Their values are never shown.',
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
      description:
        'The issuers beside Purser. Empty for other accounts than the first one, to which the issuer keys of the operator belong.',
    }),
  },
  { title: 'IssuerConnections' },
)
