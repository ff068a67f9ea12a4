/** Too much is asked at once, or not now. Nothing was done: the same may be asked again. */
export class BusyError extends Error {
  override name = 'BusyError'
}
