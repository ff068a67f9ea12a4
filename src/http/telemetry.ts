/** What the HTTP layer counts, and shows at `/metrics`. */
export interface HttpTelemetry {
  /** One reply. `operation` is a name of the contract, `mcp`, or `unknown` where a request reached neither. */
  replied(reply: { operation: string; status: number; durationMs: number }): void
  /** The text of `/metrics` with its content type. */
  expose(): Promise<{ contentType: string; text: string }>
}
