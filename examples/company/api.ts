import { Purser, PurserError } from '../../clients/typescript/src/client.ts'

export type { AuthorizationAnswer, Limits, Policy, WantedChange } from '../../clients/typescript/src/client.ts'

/** The client of the API with one key. */
export type CompanyApi = Purser

export const connectApi = (baseUrl: string, apiKey: string): CompanyApi => new Purser({ baseUrl, apiKey })

/** The answer of a call of the API by somebody of the company. Null: Purser's rules refused the call, which happens to people every day. */
export async function nullIfRefusedByPurser<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PurserError && (error.status === 403 || error.status === 409)) return null
    throw error
  }
}
