/** What the HTTP layer is told about its surroundings. */
export interface HttpSettings {
  /** Of the package, for the API document. */
  readonly version: string
  /** False only for benchmarks. */
  readonly rateLimit: boolean
  /** Networks of proxies whose `X-Forwarded-For` is believed; null: none. */
  readonly trustedProxies: readonly string[] | null
  /** Of one address, in a minute on this node. */
  readonly keylessRequestsPerMinute: number
  /** Serves `/mcp`. */
  readonly mcp: boolean
  /** Whether tools show card numbers to keys that may see them. */
  readonly mcpCardDetails: 'sealed' | 'plain'
  /** Where clients reach this node, beside the names of its machine. */
  readonly publicUrl: string | null
  /** The built dashboard, where there is one. */
  readonly dashboardDirectory: string | null
  /** Why this node is not ready; null: it is. A throw says that the database is away. */
  readonly notReady: () => Promise<NotReady | null>
}

/** What `/readyz` answers as `details.reason`. */
export type NotReady = 'database_away' | 'database_read_only' | 'not_migrated'
