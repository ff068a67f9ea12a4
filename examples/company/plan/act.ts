import type { CompanyApi } from '../api.ts'

/** An act of the demo company's plan: one request to the API, at its moment. */
export interface DemoAct {
  /** The time of the demo company's act, in Unix milliseconds. */
  readonly at: number
  /** The customer of the act. Acts of one customer run one after the other, in the order in which they are planned. */
  readonly department: string
  /** True: the outcome is the same in whatever order the acts of this moment run. */
  readonly inAnyOrder?: true
  run(world: DemoCompanyObjects): Promise<unknown>
}

/** The customers, agents, cards and keys that the demo company has made so far, by the names of their profiles. */
export interface DemoCompanyObjects {
  readonly admin: CompanyApi
  /** The API with each API key: agents' keys by `externalId`, approvers' keys by name. */
  readonly keys: Map<string, CompanyApi>
  readonly customers: Map<string, string>
  readonly agents: Map<string, string>
  /** The ids of cards, by label. */
  readonly cards: Map<string, string>
  connect(secret: string): CompanyApi
}

/** Looks up an object that an earlier act has made. Throws if it is missing, which is a mistake in the plan. */
export function demoObjectNamed<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name)
  if (found === undefined) throw new Error(`The story speaks of ${name} too early.`)
  return found
}
