import type { Api } from '../api.ts'

/** One thing that somebody does at its moment. */
export interface Act {
  /** Unix milliseconds. */
  readonly at: number
  /** Under which customer: what is under one happens one after the other, in the order in which it is planned. */
  readonly department: string
  /** Whatever else happens at this moment, and in whatever order, the outcome is the same. */
  readonly inAnyOrder?: true
  run(world: World): Promise<unknown>
}

/** Whom the company knows by now, by the names of its profiles. */
export interface World {
  readonly admin: Api
  /** With the keys of agents, by `externalId`, and of approvers, by name. */
  readonly keys: Map<string, Api>
  readonly customers: Map<string, string>
  readonly agents: Map<string, string>
  /** By label. */
  readonly cards: Map<string, string>
  connect(secret: string): Api
}

/** What the plan has made before: it would be a mistake of the plan if it were not there. */
export function known<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name)
  if (found === undefined) throw new Error(`The story speaks of ${name} too early.`)
  return found
}
