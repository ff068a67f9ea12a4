import { isNetwork } from '../../lib/network/networks.ts'
import { isLoopback } from './loopback.ts'

/** How a setting is written. `parse` answers undefined where the text is not one. */
export interface OptionType<T> {
  /** Completes "must be ...". */
  readonly expects: string
  readonly parse: (text: string) => T | undefined
  /** As a flag it takes no value: giving it means this text. */
  readonly switchedOn?: string
}

export const text = (expects: string, pattern: RegExp): OptionType<string> => ({
  expects,
  parse: (value) => (pattern.test(value) ? value : undefined),
})

export const path: OptionType<string> = { expects: 'a path', parse: (value) => value }

export function integer(least: number, most: number): OptionType<number> {
  return {
    expects: `a whole number from ${least} to ${most}`,
    parse: (value) => {
      const number = Number(value)
      return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined
    },
  }
}

const either = (yes: string, no: string): OptionType<boolean> => ({
  expects: `${yes} or ${no}`,
  parse: (value) => (value === yes ? true : value === no ? false : undefined),
})

export const trueOrFalse: OptionType<boolean> = { ...either('true', 'false'), switchedOn: 'true' }
export const onOrOff: OptionType<boolean> = either('on', 'off')

export function oneOf<T extends string>(...values: T[]): OptionType<T> {
  return { expects: `one of ${values.join(', ')}`, parse: (value) => values.find((each) => each === value) }
}

export const networks: OptionType<readonly string[]> = {
  expects: 'networks in CIDR notation, parted by commas',
  parse: (value) => {
    const all = value.split(',').map((each) => each.trim())
    return all.every(isNetwork) ? all : undefined
  },
}

/** As links begin: without a path, and without a slash at the end. */
export const webOrigin: OptionType<string> = {
  expects: 'an http or https URL without a path',
  parse: (value) => {
    const url = URL.parse(value)
    const isOrigin =
      url !== null && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '').toLowerCase() === url.origin
    return isOrigin ? url.origin : undefined
  },
}

/** Where keys are sent: nobody listens in between. */
export const issuerOrigin: OptionType<string> = {
  expects: 'an https URL without a path (http on this machine alone)',
  parse: (value) => {
    const origin = webOrigin.parse(value)
    const url = URL.parse(origin ?? '')
    return url?.protocol === 'https:' || isLoopback(url?.hostname.replace(/^\[|\]$/g, '') ?? '') ? origin : undefined
  },
}

/** Also `postgres://user@%2Frun%2Fpostgresql/database`, a socket's folder as host, which is no URL to others. */
export const postgresUrl: OptionType<string> = text('a PostgreSQL URL', /^postgres(ql)?:\/\/\S+$/)
