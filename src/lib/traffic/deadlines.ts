/**
 * How long each part of an answer may take, in one place, because they only make sense together: whoever waits for somebody
 * else waits longer than that one does, so that what fails first is what is late, and its caller is still there to be told.
 * Milliseconds, the shortest first.
 */
export const deadlines = {
  /** For the lock of a customer that is known to be locked by somebody who keeps it. */
  blockedLock: 50,
  /** For the lock of a customer in a batch: longer than a batch of another node takes, shorter than anybody's patience. */
  batchLock: 400,
  /** What a command of the engine waits before its batch begins, as far as can be foreseen. */
  queue: 650,
  /** From a command's arrival at the engine to its answer. */
  command: 900,
  /** For the lock of a customer outside of batches. */
  lock: 1000,
  /** For a batch: all of its transaction. */
  batch: 1500,
  /** For another request with the same Idempotency-Key. */
  idempotency: 1500,
  /** For any answer, from the end of its request's body: less than the two seconds of `I-10` in docs/invariants.md. */
  answer: 1750,
  /** For a free connection to the database. */
  connection: 2000,
  /** For a statement, and for a silent transaction. */
  statement: 5000,
  /** For a connection of a command that makes a database or migrates it: nobody waits for an answer meanwhile. */
  patientConnection: 5000,
  /** For a silent transaction of such a command, or of one that reads all of history. */
  patientSilence: 30_000,
  /** For a reader to take a reply, from its first byte to its last (contract, section 2, Replies). */
  reply: 30_000,
  /** For a reader to take a whole file; it ends earlier where nothing of it is taken for as long as a reply may take. */
  file: 600_000,
} as const
