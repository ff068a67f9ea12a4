import { Type, type Static } from 'typebox'
import { PurposeText } from './intents/intent-fields.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Id, IdInput, Timestamp } from '../primitives.ts'

/** How many fillers an agent may have. */
export const MAX_FILLERS = 20
/** For how many minutes a sealed card number may be used. The filler checks the time in it. */
export const SEALED_NUMBER_LIFE_MINUTES = 10

const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 })

/** A public key. A request with a private key is refused, like one with any unknown field. */
export const FillerKey = Type.Object(
  { kty: Type.Enum(['EC', 'OKP']), crv: Type.Enum(['P-256', 'X25519']), x: Coordinate, y: Type.Optional(Coordinate) },
  {
    additionalProperties: false,
    title: 'FillerKey',
    description: 'A public key as JWK (RFC 7517): `EC` on `P-256` with `x` and `y`, or `OKP` on `X25519` with `x`.',
    examples: [{ kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' }],
  },
)
export type FillerKey = Static<typeof FillerKey>

const name = Type.String({ minLength: 1, maxLength: 200, description: 'The name that people give the filler.' })

export const Filler = Type.Object(
  { id: Id, agentId: Id, name, publicKey: FillerKey, createdAt: Timestamp },
  {
    title: 'Filler',
    description:
      'A program that enters card numbers for an agent. Only the filler can open numbers that are sealed for it.',
  },
)
export type Filler = Static<typeof Filler>

const proof = Type.Optional(PasskeyAssertion)

export const CreateFillerBody = Type.Object({ name, publicKey: FillerKey, proof }, { additionalProperties: false })

export const SealedDetailsBody = Type.Object(
  {
    sealTo: Type.String({
      ...IdInput,
      description: "The filler for which the card number is sealed. The filler must belong to the card's agent.",
    }),
    intentId: Type.Optional(IdInput),
    purpose: Type.Optional(PurposeText),
    proof,
  },
  { additionalProperties: false },
)

export const SealedDetails = Type.Object(
  {
    cardId: Id,
    sealed: Type.String({
      pattern: '^[A-Za-z0-9_-]+\\.\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
      maxLength: 4096,
      description:
        'The sealed card number: a compact JWE (RFC 7516; `ECDH-ES`, `A256GCM`) of JSON with `pan`, `exp`, `cvv`, `cardId`, `intentId`, `expectedOrigin` and `expiresAt`.',
    }),
    last4: Type.String({ pattern: '^[0-9]{4}$', maxLength: 4, description: 'Last four digits of the card number.' }),
    expiresAt: Type.String({ ...Timestamp, description: 'The time after which a filler refuses the sealed number.' }),
    accessEventId: Id,
  },
  { title: 'SealedDetails' },
)
