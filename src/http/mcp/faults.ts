import { AsyncLocalStorage } from 'node:async_hooks'

interface Exchange {
  /** The errors that the MCP handler has reported while it made the answer. Null once the request is answered. */
  complaints: Error[] | null
}

export interface McpFaultFilter {
  /** Takes an error that the MCP handler reports. The handler does not say whether the node or the request is at fault. */
  complain(error: Error): void
  /** Awaits the answer to an MCP request. If it is 500 or above, the errors that the MCP handler had meanwhile are reported. */
  during(answer: () => Promise<Response>): Promise<Response>
}

/**
 * Makes the filter that reports only faults of the node to the operator. The MCP handler reports faults of requests, too, but those are
 * answered to the caller.
 */
export function createMcpFaultFilter(report: (error: Error) => void): McpFaultFilter {
  const exchanges = new AsyncLocalStorage<Exchange>()
  return {
    complain: (error) => {
      const { complaints = null } = exchanges.getStore() ?? {}
      if (complaints === null) report(error)
      else complaints.push(error)
    },
    during: async (answer) => {
      const exchange: Exchange = { complaints: [] }
      const response = await exchanges.run(exchange, answer)
      if (response.status >= 500) exchange.complaints?.forEach(report)
      exchange.complaints = null
      return response
    },
  }
}
