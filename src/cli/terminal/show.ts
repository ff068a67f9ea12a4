/** The answer of a command: JSON for programs, lines for people. */
export function show({ json }: { readonly json: boolean }, value: unknown, lines: () => readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines().join('\n'))
}
