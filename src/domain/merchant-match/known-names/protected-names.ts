import protectedNames from './protected-names.json' with { type: 'json' }

/** Names that end as if something had been appended, and are never read as shorter ones: "Wells Fargo", "The Body Shop". */
const names: ReadonlySet<string> = new Set(protectedNames.names.split('|'))

/** Is this run of letters such a name? */
export const isProtected = (run: string): boolean => names.has(run)
