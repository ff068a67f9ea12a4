/** What is wrong with a secret, and how to set it right. Neither tells the secret. */
export interface SecretProblem {
  readonly what: string
  readonly fix: string
}

/** Why a text can be no API key's secret, or null. */
export function apiKeyProblem(secret: unknown): SecretProblem | null {
  const unset = unsetProblem(secret, 'give the secret of an API key')
  if (unset !== null || typeof secret !== 'string') return unset
  if (isExample(secret)) return problem(EXAMPLE, 'give the secret of your own API key')
  if (/^bearer\s/i.test(secret))
    return problem('begins with "Bearer"', 'give the secret alone, the client writes Bearer')
  if (secret.startsWith('key_')) return problem("is an API key's id", 'give its secret, which begins with sk_')
  if (secret.startsWith('whsec_'))
    return problem("is a webhook's secret", 'give that of an API key, which begins with sk_')
  if (!secret.startsWith('sk_')) return problem('does not begin with sk_', 'give the whole secret of an API key')
  return null
}

/** Why a text can be no webhook's secret, or null. */
export function webhookSecretProblem(secret: unknown): SecretProblem | null {
  const unset = unsetProblem(secret, 'give the secret that the creation of the webhook answered')
  if (unset !== null || typeof secret !== 'string') return unset
  if (isExample(secret)) return problem(EXAMPLE, "give your own webhook's secret")
  if (!secret.startsWith('whsec_')) return problem('does not begin with whsec_', "give the webhook's whole secret")
  return null
}

const problem = (what: string, fix: string): SecretProblem => ({ what, fix })
const EXAMPLE = 'is the example of the documents'

function unsetProblem(secret: unknown, fix: string): SecretProblem | null {
  if (secret === '') return problem('is empty', `${fix}: the variable that it comes from is empty`)
  if (typeof secret !== 'string')
    return problem(`is ${kindOf(secret)}`, `${fix}: the variable that it comes from is not set`)
  const written = secret.replace(/^bearer\s+/i, '')
  if (written === 'undefined' || written === 'null') {
    return problem(`is the text "${secret}"`, `${fix}: the variable that it comes from is not set`)
  }
  if (/^["'`]|["'`]$/.test(secret)) return problem('has quotes around it', 'give it without them')
  if (/^[$%{]/.test(secret)) return problem("is a variable's name", 'give its value')
  if (/\s$|^\s/.test(secret)) return problem('has white space around it', 'trim it')
  if (!/^[\x21-\x7e]+$/.test(written)) return problem('holds characters that no secret has', 'copy it anew')
  return null
}

const kindOf = (value: unknown): string => (value === undefined || value === null ? String(value) : `a ${typeof value}`)

/** The secrets that the documents and the API's reference show. One in some thirty thousand real ones begins with xxx, too. */
const isExample = (secret: string): boolean =>
  SHOWN.test(secret) || (!WHOLE.test(secret) && /^(?:sk|whsec)_(?:\.{3}|…|<|x{3}|your)/i.test(secret))
const SHOWN = /^sk_(?:(?:Example){5}[0-9]{5}|[xX]{40})$/
const WHOLE = /^sk_[0-9A-Za-z]{40}$/
