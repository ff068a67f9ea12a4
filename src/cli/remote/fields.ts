import { OperatorError } from '../../app/operator-error.ts'
import type { CommandFlag } from '../command.ts'
import { parseJsonObject } from './parsed-object.ts'

/** A flag that gives one field of a request. */
export interface RequestFieldFlag extends CommandFlag {
  readonly type: 'string' | 'boolean'
  /** The path of the request's field, such as `policy.limits.perAuth`, or the name of a path parameter, such as `cardId`. */
  readonly path: string
  /** Reads the field's value from the flag's text. Throws an OperatorError that names the flag. */
  read(text: string, flag: string): unknown
}

export type RequestFieldFlags = Readonly<Record<string, RequestFieldFlag>>

/** The flag that gives each field of a request, by the field's path. */
export const commandFlagsByFieldPath = (fields: RequestFieldFlags): Map<string, string> =>
  new Map(Object.entries(fields).map(([flag, { path }]) => [path, flag]))

export const textRequestFlag = (path: string, value: string, description: string): RequestFieldFlag => ({
  type: 'string',
  path,
  value,
  description,
  read: (given) => given,
})

/**
 * A flag that gives an amount in whole minor units, such as cents, as everywhere in the API. `none` unsets the amount where the request is
 * a change.
 */
export const centsRequestFlag = (path: string, description: string): RequestFieldFlag => ({
  ...textRequestFlag(path, 'CENTS', description),
  read(given, flag) {
    if (given === UNSET) return null
    if (/^\d{1,16}$/.test(given)) return Number(given)
    throw new OperatorError(
      `--${flag} is a whole number of minor units; ${JSON.stringify(given)} is not. ` +
        `In USD and EUR these are cents: write ${meantBy(given) ?? 5000}. JPY has none: 5000 are 5,000 yen.`,
    )
  },
})

/** The cents of an amount that was written with two decimals: 1234 for `12.34`. Undefined: the text is no such amount. */
const meantBy = (given: string): number | undefined => {
  const [, units, rest] = /^[$€£]?(\d{1,12})\.(\d\d)$/.exec(given) ?? []
  return units === undefined ? undefined : Number(`${units}${rest}`)
}

export const countRequestFlag = (path: string, value: string, description: string): RequestFieldFlag => ({
  ...textRequestFlag(path, value, description),
  read(given, flag) {
    if (given === UNSET) return null
    if (/^\d{1,9}(?:\.\d{1,9})?$/.test(given)) return Number(given)
    throw new OperatorError(`--${flag} is a number; ${JSON.stringify(given)} is not. For instance ${value}.`)
  },
})

/** A flag that gives a field that is true or false. Without the flag, the field stays as it is. */
export const booleanRequestFlag = (path: string, description: string): RequestFieldFlag => ({
  ...textRequestFlag(path, 'true|false', description),
  read(given, flag) {
    if (given === UNSET) return null
    if (given === 'true' || given === 'false') return given === 'true'
    throw new OperatorError(`--${flag} is true or false; ${JSON.stringify(given)} is neither.`)
  },
})

/** A flag that gives a list, separated by commas. An empty text is the empty list. */
export const listRequestFlag = (path: string, value: string, description: string): RequestFieldFlag => ({
  ...textRequestFlag(path, value, description),
  read: (given) => (given === UNSET ? null : given === '' ? [] : given.split(',').map((entry) => entry.trim())),
})

/** A flag without a value: its field is true where the flag is there. */
export const valuelessRequestFlag = (path: string, description: string): RequestFieldFlag => ({
  type: 'boolean',
  path,
  description,
  read: () => true,
})

/** A flag that gives an object as JSON. */
export const objectRequestFlag = (path: string, value: string, description: string): RequestFieldFlag => ({
  ...textRequestFlag(path, value, description),
  read(given, flag) {
    if (given === UNSET) return null
    return parseJsonObject(given, `--${flag}`)
  },
})

const UNSET = 'none'

/** The flags of commands with which a person approves or rejects a request that waits. */
export const approvalDecisionFlags = {
  note: textRequestFlag('note', 'TEXT', 'A note that is kept with the decision.'),
  reason: textRequestFlag('reason', 'TEXT', 'The reason, which the agent sees.'),
  shown: textRequestFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.'),
} satisfies RequestFieldFlags

/** A message of the API in the words of the shell: a field that a flag of the command gives is named as this flag. */
export const apiMessageWithFlagNames = (message: string, flagOf: ReadonlyMap<string, string>): string =>
  message.replaceAll(/`([\w.[\]]+)`/g, (field, path: string) => {
    const flag = flagOf.get(path)
    return flag === undefined ? field : `--${flag}`
  })
