import { terminalJson, printText, printTextToStderr } from './print.ts'

interface Showing {
  readonly json: boolean
  /** True: the answer is printed on standard error, because standard output is for something else. */
  readonly isAside?: boolean
}

/** Prints the answer of a command: as JSON for programs, as lines for people. */
export function printCommandAnswer(
  { json, isAside = false }: Showing,
  value: unknown,
  lines: () => readonly string[],
): void {
  const text = json ? terminalJson(value, 2) : lines().join('\n')
  if (isAside) printTextToStderr(text)
  else printText(text)
}
