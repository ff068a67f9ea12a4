import type { Api } from '../api.ts'

/** An act is a single request of the story, at its moment. */
export interface Act {
  /** Unix milliseconds. */
  readonly at: number
  /** Under which customer: what is under one happens one after the other, in the order in which it is planned. */
  readonly department: string
  /** The outcome is the same in whatever order the acts of this moment run. */
  readonly inAnyOrder?: true
  run(world: World): Promise<unknown>
}

/** The objects that the company has made so far, by the names of their profiles. */
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

/** Looks up an object that an earlier act has made. A missing one is a mistake of the plan. */
export function known<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name)
  if (found === undefined) throw new Error(`The story speaks of ${name} too early.`)
  return found
}
