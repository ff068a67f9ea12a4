import { AsyncLocalStorage } from 'node:async_hooks'

interface Exchange {
  /** The errors that the protocol's handler has reported while it made the answer. Null once the request is answered. */
  complaints: Error[] | null
}

export interface Faults {
  /** Takes an error of the MCP handler, which does not say whether the node or the request is at fault. */
  complain(error: Error): void
  /** Awaits an answer, and reports the errors that the MCP handler had meanwhile, where the answer is 500 or above. */
  during(answer: () => Promise<Response>): Promise<Response>
}

/**
 * Tells faults of the node from faults of requests. What is wrong with a request stands in its answer, so that the operator is told only of
 * the node's own faults.
 */
export function createFaults(report: (error: Error) => void): Faults {
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
