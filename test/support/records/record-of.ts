/** The resource in the answer to a creation or a change, as a read shows it. The warnings belong to the answer alone. */
export function recordOf<T extends { warnings: unknown }>({ warnings: _warnings, ...record }: T): Omit<T, 'warnings'> {
  return record
}
