import type { AgentState, CardState } from './entities.ts'

/** An agent with the fields that decisions and their events read. */
export interface LoadedAgent extends AgentState {
  readonly name: string
}

/** A card with the fields that decisions and their events read. */
export interface LoadedCard extends CardState {
  readonly label: string | null
  readonly lastAttestedAt: number | null
}
