/** What the HTTP layer writes to the log with. It never writes what was sent. */
export interface HttpLogger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}
