const browsers = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

const named = (of: readonly (readonly [string, RegExp])[], text: string) =>
  of.find(([, shape]) => shape.test(text))?.[0]

/** `Firefox on Linux`, as well as a user agent tells; what none of it tells as it is. */
export function browserName(userAgent = ''): string {
  const browser = named(browsers, userAgent)
  const system = named(systems, userAgent)
  if (browser === undefined) return userAgent.slice(0, 40) || 'Unknown'
  return system === undefined ? browser : `${browser} on ${system}`
}
