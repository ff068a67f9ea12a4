import type { UnavailableReason } from '../contract/unavailable.ts'
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
  /** How long a request may take to arrive, headers and body together. Default: 30 s. */
  readonly requestTimeoutMs?: number
  /** Writes a line to the log for each request. */
  readonly accessLog: boolean
  /** Serves `/mcp`. */
  readonly mcp: boolean
  /** Whether tools show card numbers to keys that may see them. */
  readonly mcpCardDetails: 'sealed' | 'plain'
  /** Where clients reach this node, beside the names of its machine. */
  readonly publicUrl: string | null
  /** The built dashboard, where there is one. */
  readonly dashboardDirectory: string | null
  /** Why this node is not ready; null: it is. A throw says that the database is away. */
  readonly notReady: () => Promise<UnavailableReason | null>
}
