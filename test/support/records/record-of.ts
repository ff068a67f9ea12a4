/** What a creation or a change answered, as a read shows it: the warnings are of the reply. */
export function recordOf<T extends { warnings: unknown }>({ warnings: _warnings, ...record }: T): Omit<T, 'warnings'> {
  return record
}
