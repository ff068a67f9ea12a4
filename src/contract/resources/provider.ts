import { Type } from 'typebox'
import { PasskeyAssertion } from './passkeys.ts'
import { Timestamp } from '../primitives.ts'

/** How many minutes a sign-in at the provider may take. This is enough for everybody, even with a second factor. */
export const PROVIDER_SIGN_IN_MINUTES = 10
/** For how many minutes a confirmation at the provider is valid. The dashboard uses it at once. */
export const PROVIDER_CONFIRMATION_LIFE_MINUTES = 5

export const SignInMethods = Type.Object(
  {
    password: Type.Boolean({
      description: 'Whether people can sign in with a password or a passkey, and with a link if they have lost it.',
    }),
    provider: Type.Optional(
      Type.Object(
        { name: Type.String({ maxLength: 100 }) },
        { description: "The company's sign-in provider (OpenID Connect)." },
      ),
    ),
  },
  { title: 'SignInWays' },
)

/** A sign-in of a person that has begun at the sign-in provider. */
export const ProviderSignIn = Type.Object(
  {
    url: Type.String({
      maxLength: 8192,
      description:
        "The provider's address to which the browser goes. The provider sends the browser back to `/sign-in/return` of the dashboard.",
      examples: ['https://login.example.com/authorize?client_id=purser&response_type=code'],
    }),
    expiresAt: Timestamp,
  },
  { title: 'ProviderSignIn' },
)

export const ProviderAnswerBody = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 8192,
      description: 'The query of the address to which the provider sent the browser: everything behind the `?`.',
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Flogin.example.com'],
    }),
  },
  { additionalProperties: false },
)

export const ConnectProviderBody = Type.Object(
  {
    proof: Type.Optional(PasskeyAssertion),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "The person's password, if no passkey of theirs confirms yet.",
      }),
    ),
  },
  { additionalProperties: false },
)

export const ProviderConfirmation = Type.Object(
  {
    connected: Type.Boolean({ description: 'Whether the person signs in at the provider from now on.' }),
    confirmation: Type.Optional(
      Type.String({
        pattern: '^confirmation_[0-9A-Za-z_-]{43}$',
        maxLength: 60,
        examples: [`confirmation_${'q83v'.repeat(10)}EjR`],
        description:
          'The secret that confirms one request in place of a password, within five minutes. Only this answer shows it.',
      }),
    ),
    expiresAt: Type.Optional(Timestamp),
  },
  { title: 'ProviderConfirmation' },
)
