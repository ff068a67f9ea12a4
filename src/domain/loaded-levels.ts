import type { AgentState, CardState } from './entities.ts'

/** A level whose purchases may have its cost center. */
export interface CostCentered {
  /** The level's own cost center. Null: purchases of the level have the cost center of the next level above. */
  readonly costCenter: string | null
}

/** An agent with the fields that decisions and their events read. */
export interface LoadedAgent extends AgentState, CostCentered {
  readonly name: string
}

/** A card with the fields that decisions and their events read. */
export interface LoadedCard extends CardState, CostCentered {
  readonly label: string | null
  /** The name of the card's issuer. Absent: Purser issues it. A `CardWithAllFields` has it as `issuer`, too. */
  readonly issuerName?: string | undefined
  readonly lastAttestedAt: number | null
}
