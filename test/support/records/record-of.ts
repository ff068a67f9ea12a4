/** The resource in the answer to a creation or change, as a later read returns it: without the warnings. */
export function resourceWithoutWarnings<T extends { warnings: unknown }>({
  warnings: _warnings,
  ...record
}: T): Omit<T, 'warnings'> {
  return record
}
