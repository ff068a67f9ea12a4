/** The methods of the log that the HTTP layer uses. It never writes into the log what callers sent. */
export interface HttpLogger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}
