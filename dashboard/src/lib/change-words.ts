import { fieldNameInWords, formatCount, formatExactTime, formatMoney } from './format.ts'
import { policyFieldAtPath, fieldLabelInSentence } from './policy-fields.ts'

export interface ShownFieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

const isMoney = (path: string): boolean => /(^|\.)limits\.|(amount|above|ceiling|below|price)$/i.test(path)
const isTime = (path: string): boolean => /(At|Until)$/.test(path)

/** A field's value in words: cents as money, times in the account's zone, lists by their entries. */
export function fieldValueInWords(path: string, value: unknown, currency = 'USD'): string {
  if (typeof value === 'number') return isMoney(path) ? formatMoney(value, currency) : formatCount(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isTime(path) ? formatExactTime(value) : value
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => fieldValueInWords(path, one, currency)).join(', ')
  return JSON.stringify(value)
}

/** Divides a change of a whole object, such as `policy.limits` or `shadowPolicy`, into changes of its single fields. */
export function singleFieldChanges({ path, before, after }: ShownFieldChange): ShownFieldChange[] {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const both = [before, after]
  if (!both.some(isRecord) || !both.every((value) => value === null || isRecord(value)))
    return [{ path, before, after }]
  const [old, next] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .flatMap((member) =>
      singleFieldChanges({ path: `${path}.${member}`, before: old[member] ?? null, after: next[member] ?? null }),
    )
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

export interface FieldChangeInWords {
  readonly verb: string
  readonly field: string
  /** The field's old value in words. Absent: the sentence about the change does not say it. */
  readonly from?: string
  readonly to?: string
}

const SHADOW = /^shadowPolicy\./

/** The name of a field within a sentence: `limit per day`, `“Intent required”`, `email`. */
export function fieldNameInSentence(path: string): string {
  if (SHADOW.test(path)) return `${fieldNameInSentence(path.replace(SHADOW, 'policy.'))} of the shadow policy`
  const known = policyFieldAtPath(path)
  if (known === undefined) return fieldNameInWords(path.replaceAll('.', ' ')).toLowerCase()
  return /^(limits|cap)\./.test(known.name) ? fieldLabelInSentence(known) : `“${known.label}”`
}

/** A change as a sentence: `Raised` `limit per day` from `$100.00` to `$250.00`. */
export function describeFieldChange(
  { path, before, after }: ShownFieldChange,
  inWords = (value: unknown) => fieldValueInWords(path, value),
): FieldChangeInWords {
  const field = fieldNameInSentence(path)
  const [from, to] = [inWords(before), inWords(after)]
  if (after === null) return typeof before === 'boolean' ? { verb: 'Unset', field } : { verb: 'Removed', field, from }
  if (typeof after === 'boolean') return { verb: after ? 'Turned on' : 'Turned off', field }
  if (before === null) return { verb: 'Set', field, to }
  if (typeof before === 'number' && typeof after === 'number')
    return { verb: after > before ? 'Raised' : 'Lowered', field, from, to }
  return { verb: 'Changed', field, from, to }
}

/** Whether the audited changes are those of a creation: no field had a value before. */
export const isResourceCreation = (changes: readonly ShownFieldChange[]): boolean =>
  changes.length > 1 && changes.every(({ before }) => before === null)

const verbs: Readonly<Record<string, string>> = {
  accept: 'accepted',
  answer: 'answered',
  approve: 'approved',
  cancel: 'canceled',
  change: 'changed',
  close: 'closed',
  create: 'made',
  declare: 'declared',
  decline: 'declined',
  delete: 'deleted',
  destroy: 'destroyed',
  disable: 'disabled',
  adopt: 'took over',
  confirm: 'confirmed',
  connect: 'connected',
  end: 'ended',
  rename: 'renamed',
  resume: 'resumed',
  stop: 'stopped',
  expire: 'let expire',
  follow: 'followed',
  freeze: 'froze',
  get: 'read',
  invite: 'invited',
  issue: 'issued',
  pause: 'paused',
  promote: 'promoted',
  reject: 'declined',
  replace: 'replaced',
  report: 'reported',
  request: 'asked for',
  reset: 'reset',
  retry: 'retried',
  attach: 'attached',
  revoke: 'revoked',
  rotate: 'rotated',
  seal: 'sealed',
  suspend: 'suspended',
  unfreeze: 'unfroze',
  unlock: 'unlocked',
  update: 'changed',
}

/** The audit trail's sentences about operations whose name does not make good English by the rule of verb and object. */
const sayings: Readonly<Record<string, string>> = {
  acceptInvitation: 'joined',
  answerIssuer: 'answered the issuer',
  answerIssuerChallenge: 'answered the question of an issuer',
  followIntent: 'followed the decision about an intent',
  adoptAuditTrail: 'took over the audit trail',
  changePassword: 'changed their password',
  closeExpiredCard: 'closed an expired card',
  connectProvider: 'connected a sign-in provider',
  createAuthorization: 'decided a purchase',
  createFirstAccount: 'set up the account',
  createPasskeySession: 'signed in by passkey',
  createPasswordReset: 'created a password link',
  createProviderSession: 'signed in by the provider',
  createSession: 'signed in',
  deleteAuditEntries: 'deleted old audit entries',
  disableFailingWebhook: 'disabled a failing webhook',
  endSession: 'ended a session',
  expireSession: 'ended a session that expired',
  expirePasswordReset: 'let a link for a new password expire',
  followIssuer: 'followed the issuer',
  getCardDetails: 'read a card number',
  sealCardDetails: 'sealed a card number',
  requestCardAccess: 'requested a card number',
  destroyCardNumber: 'destroyed a card number',
  promoteAgentShadow: "put an agent's shadow policy into force",
  promoteCardShadow: "put a card's shadow policy into force",
  promoteCustomerShadow: "put a customer's shadow policy into force",
  requestPasswordReset: 'requested a new password',
  resetPassword: 'set a new password',
  resumeAccount: 'resumed all spending',
  retryCardIssuer: 'tried the issuer of a card again',
  rotateVault: 'rotated the master key',
  stopAccount: 'stopped all spending',
  unlockCardCredentials: 'unlocked a card after wrong expiries or CVVs',
  updateAccount: 'changed the account',
}

/** An operation as a sentence about its actor: `updateCard` becomes `changed a card`. */
export function describeOperation(operation: string): string {
  const saying = sayings[operation]
  if (saying !== undefined) return saying
  const [verb = '', ...rest] = fieldNameInWords(operation).toLowerCase().replace('api key', 'API key').split(' ')
  const past = verbs[verb]
  if (past === undefined) return [verb, ...rest].join(' ')
  if (rest.length === 0) return past
  const thing = rest.join(' ')
  if (thing.endsWith('s')) return `${past} ${thing}`
  return `${past} ${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`
}

interface Entry {
  readonly id: string
  readonly requestId: string | null
}

/**
 * Groups neighbouring audit entries with the same `requestId`, because one request made them. An entry without a `requestId` is a group of
 * its own.
 */
export function auditEntriesByRequest<E extends Entry>(entries: readonly E[]): [first: E, ...more: E[]][] {
  const acts: [E, ...E[]][] = []
  for (const entry of entries) {
    const last = acts.at(-1)
    if (last !== undefined && entry.requestId !== null && last[0].requestId === entry.requestId) last.push(entry)
    else acts.push([entry])
  }
  return acts
}
