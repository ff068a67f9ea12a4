/** Prints the answer of a command: as JSON for programs, as lines for people. */
export function show({ json }: { readonly json: boolean }, value: unknown, lines: () => readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines().join('\n'))
}
