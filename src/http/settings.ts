import type { ServiceUnavailableReason } from '../contract/unavailable.ts'
export interface HttpSettings {
  /** The version of Purser's package, for the API document. */
  readonly version: string
  /** True: requests of API keys count towards the rate limits of their keys. False only for benchmarks. */
  readonly rateLimit: boolean
  /** The IP addresses, in CIDR notation, of the proxies whose header `X-Forwarded-For` is believed. Null: no proxy is believed. */
  readonly trustedProxies: readonly string[] | null
  /** How many requests an address may send to this node without a valid key, in a minute. */
  readonly keylessRequestsPerMinute: number
  /** How many milliseconds a request may take to arrive, headers and body together. Default: 30 s. */
  readonly requestTimeoutMs?: number
  /** Whether each request is written to the access log. */
  readonly accessLog: boolean
  readonly mcp: boolean
  /** `plain`: the MCP tools show card numbers in clear to keys that may see them. `sealed`: they never do. */
  readonly mcpCardDetails: 'sealed' | 'plain'
  /** The URL at which clients reach this node, beside the names of its machine. */
  readonly publicUrl: string | null
  /** Further names at which pages may call `/mcp` of this node. */
  readonly allowedHosts: readonly string[]
  /** The folder of the built dashboard. Null: there is none. */
  readonly dashboardDirectory: string | null
  /** Resolves with the reason why this node is not ready, or with null where it is ready. Rejects where the database does not answer. */
  readonly notReady: () => Promise<ServiceUnavailableReason | null>
}
