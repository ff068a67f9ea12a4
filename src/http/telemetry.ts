/** The counters and measurements of the HTTP layer, and the text of `/metrics`. */
export interface HttpTelemetry {
  /**
   * Counts one reply. `operation` is the name of an operation of the contract, `issuer` for an issuer's webhook, `mcp` for a request to the
   * MCP server, or `unknown` where the request reached none of these.
   */
  replied(reply: { operation: string; status: number; durationMs: number }): void
  /** Counts one reply 500 (`internal_error`) or 503 (its `details.reason`). */
  refused(reply: { operation: string; reason: string }): void
  /** Sets the number of requests to the MCP server that are not answered to the end. */
  mcpCallsOpen(count: number): void
  expose(): Promise<{ contentType: string; text: string }>
}
