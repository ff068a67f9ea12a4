import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'

/** The inputs of tools and resources that are ids: how each begins, what it is the id of, and the tool that lists it. */
const ids: Readonly<Record<string, readonly [prefix: string, of: string, from: string]>> = {
  cardId: ['card', 'a card', 'get_budget'],
  intentId: ['int', 'a declared purchase', 'list_intents'],
  transactionId: ['txn', 'a charge', 'list_transactions'],
  subscriptionId: ['sub', 'a subscription', 'manage_subscription'],
  requestId: ['chg', 'a change that was asked for', 'request_change'],
}

const IN_A_PATH = /^[\w-]+$/

/**
 * Converts an input whose name tells its form, such as an id, to the form of the API. Throws an `invalid_request` for an id of another
 * resource, and for a code in another form. Other values are left for the API to check.
 */
export function toolInputInApiForm(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const id = Object.hasOwn(ids, name) ? ids[name] : undefined
  if (id !== undefined) return checkedId(name, value, id)
  if (name === 'origin') return originOfAddress(value)
  if (name === 'country') return checkedCode(value, /^[a-z]{2}$/i, COUNTRY).toUpperCase()
  return name === 'mcc' ? checkedCode(value, /^\d{4}$/, MCC) : value
}

function checkedId(name: string, value: string, [prefix, of, from]: (typeof ids)[string]): string {
  if (value.startsWith(`${prefix}_`) && IN_A_PATH.test(value)) return value
  throw invalidRequestFieldError(name, `\`${name}\` is not the id of ${of}.`, {
    hint: `Such an id begins with "${prefix}_": ${from} has them.`,
  })
}

/** The origin of an address, because models send the address of a page instead. A text that is no address is returned unchanged. */
export function originOfAddress(value: string): string {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : value
}

interface Code {
  readonly name: string
  readonly demand: string
  readonly hint: string
}
const COUNTRY: Code = {
  name: 'country',
  demand: 'two letters',
  hint: 'Send it as ISO 3166 has it, such as US, or leave it out.',
}
const MCC: Code = {
  name: 'mcc',
  demand: 'four digits',
  hint: 'Send a merchant category code, such as 5942, or leave it out.',
}

function checkedCode(value: string, form: RegExp, { name, demand, hint }: Code): string {
  if (form.test(value)) return value
  throw invalidRequestFieldError(name, `\`${name}\` must be ${demand}.`, { hint })
}
