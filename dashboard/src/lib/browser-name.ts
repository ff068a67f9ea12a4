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

/** The browser's name from its user agent, such as `Firefox on Linux`. A user agent that matches no known browser is returned unchanged. */
export function browserName(userAgent = ''): string {
  const browser = named(browsers, userAgent)
  const system = named(systems, userAgent)
  if (browser === undefined) return userAgent.slice(0, 40) || 'Unknown'
  return system === undefined ? browser : `${browser} on ${system}`
}
