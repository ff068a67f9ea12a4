import { ApiError } from '../../contract/errors.ts'

const MAX_SECRET_LENGTH = 512
const BEARER = /^bearer +([\x21-\x7e]+) *$/i
const SECRET = /^sk_[0-9A-Za-z]{40}$/
const RIGHT = '`Authorization: Bearer <API key>`'

/** The secret in the header `Authorization`. Throws the 401s of the error catalogue, with a hint about what is wrong with the header. */
export function apiKeySecretInHeader(authorization: string | undefined): string {
  if (authorization === undefined || /^(bearer)? *$/i.test(authorization)) throw new ApiError('missing_api_key')
  const secret = BEARER.exec(authorization)?.[1]
  if (secret === undefined) throw new ApiError('invalid_api_key', { hint: hintOfHeader(authorization) })
  if (secret.length > MAX_SECRET_LENGTH) throw invalidApiKeyError(secret)
  return secret
}

/** The error for a secret that belongs to no API key. The hint depends only on the secret's text. */
export function invalidApiKeyError(secret: string): ApiError {
  return new ApiError('invalid_api_key', SECRET.test(secret) ? {} : { hint: hintOfSecret(secret) })
}

function hintOfHeader(authorization: string): string {
  if (authorization.startsWith('sk_')) return `The word \`Bearer\` is missing before the key: send ${RIGHT}.`
  if (/^basic /i.test(authorization)) return `Purser takes Bearer and not Basic: send ${RIGHT}.`
  if (/^bearer /i.test(authorization))
    return `After \`Bearer\` comes one key, without white space in it: send ${RIGHT}.`
  return `Send ${RIGHT}: the word \`Bearer\`, a space and the key.`
}

function hintOfSecret(secret: string): string {
  if (/^["'<`]/.test(secret)) return 'Send the key without quotes and brackets around it.'
  if (/^[$%{]/.test(secret))
    return 'The name of a variable was sent in place of its value: the shell did not put it in.'
  if (secret.startsWith('key_')) return "This is an API key's id: send its secret, which begins with `sk_`."
  if (secret.startsWith('whsec_'))
    return "This is a webhook's secret: send that of an API key, which begins with `sk_`."
  return 'Send the whole secret: it is `sk_` and 40 letters or digits.'
}
