import type { PersonRole } from '../../contract/resources/people.ts'
import { isLoopback } from './loopback.ts'
import { option } from './option-row.ts'
import { integer, onOrOff, type OptionType, path, text, trueOrFalse } from './option-types.ts'

/** A role that a group of the provider gives. */
export interface GroupRole {
  readonly group: string
  readonly role: PersonRole
}

/** The provider's issuer URL, as its discovery document names it. */
const providerIssuer: OptionType<string> = {
  expects: 'an https URL without query and fragment (http on this machine, with PURSER_ALLOW_LOCAL_OIDC=true)',
  parse: (value) => {
    const url = URL.parse(value)
    if (url === null || /[?#]/.test(value) || url.username !== '' || url.password !== '') return undefined
    const isLocal = url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
    return url.protocol === 'https:' || isLocal ? value : undefined
  },
}

/** A group may be the name of an entry in a directory, with commas and equals signs of its own: a role and a comma end it. */
const GROUP_ROLE = /\s*(\S(?:.*?\S)??)\s*=\s*(owner|admin|approver|viewer)\s*(?:,|$)/y

const groupRoles: OptionType<readonly GroupRole[]> = {
  expects: 'group=role, ... with the roles owner, admin, approver and viewer',
  parse: (value) => {
    const pattern = new RegExp(GROUP_ROLE)
    const found: GroupRole[] = []
    while (pattern.lastIndex < value.length) {
      const [, group, role] = pattern.exec(value) ?? []
      if (group === undefined) return undefined
      found.push({ group, role: role as PersonRole })
    }
    return found.length === 0 ? undefined : found
  },
}

/** How people sign in. */
export const signInOptions = {
  passwordSignIn: option({
    env: 'PURSER_PASSWORD_SIGN_IN',
    flag: 'password-sign-in',
    type: onOrOff,
    default: true,
    description:
      'off: passwords, passkeys, links for a new password and invitations of the dashboard let nobody in. The provider and ' +
      '`purser people invite` do.',
    example: 'off',
  }),
  oidcIssuer: option({
    env: 'PURSER_OIDC_ISSUER',
    flag: 'oidc-issuer',
    type: providerIssuer,
    default: null,
    description:
      "The company's sign-in provider (OpenID Connect), as it names itself. Goes with PURSER_OIDC_CLIENT_ID, PURSER_OIDC_ROLES and " +
      'PURSER_PUBLIC_URL, whose /sign-in/return is the redirect URI there. Absent: people sign in by Purser alone.',
    example: 'https://login.example.com/realms/company',
  }),
  oidcClientId: option({
    env: 'PURSER_OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    type: text('a client id', /^[\x21-\x7e]{1,255}$/),
    default: null,
    description: 'Of Purser at the provider.',
    example: 'purser',
  }),
  oidcClientSecret: option({
    env: 'PURSER_OIDC_CLIENT_SECRET',
    type: text('a client secret', /^[\x20-\x7e]{1,1024}$/),
    default: null,
    description: 'Of Purser at the provider. Absent: Purser is a public client there, by PKCE alone.',
    example: 'k3yQ0rT7vW1xZ9bN4mC6',
    secret: true,
  }),
  oidcClientSecretFile: option({
    env: 'PURSER_OIDC_CLIENT_SECRET_FILE',
    flag: 'oidc-client-secret-file',
    type: path,
    default: null,
    description: 'A file with that secret. Instead of PURSER_OIDC_CLIENT_SECRET.',
    example: '/run/secrets/purser-oidc-client-secret',
  }),
  oidcRoles: option({
    env: 'PURSER_OIDC_ROLES',
    flag: 'oidc-roles',
    type: groupRoles,
    default: null,
    description:
      "Which of the provider's groups gives which role: of several the highest. Nobody is an owner whose group is not named here as one.",
    example: 'finance-leads=owner, finance=approver, everyone=viewer',
  }),
  oidcName: option({
    env: 'PURSER_OIDC_NAME',
    flag: 'oidc-name',
    type: text('a name of at most 60 characters', /^\S.{0,59}$/u),
    default: 'your company account',
    description: 'What the button at the sign-in calls the provider.',
    example: 'Example Corp',
  }),
  oidcGroupsClaim: option({
    env: 'PURSER_OIDC_GROUPS_CLAIM',
    flag: 'oidc-groups-claim',
    type: text('the name of a claim', /^\S{1,255}$/),
    default: 'groups',
    description: 'The claim in which the provider names the groups of a person.',
    example: 'https://example.com/groups',
  }),
  oidcScopes: option({
    env: 'PURSER_OIDC_SCOPES',
    flag: 'oidc-scopes',
    type: text(
      'scopes with openid among them, parted by spaces',
      /^(?:[\x21\x23-\x5b\x5d-\x7e]+ )*openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    ),
    default: 'openid email profile',
    description: 'What the provider is asked for. Some name groups only where they are asked for `groups`.',
    example: 'openid email profile groups',
  }),
  oidcAccount: option({
    env: 'PURSER_OIDC_ACCOUNT',
    flag: 'oidc-account',
    type: text('the id of an account', /^acct_[0-9a-hjkmnp-tv-z]{26}$/),
    default: null,
    description:
      'The account that people of the provider join. Absent: the only one; with more than one they join none.',
    example: 'acct_01jq8w5n3f7k2m9x4c6v8b1d0e',
  }),
  oidcTrustEmail: option({
    env: 'PURSER_OIDC_TRUST_EMAIL',
    flag: 'oidc-trust-email',
    type: trueOrFalse,
    default: false,
    description:
      'Takes the email addresses of the provider though it does not say that it has verified them, as Entra ID does of none. No address ' +
      'makes anybody another person either way.',
    example: 'true',
  }),
  oidcSessionHours: option({
    env: 'PURSER_OIDC_SESSION_HOURS',
    flag: 'oidc-session-hours',
    type: integer(1, 168),
    default: 12,
    description:
      'Hours after which a session ends that the provider has opened, used or not; without sign-in by password, any session.',
    example: '12',
  }),
  allowLocalOidc: option({
    env: 'PURSER_ALLOW_LOCAL_OIDC',
    flag: 'allow-local-oidc',
    type: trueOrFalse,
    default: false,
    description: 'Allows http: for a PURSER_OIDC_ISSUER on this machine, for development and tests.',
    example: 'true',
  }),
}
