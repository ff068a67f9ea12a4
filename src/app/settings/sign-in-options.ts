import type { PersonRole } from '../../contract/resources/people.ts'
import { isLoopback } from '../../lib/network/loopback.ts'
import { secretFileOption, settingOption } from '../../lib/settings/option-row.ts'
import {
  integerOption,
  onOrOffOption,
  type SettingOptionType,
  textOption,
  booleanOption,
} from '../../lib/settings/option-types.ts'

/** A role in Purser that the members of a group at the sign-in provider get. */
export interface ProviderGroupRole {
  readonly group: string
  readonly role: PersonRole
}

/** The type of the setting with the issuer URL of a sign-in provider, as the provider's discovery document names it. */
const providerIssuer: SettingOptionType<string> = {
  expects: 'an https URL without query and fragment (http on this machine, with PURSER_ALLOW_LOCAL_OIDC=true)',
  parse: (value) => {
    const url = URL.parse(value)
    if (url === null || /[?#]/.test(value) || url.username !== '' || url.password !== '') return undefined
    const isLocal = url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
    return url.protocol === 'https:' || isLocal ? value : undefined
  },
}

/**
 * Matches one group of the sign-in provider with its role. A group may be the name of an entry in a directory, with commas and equals signs
 * of its own, so its name ends only where a role and a comma follow.
 */
const GROUP_ROLE = /\s*(\S(?:.*?\S)??)\s*=\s*(owner|admin|approver|viewer)\s*(?:,|$)/y

const groupRoles: SettingOptionType<readonly ProviderGroupRole[]> = {
  expects: 'group=role, ... with the roles owner, admin, approver and viewer',
  parse: (value) => {
    const pattern = new RegExp(GROUP_ROLE)
    const found: ProviderGroupRole[] = []
    while (pattern.lastIndex < value.length) {
      const [, group, role] = pattern.exec(value) ?? []
      if (group === undefined) return undefined
      found.push({ group, role: role as PersonRole })
    }
    return found.length === 0 ? undefined : found
  },
}

/** Settings of how people sign in. */
export const signInOptions = {
  passwordSignIn: settingOption({
    env: 'PURSER_PASSWORD_SIGN_IN',
    flag: 'password-sign-in',
    type: onOrOffOption,
    default: true,
    description:
      'off: nobody can sign in with a password or a passkey, a link for a new password, or an invitation of the dashboard. People sign in at ' +
      'the provider, or with an invitation of `purser people invite`.',
    example: 'off',
  }),
  oidcIssuer: settingOption({
    env: 'PURSER_OIDC_ISSUER',
    flag: 'oidc-issuer',
    type: providerIssuer,
    default: null,
    description:
      "The issuer URL of the company's sign-in provider (OpenID Connect). It needs PURSER_OIDC_CLIENT_ID, PURSER_OIDC_ROLES and " +
      'PURSER_PUBLIC_URL. The redirect URI at the provider is /sign-in/return below that URL. Absent: people sign in at Purser alone.',
    example: 'https://login.example.com/realms/company',
  }),
  oidcClientId: settingOption({
    env: 'PURSER_OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    type: textOption('a client id', /^[\x21-\x7e]{1,255}$/),
    default: null,
    description: "Purser's client id at the provider.",
    example: 'purser',
  }),
  oidcClientSecret: settingOption({
    env: 'PURSER_OIDC_CLIENT_SECRET',
    type: textOption('a client secret', /^[\x20-\x7e]{1,1024}$/),
    default: null,
    description: "Purser's client secret at the provider. Absent: Purser is a public client there, with PKCE alone.",
    example: 'k3yQ0rT7vW1xZ9bN4mC6',
    secret: true,
  }),
  oidcClientSecretFile: secretFileOption('PURSER_OIDC_CLIENT_SECRET'),
  oidcRoles: settingOption({
    env: 'PURSER_OIDC_ROLES',
    flag: 'oidc-roles',
    type: groupRoles,
    default: null,
    description:
      "Which role each of the provider's groups gives. A person in several groups gets the highest role. Only groups that are named here as owner make owners.",
    example: 'finance-leads=owner, finance=approver, everyone=viewer',
  }),
  oidcName: settingOption({
    env: 'PURSER_OIDC_NAME',
    flag: 'oidc-name',
    type: textOption('a name of at most 60 characters', /^\S.{0,59}$/u),
    default: 'your company account',
    description: 'The name of the provider on the button of the sign-in page.',
    example: 'Example Corp',
  }),
  oidcGroupsClaim: settingOption({
    env: 'PURSER_OIDC_GROUPS_CLAIM',
    flag: 'oidc-groups-claim',
    type: textOption('the name of a claim', /^\S{1,255}$/),
    default: 'groups',
    description: "The claim in which the provider lists a person's groups.",
    example: 'https://example.com/groups',
  }),
  oidcScopes: settingOption({
    env: 'PURSER_OIDC_SCOPES',
    flag: 'oidc-scopes',
    type: textOption(
      'scopes with openid among them, separated by spaces',
      /^(?:[\x21\x23-\x5b\x5d-\x7e]+ )*openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    ),
    default: 'openid email profile',
    description: 'The scopes that Purser requests. Some providers list groups only if `groups` is requested.',
    example: 'openid email profile groups',
  }),
  oidcAccount: settingOption({
    env: 'PURSER_OIDC_ACCOUNT',
    flag: 'oidc-account',
    type: textOption('the id of an account', /^acct_[0-9a-hjkmnp-tv-z]{26}$/),
    default: null,
    description:
      'The account that people of the provider join. Absent: the only account. If there are several, they can join none.',
    example: 'acct_01jq8w5n3f7k2m9x4c6v8b1d0e',
  }),
  oidcTrustEmail: settingOption({
    env: 'PURSER_OIDC_TRUST_EMAIL',
    flag: 'oidc-trust-email',
    type: booleanOption,
    default: false,
    description:
      'Accepts email addresses that the provider does not mark as verified, because some providers (Entra ID) never do. Either way, an email ' +
      'address never signs anybody in as another person.',
    example: 'true',
  }),
  oidcSessionHours: settingOption({
    env: 'PURSER_OIDC_SESSION_HOURS',
    flag: 'oidc-session-hours',
    type: integerOption(1, 168),
    default: 12,
    description:
      'After how many hours a session ends that began at the provider, even if it is in use. Without sign-in by password, this holds for every session.',
    example: '12',
  }),
  allowLocalOidc: settingOption({
    env: 'PURSER_ALLOW_LOCAL_OIDC',
    flag: 'allow-local-oidc',
    type: booleanOption,
    default: false,
    description:
      'Allows a PURSER_OIDC_ISSUER and a PURSER_MCP_ISSUER with http: on this machine, for development and tests.',
    example: 'true',
  }),
}

/** Settings of the access tokens that `/mcp` accepts beside API keys. */
export const accessTokenOptions = {
  mcpIssuer: settingOption({
    env: 'PURSER_MCP_ISSUER',
    flag: 'mcp-issuer',
    type: providerIssuer,
    default: null,
    description:
      'The issuer URL of the OAuth provider whose access tokens /mcp accepts beside API keys, for clients on the web. Write it exactly as the ' +
      "provider's metadata names it. It needs PURSER_PUBLIC_URL. A token acts as the agent's key with its subject and client in `mcpToken`. " +
      'Absent: /mcp accepts only API keys.',
    example: 'https://login.example.com/realms/company',
  }),
  mcpAudience: settingOption({
    env: 'PURSER_MCP_AUDIENCE',
    flag: 'mcp-audience',
    type: textOption('an audience of at most 255 characters', /^[\x21-\x7e]{1,255}$/),
    default: null,
    description:
      'The audience that access tokens for /mcp have to name. Absent: the URL of /mcp, which is PURSER_PUBLIC_URL and /mcp. Set it only for an ' +
      'issuer that gives tokens an audience of its own.',
    example: 'https://purser.example.com/mcp',
  }),
  mcpAccount: settingOption({
    env: 'PURSER_MCP_ACCOUNT',
    flag: 'mcp-account',
    type: textOption('the id of an account', /^acct_[0-9a-hjkmnp-tv-z]{26}$/),
    default: null,
    description:
      'The account in which access tokens act. Absent: the only account. If there are several, no key can be made for them.',
    example: 'acct_01jq8w5n3f7k2m9x4c6v8b1d0e',
  }),
}
