import type { EngineObserver } from '../../src/engine/engine.ts'

/** The observer of an engine that nobody watches. */
export const ignoringEngineObserver: EngineObserver = {
  committed: () => undefined,
  queued: () => undefined,
  blocked: () => undefined,
}
