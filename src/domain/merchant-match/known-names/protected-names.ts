import protectedNames from './protected-names.json' with { type: 'json' }

/** Names that end as if something had been appended, but that are never shortened: "Wells Fargo", "The Body Shop". */
const names: ReadonlySet<string> = new Set(protectedNames.names.split('|'))

/** Whether a merchant's name, written without spaces, is one of those that are never shortened, such as `wellsfargo`. */
export const isNeverShortenedMerchantName = (run: string): boolean => names.has(run)
