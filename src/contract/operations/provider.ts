import { operation } from '../operation.ts'
import { Session } from '../resources/people.ts'
import {
  ConnectProviderBody,
  ProviderAnswerBody,
  ProviderConfirmation,
  ProviderSignIn,
  SignInWays,
} from '../resources/provider.ts'

const tag = 'People'
const people = ['admin', 'approver', 'read'] as const

/** The operations for signing in with the company's identity provider (OpenID Connect). */
export const providerOperations = {
  getSignInWays: operation({
    method: 'GET',
    path: '/sign-in',
    tag,
    summary: 'Read how people sign in',
    roles: [],
    keyless: true,
    status: 200,
    response: SignInWays,
    errors: [],
  }),
  createProviderSignIn: operation({
    method: 'POST',
    path: '/sessions/provider/options',
    tag,
    summary: "Begin to sign in by the company's provider",
    description:
      'Answers where the browser goes, with the cookie `__Host-purser-provider`, by which this browser alone can end what it has begun: ' +
      'once, within ten minutes.',
    roles: [],
    keyless: true,
    takesItsTime: true,
    status: 201,
    response: ProviderSignIn,
    secret: true,
    errors: ['provider_not_set_up'],
  }),
  createProviderSession: operation({
    method: 'POST',
    path: '/sessions/provider',
    tag,
    summary: "Sign in by the company's provider",
    description:
      'What the provider answered, for a cookie of a session as `POST /sessions` sets one, which ends with `PURSER_OIDC_SESSION_HOURS`. ' +
      "The person's groups say the role at each sign-in. Who comes for the first time becomes a person where a group gives a role; whose " +
      'groups give none any more is disabled, but for the last owner.',
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
  createProviderConfirmation: operation({
    method: 'POST',
    path: '/self/provider/options',
    tag,
    summary: 'Begin to sign in anew at the provider',
    description:
      'For what takes a password of others, as the first passkey does: the provider has the person show once more who they are. Of a person ' +
      'who signs in by it.',
    roles: people,
    takesItsTime: true,
    status: 201,
    response: ProviderSignIn,
    secret: true,
    errors: ['person_required', 'provider_not_set_up'],
  }),
  connectProvider: operation({
    method: 'POST',
    path: '/self/provider/connect',
    tag,
    summary: 'Begin to connect oneself with the provider',
    description:
      'Of a person who has a password: they sign in by the provider from then on, and the password is deleted. It takes a passkey of theirs ' +
      'that confirms (`proof`), or where there is none their `password`.',
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
  endProviderSignIn: operation({
    method: 'POST',
    path: '/self/provider',
    tag,
    summary: 'End what was begun at the provider',
    description:
      'What the provider answered, in the session that has begun it. Answers a `confirmation`, or connects the person: their groups say ' +
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
