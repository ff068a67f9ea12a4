/** Thrown if a database cannot be backed up or restored into. The message says in one line why, and what to do. Nothing was changed. */
export class BackupRefusedError extends Error {
  override name = 'BackupRefusedError'
}
