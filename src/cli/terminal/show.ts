interface Showing {
  readonly json: boolean
  /** Default: on standard output. */
  readonly print?: (text: string) => void
}

/** Prints the answer of a command: as JSON for programs, as lines for people. */
export function show({ json, print = console.log }: Showing, value: unknown, lines: () => readonly string[]): void {
  print(json ? JSON.stringify(value, null, 2) : lines().join('\n'))
}
