/** Fields of an answer that are not part of the subject that a person decides about. */
const BESIDE: ReadonlySet<string> = new Set([
  'subjectHash',
  'status',
  'secondsLeft',
  'approvalUrl',
  'expiresAt',
  'customerName',
  'agentName',
  'cardLabel',
  'warnings',
])

/** A line for each field in which two answers about the same object differ: `purpose: "Chairs" -> "A lamp"`. */
export function changedFieldLines(before: object, after: object): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !BESIDE.has(name))
    .map((name) => [name, JSON.stringify(old.get(name) ?? null), JSON.stringify(now.get(name) ?? null)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `  ${name}: ${was} -> ${is}`)
}
