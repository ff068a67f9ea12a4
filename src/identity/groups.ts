/** The most groups of a person that are read from a claim. */
const MAX_GROUPS = 10_000

/**
 * The groups of a person that a sign-in provider's claim names. Most providers send a list of names. Others send an object with the names
 * as its keys, a list of objects with `name` or `id`, or one text. A text is taken apart at commas and semicolons, or else at white space,
 * unless it is as a whole one of the `known` groups.
 */
export function groupsOfProviderClaim(claim: unknown, known: readonly string[]): string[] {
  return namesIn(claim, known).slice(0, MAX_GROUPS)
}

function namesIn(claim: unknown, known: readonly string[]): string[] {
  if (typeof claim === 'string') return known.includes(claim) ? [claim] : namesInText(claim)
  if (Array.isArray(claim)) return claim.flatMap(namesOfEntry)
  if (typeof claim !== 'object' || claim === null) return []
  return Object.entries(claim).flatMap(([name, value]) => (value === false || value === null ? [] : [name]))
}

const namesInText = (text: string): string[] =>
  text
    .split(/[,;]/.test(text) ? /[,;]/ : /\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

function namesOfEntry(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  const { name, id } = (entry ?? {}) as { name?: unknown; id?: unknown }
  return [name, id].filter((each) => typeof each === 'string')
}

const MOST_SHOWN = 10
const LONGEST_SHOWN = 60

/** Describes the groups that a sign-in provider has sent, for the operator: the form, and the names that could be read. */
export function describeProviderGroups(claims: Readonly<Record<string, unknown>>, name: string): string {
  const claim = claims[name]
  if (claim === undefined) return `there is no claim ${name}; there are ${listed(Object.keys(claims))}`
  const names = namesIn(claim, [])
  const read = names.length === 0 ? 'in which no name of a group can be read' : `which names ${listed(names)}`
  return `the claim ${name} is ${formOf(claim)}, ${read}`
}

function formOf(claim: unknown): string {
  if (claim === null) return 'null'
  if (!Array.isArray(claim)) return typeof claim === 'object' ? 'an object' : `a ${typeof claim}`
  const forms = [
    ...new Set(claim.map((entry: unknown) => (entry === null ? 'null' : Array.isArray(entry) ? 'list' : typeof entry))),
  ]
  return forms.length === 0 ? 'an empty list' : `a list (of ${forms.join(', ')})`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SHOWN).map((each) => JSON.stringify(each.slice(0, LONGEST_SHOWN)))
  return [...shown, ...(names.length > MOST_SHOWN ? [`${names.length - MOST_SHOWN} more`] : [])].join(', ')
}
