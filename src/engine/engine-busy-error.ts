/** A command is refused before anything was done for it: too much waits, it waited too long, or the engine is stopping. */
export class EngineBusyError extends Error {
  override name = 'EngineBusyError'
}
