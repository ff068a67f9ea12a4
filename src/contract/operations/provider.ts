import { declareOperation } from '../operation.ts'
import { Session } from '../resources/people.ts'
import {
  ConnectProviderBody,
  ProviderAnswerBody,
  ProviderConfirmation,
  ProviderSignIn,
  SignInMethods,
} from '../resources/provider.ts'

const tag = 'People'
const people = ['admin', 'approver', 'read'] as const

/** The operations for signing in with the company's identity provider (OpenID Connect). */
export const providerOperations = {
  getSignInWays: declareOperation({
    method: 'GET',
    path: '/sign-in',
    tag,
    summary: 'Read how people sign in',
    roles: [],
    keyless: true,
    status: 200,
    response: SignInMethods,
    errors: [],
  }),
  createProviderSignIn: declareOperation({
    method: 'POST',
    path: '/sessions/provider/options',
    tag,
    summary: "Begin to sign in at the company's provider",
    description:
      'Answers the address to which the browser goes, and sets the cookie `__Host-purser-provider`: only this browser can complete the sign-in, ' +
      'once, within ten minutes.',
    roles: [],
    keyless: true,
    takesItsTime: true,
    status: 201,
    response: ProviderSignIn,
    secret: true,
    errors: ['provider_not_set_up'],
  }),
  createProviderSession: declareOperation({
    method: 'POST',
    path: '/sessions/provider',
    tag,
    summary: "Sign in at the company's provider",
    description:
      "Takes the provider's answer, and sets the cookie of a session, as `POST /sessions` does. The session ends after `PURSER_OIDC_SESSION_HOURS`. " +
      "The person's groups set the role at each sign-in. At the first sign-in the person is created, if a group gives a role. A person whose " +
      'groups give no role any more is disabled, except the last owner.',
    roles: [],
    keyless: true,
    takesItsTime: true,
    body: ProviderAnswerBody,
    status: 201,
    response: Session,
    secret: true,
    endsSessions: true,
    errors: ['provider_sign_in_refused', 'provider_not_set_up', 'person_exists', 'last_owner'],
  }),
  createProviderConfirmation: declareOperation({
    method: 'POST',
    path: '/self/provider/options',
    tag,
    summary: 'Begin to sign in at the provider again',
    description:
      'For requests that need a password from other people, such as that for the first passkey: the person proves at the provider again who they ' +
      'are. Only for people who sign in at the provider.',
    roles: people,
    takesItsTime: true,
    status: 201,
    response: ProviderSignIn,
    secret: true,
    errors: ['person_required', 'provider_not_set_up'],
  }),
  connectProvider: declareOperation({
    method: 'POST',
    path: '/self/provider/connect',
    tag,
    summary: 'Begin to connect yourself with the provider',
    description:
      'For a person who has a password: from then on they sign in at the provider, and the password is deleted. It takes a passkey of theirs ' +
      'that confirms (`proof`) or, if there is none, their `password`.',
    roles: people,
    takesItsTime: true,
    body: ConnectProviderBody,
    bodyOptional: true,
    status: 201,
    response: ProviderSignIn,
    secret: true,
    errors: [
      'person_required',
      'provider_not_set_up',
      'person_exists',
      'sign_in_failed',
      'passkey_required',
      'passkey_refused',
    ],
  }),
  endProviderSignIn: declareOperation({
    method: 'POST',
    path: '/self/provider',
    tag,
    summary: 'Complete what was begun at the provider',
    description:
      "Takes the provider's answer, in the session that began it. Answers a `confirmation`, or connects the person: their groups then set " +
      'the role, and their other sessions end.',
    roles: people,
    takesItsTime: true,
    body: ProviderAnswerBody,
    status: 200,
    response: ProviderConfirmation,
    secret: true,
    endsSessions: true,
    errors: ['person_required', 'provider_sign_in_refused', 'provider_not_set_up', 'person_exists', 'last_owner'],
  }),
} as const
