import { type Identity, ProviderRefusal } from './identity-provider.ts'

type Claims = Readonly<Record<string, unknown>>

/** The most groups of a person that are read from a claim. */
const MAX_GROUPS = 10_000
const MAX_NAME = 200
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/**
 * The identity that a person's claims state. Throws `ProviderRefusal` where the claims do not say who the person is, or not all of their
 * groups.
 */
export function identityOf(
  claims: Claims,
  { issuer, groupsClaim }: { readonly issuer: string; readonly groupsClaim: string },
): Identity {
  const { iss, sub, email, email_verified: verified, _claim_names: elsewhere } = claims
  if (iss !== issuer && iss !== `${issuer}/` && `${String(iss)}/` !== issuer)
    throw new ProviderRefusal('the token is of another issuer', false)
  if (typeof sub !== 'string' || sub === '' || sub.length > 255)
    throw new ProviderRefusal('the token names nobody', false)
  // The provider keeps this person's groups elsewhere, so the absent claim does not mean that the person has none.
  if (claims[groupsClaim] === undefined && isObject(elsewhere) && groupsClaim in elsewhere)
    throw new ProviderRefusal(`the token has too many groups for \`${groupsClaim}\` to name them`, false)
  return {
    issuer,
    subject: sub,
    email: typeof email === 'string' && EMAIL.test(email) ? email.toLowerCase() : null,
    isEmailVerified: verified === true || verified === 'true',
    name: nameIn(claims),
    groups: groupsIn(claims[groupsClaim]),
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function nameIn({ name, preferred_username: username }: Claims): string | null {
  const text = [name, username].find((each): each is string => typeof each === 'string' && each.trim() !== '')
  return text === undefined
    ? null
    : text
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME) || null
}

/** The groups that a claim names. Some providers write a single group as a string instead of a list. */
function groupsIn(claim: unknown): string[] {
  const all = Array.isArray(claim) ? claim : [claim]
  return all.slice(0, MAX_GROUPS).filter((each): each is string => typeof each === 'string')
}
