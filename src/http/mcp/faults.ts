import { AsyncLocalStorage } from 'node:async_hooks'

interface Exchange {
  /** What was complained of so far. Null: it is answered. */
  complaints: Error[] | null
}

export interface Faults {
  /** Takes what the protocol complains of, without saying whose fault it is. */
  complain(error: Error): void
  /** Reports what was complained of meanwhile, where it kept the request from being answered. */
  during(answer: () => Promise<Response>): Promise<Response>
}

/** What is wrong with a request stands in its answer: the operator is told of the node's own faults. */
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
