/** The log as the HTTP layer uses it. The HTTP layer never writes into it what callers sent. */
export interface HttpLogger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}
