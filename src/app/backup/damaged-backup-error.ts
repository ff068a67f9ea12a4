/** The error of a backup that is not as it was written: cut off, damaged or changed. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError'
}
