/** Whether an error of the operating system has one of the given codes. */
export const hasSystemErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
