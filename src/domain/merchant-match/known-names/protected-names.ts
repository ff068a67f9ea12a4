import protectedNames from './protected-names.json' with { type: 'json' }

/** Names that end as if something had been appended, and that are never shortened: "Wells Fargo", "The Body Shop". */
const names: ReadonlySet<string> = new Set(protectedNames.names.split('|'))

/** Whether a run of letters is a protected name. */
export const isProtected = (run: string): boolean => names.has(run)
