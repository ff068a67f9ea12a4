import protectedNames from './protected-names.json' with { type: 'json' }

/** Names that end as if something had been appended, but that are never shortened: "Wells Fargo", "The Body Shop". */
const names: ReadonlySet<string> = new Set(protectedNames.names.split('|'))

/** Whether the letters, without spaces, are those of a name that is never shortened. */
export const isProtected = (run: string): boolean => names.has(run)
