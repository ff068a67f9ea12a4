import protectedNames from './protected-names.json' with { type: 'json' }

/** Names that end as if something had been appended, but that are never shortened: "Wells Fargo", "The Body Shop". */
const names: ReadonlySet<string> = new Set(protectedNames.names.split('|'))

/** Whether these letters are those of a name that is never shortened. Spaces do not count. */
export const isProtected = (run: string): boolean => names.has(run)
