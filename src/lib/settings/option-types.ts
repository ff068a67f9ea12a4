import { isIpRange } from '../network/networks.ts'

/** A type of settings: how their values are written. `parse` returns undefined for a text that is not a value of the type. */
export interface SettingOptionType<T> {
  /** The end of the message "must be ..." about a setting with a wrong value. */
  readonly expects: string
  readonly parse: (text: string) => T | undefined
  /** The text that the setting gets when its flag is given without a value. Absent: the flag needs a value. */
  readonly switchedOn?: string
}

export const textOption = (expects: string, pattern: RegExp): SettingOptionType<string> => ({
  expects,
  parse: (value) => (pattern.test(value) ? value : undefined),
})

export const pathOption: SettingOptionType<string> = { expects: 'a path', parse: (value) => value }

export function integerOption(least: number, most: number): SettingOptionType<number> {
  return {
    expects: `a whole number from ${least} to ${most}`,
    parse: (value) => {
      const number = Number(value)
      return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined
    },
  }
}

/** The type of a setting that is a share, as a decimal number such as 0.01. */
export const shareSettingOption: SettingOptionType<number> = {
  expects: 'a number from 0 to 1, such as 0.01',
  parse: (value) => (/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(value) ? Number(value) : undefined),
}

/** The most processes that may serve. With more of them PostgreSQL would have to permit more than a thousand connections. */
export const MOST_SERVING_PROCESSES = 64

const numberOfProcesses = integerOption(1, MOST_SERVING_PROCESSES)

/** The type of a setting that says how many processes serve: a number, or `auto`. */
export const processCount: SettingOptionType<number | 'auto'> = {
  expects: `auto or ${numberOfProcesses.expects}`,
  parse: (value) => (value === 'auto' ? value : numberOfProcesses.parse(value)),
}

const either = (yes: string, no: string): SettingOptionType<boolean> => ({
  expects: `${yes} or ${no}`,
  parse: (value) => (value === yes ? true : value === no ? false : undefined),
})

export const booleanOption: SettingOptionType<boolean> = { ...either('true', 'false'), switchedOn: 'true' }
export const onOrOffOption: SettingOptionType<boolean> = either('on', 'off')

export function oneOfOption<T extends string>(...values: T[]): SettingOptionType<T> {
  return { expects: `one of ${values.join(', ')}`, parse: (value) => values.find((each) => each === value) }
}

export const ipRangesOption: SettingOptionType<readonly string[]> = {
  expects: 'networks in CIDR notation, separated by commas',
  parse: (value) => {
    const all = value.split(',').map((each) => each.trim())
    return all.every(isIpRange) ? all : undefined
  },
}

/**
 * The type of a setting that is an http or https origin, such as the beginning of links. A slash at the end is left out; a path is refused.
 */
export const webOriginOption: SettingOptionType<string> = {
  expects: 'an http or https URL without a path',
  // An origin may name the default port of its scheme.
  parse: (value) => (/^https?:\/\/[^/?#@\\\s]+\/?$/i.test(value) ? URL.parse(value)?.origin : undefined),
}

/** The type of a setting that lists hosts by name or address, without ports, as URLs have them. */
export const hostNamesOption: SettingOptionType<readonly string[]> = {
  expects: 'names or addresses of hosts without a scheme or port, separated by commas',
  parse: (value) => {
    const hosts = value.split(',').map((each) => hostIn(each.trim()))
    return hosts.includes(undefined) ? undefined : hosts.filter((each) => each !== undefined)
  },
}

function hostIn(name: string): string | undefined {
  const bracketed = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  const url = URL.parse(`http://${bracketed}`)
  return url !== null && url.href === `http://${url.hostname}/` ? url.hostname : undefined
}

/**
 * The type of a setting that is a PostgreSQL URL. The URL may name a socket's folder as its host
 * (`postgres://user@%2Frun%2Fpostgresql/database`), which other parsers of URLs refuse.
 */
export const postgresUrl: SettingOptionType<string> = textOption(
  'a PostgreSQL URL, for instance postgres://user:password@host:5432/database (in the password `#` is %23, `/` %2F, `?` %3F, `%` %25, `@` %40)',
  /^postgres(ql)?:\/\/[^\s#]+$/,
)
