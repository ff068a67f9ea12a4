import { Type, type Static } from 'typebox'
import { ApiKeyRole } from './api-keys.ts'
import { mergePatchSchema } from '../patch.ts'
import { passkeyConfirmableBody, MAX_PASSKEYS, NewPasskey, PasskeyAssertion } from './passkeys.ts'
import { Id, IdInput, Timestamp } from '../primitives.ts'

/**
 * The roles of people. An owner and an admin may do what an API key with the role `admin` may, an approver what `approver` may, a viewer
 * what `read` may.
 */
export const personRoles = ['owner', 'admin', 'approver', 'viewer'] as const
export const PersonRole = Type.Enum([...personRoles])
export type PersonRole = (typeof personRoles)[number]

export const PersonStatus = Type.Enum(['active', 'disabled'])
export type PersonStatus = Static<typeof PersonStatus>

const name = Type.String({ minLength: 1, maxLength: 200 })
const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'The email address of the person, which is stored in lower case.',
})

export const MIN_PASSWORD_LENGTH = 12
const newPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: 256,
  description: 'The new password: at least 12 characters, and not one of the most common passwords.',
})
const password = Type.String({ minLength: 1, maxLength: 256 })

export const SignInMethod = Type.Enum(['password', 'provider'], {
  description:
    "How the person signs in. `provider`: at the company's sign-in provider, whose groups set the role at each sign-in. The person has no password then.",
})

/** The caller of a request: an API key or a person. */
export const CallerSelf = Type.Object(
  {
    type: Type.Enum(['key', 'person']),
    id: Id,
    name,
    role: ApiKeyRole,
    accountId: Id,
    agentId: Type.Optional(Id),
    personRole: Type.Optional(PersonRole),
    email: Type.Optional(email),
    signsInBy: Type.Optional(SignInMethod),
  },
  { title: 'Self' },
)
export type CallerSelf = Static<typeof CallerSelf>

export const Person = Type.Object(
  {
    id: Id,
    email,
    name,
    role: PersonRole,
    status: PersonStatus,
    signsInBy: SignInMethod,
    createdAt: Timestamp,
  },
  { title: 'Person' },
)
export type Person = Static<typeof Person>

export const UpdatePersonBody = passkeyConfirmableBody(
  mergePatchSchema(
    Type.Object(
      { name: Type.Optional(name), role: Type.Optional(PersonRole), status: Type.Optional(PersonStatus) },
      { additionalProperties: false },
    ),
    ['name', 'role', 'status'],
  ),
)

export const InvitationStatus = Type.Enum(['pending', 'accepted', 'revoked', 'expired'])
export type InvitationStatus = Static<typeof InvitationStatus>

const invitationFields = {
  id: Id,
  email: Type.Optional(email),
  role: PersonRole,
  status: InvitationStatus,
  madeBy: Type.Enum(['request', 'command', 'start'], {
    description:
      'What made the invitation. `request`: a person or an API key, see `createdBy`. `command`: `purser people invite`. `start`: a start of Purser, or the command that made the account, for its first owner.',
  }),
  createdBy: Type.Optional(
    Type.String({ ...Id, description: 'The id of the person or API key that made the invitation.' }),
  ),
  acceptedBy: Type.Optional(
    Type.String({ ...Id, description: 'The id of the person who joined with the invitation.' }),
  ),
  createdAt: Timestamp,
  expiresAt: Timestamp,
}
export const Invitation = Type.Object(invitationFields, { title: 'Invitation' })
export type Invitation = Static<typeof Invitation>

/** The state of an invitation that everybody with its link may see. Role and email are shown only while it can be accepted. */
export const InvitationState = Type.Object(
  {
    status: InvitationStatus,
    role: Type.Optional(PersonRole),
    email: Type.Optional(email),
    firstOwner: Type.Optional(
      Type.Boolean({
        description:
          'Whether the invitation is the link of a first owner, which ends when somebody becomes owner, or a later start of Purser makes another.',
      }),
    ),
    owners: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description:
          'The names of the present owners. Present for the role `owner`, while the invitation can be accepted.',
      }),
    ),
    expiresAt: Timestamp,
    endedAt: Type.Optional(
      Type.String({ ...Timestamp, description: 'When the invitation was accepted, was revoked or expired.' }),
    ),
  },
  { title: 'InvitationState' },
)
export type InvitationState = Static<typeof InvitationState>

const InvitationSecret = Type.String({
  pattern: '^invite_[0-9A-Za-z_-]{43}$',
  maxLength: 50,
  examples: [`invite_${'q83v'.repeat(10)}EjR`],
  description:
    'The secret of the invitation. Only this answer shows it, and the dashboard accepts it once, at `/welcome#<secret>`.',
})
export const InvitationWithSecret = Type.Object(
  {
    ...invitationFields,
    secret: InvitationSecret,
    mailed: Type.Boolean({ description: 'Whether the link of the invitation goes to the person by mail, too.' }),
  },
  { title: 'InvitationWithSecret' },
)

export const CreateInvitationBody = Type.Object(
  { email, role: PersonRole, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)
export const AcceptInvitationBody = Type.Object(
  {
    secret: Type.String({ minLength: 1, maxLength: 100 }),
    name,
    password: newPassword,
    email: Type.Optional(
      Type.String({ ...email, description: 'The email address of the person. Required if the invitation names none.' }),
    ),
    passkey: Type.Optional(NewPasskey),
  },
  { additionalProperties: false },
)

/** A password reset, with the link that an admin hands to the person. */
export const PasswordReset = Type.Object(
  {
    id: Id,
    personId: Id,
    expiresAt: Timestamp,
    secret: Type.String({
      pattern: '^reset_[0-9A-Za-z_-]{43}$',
      maxLength: 50,
      examples: [`reset_${'q83v'.repeat(10)}EjR`],
      description:
        'The secret of the password reset. Only this answer shows it, and the dashboard accepts it once, at `/reset#<secret>`.',
    }),
  },
  { title: 'PasswordReset' },
)
export const RequestPasswordResetBody = Type.Object({ email }, { additionalProperties: false })
export const PasswordResetRequested = Type.Object(
  {
    sendsMail: Type.Boolean({
      description: 'Whether this installation sends mail. The answer does not tell whether a person has that address.',
    }),
  },
  { title: 'PasswordResetRequested' },
)
export const ResetPasswordBody = Type.Object(
  {
    secret: Type.String({ minLength: 1, maxLength: 100 }),
    password: newPassword,
    keep: Type.Optional(
      Type.Array(PasskeyAssertion, {
        maxItems: MAX_PASSKEYS,
        description:
          'The signed answers of the passkeys that the person keeps, each to a challenge of its own. All other passkeys are deleted.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Session = Type.Object(
  {
    id: Id,
    personId: Id,
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    address: Type.Optional(Type.String({ maxLength: 64 })),
    userAgent: Type.Optional(Type.String({ maxLength: 256 })),
    current: Type.Boolean({ description: 'Whether the session is the one of this request.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

/** The id of an object that was ended or deleted. */
export const EndedObject = Type.Object({ id: IdInput, ended: Type.Boolean() }, { title: 'Ended' })

/** The secret of an invitation, or of a link for setting a new password. */
export const LinkSecretBody = Type.Object(
  { secret: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)

export const SignInBody = Type.Object({ email, password }, { additionalProperties: false })
export const ChangePasswordBody = Type.Object(
  { currentPassword: password, newPassword },
  { additionalProperties: false },
)
