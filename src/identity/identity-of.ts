import { groupsOfProviderClaim } from './groups.ts'
import { type ProviderIdentity, SignInProviderRefusal } from './identity-provider.ts'

type Claims = Readonly<Record<string, unknown>>

const MAX_NAME = 200
/** Matches an email address that every mail program takes for one address, and for the same one. */
const EMAIL = /^[^\s@\p{C},;:<>()[\]\\"]{1,64}@[^\s@\p{C},;:<>()[\]\\"]{1,189}$/u
/** Matches characters that no name of a person at a sign-in provider has, and that no database stores as text. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u

interface IdentityOptions {
  readonly issuer: string
  readonly groupsClaim: string
  /** The groups that give a role. A claim that is one of these as a whole is not taken apart. */
  readonly knownGroups: readonly string[]
}

/**
 * The identity that the claims of a person's sign-in state. Throws `SignInProviderRefusal` where the claims do not say who the person is, or not
 * all of their groups.
 */
export function providerIdentityOf(
  claims: Claims,
  { issuer, groupsClaim, knownGroups }: IdentityOptions,
): ProviderIdentity {
  const { iss, sub, email, email_verified: verified, _claim_names: elsewhere } = claims
  if (iss !== issuer && iss !== `${issuer}/` && `${String(iss)}/` !== issuer)
    throw new SignInProviderRefusal('the token is of another issuer', false)
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || UNSTORABLE.test(sub))
    throw new SignInProviderRefusal('the token names nobody', false)
  // The sign-in provider keeps this person's groups elsewhere, so the absent claim does not mean that the person has none.
  if (claims[groupsClaim] === undefined && isObject(elsewhere) && groupsClaim in elsewhere)
    throw new SignInProviderRefusal(`the token has too many groups for \`${groupsClaim}\` to name them`, false)
  return {
    issuer,
    subject: sub,
    email: typeof email === 'string' && EMAIL.test(email) ? email.toLowerCase() : null,
    isEmailVerified: verified === true || verified === 'true',
    name: nameIn(claims),
    groups: groupsOfProviderClaim(claims[groupsClaim], knownGroups),
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function nameIn({ name, preferred_username: username }: Claims): string | null {
  const text = [name, username].find((each): each is string => typeof each === 'string' && each.trim() !== '')
  if (text === undefined) return null
  const clean = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return cut(clean) || null
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text up to `MAX_NAME`, without the half of a character that several code points make up, such as an emoji. */
function cut(text: string): string {
  if (text.length <= MAX_NAME) return text
  let end = 0
  for (const { segment } of characters.segment(text.slice(0, 2 * MAX_NAME))) {
    if (end + segment.length > MAX_NAME) break
    end += segment.length
  }
  return text.slice(0, end).trim()
}
