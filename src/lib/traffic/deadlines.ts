/**
 * How long each step of an answer may take, in milliseconds, the shortest first. The deadlines are in one place because they depend on each other: a
 * caller waits longer than the step that it calls, so that the late step fails first and its caller can still answer.
 */
export const deadlines = {
  /** For the lock of a customer while another transaction is known to keep some customer locked. */
  blockedLock: 50,
  /** For the lock of a customer in a batch: longer than a batch of another node takes, and short enough to answer in time. */
  batchLock: 400,
  /** The longest wait for the end of its batch that a new command of the engine is accepted with, as estimated. */
  queue: 650,
  /** From a command's arrival at the engine to its answer. */
  command: 900,
  /** For the lock of a customer outside of batches. */
  lock: 1000,
  /** For the whole transaction of a batch. */
  batch: 1500,
  /** For an earlier request with the same Idempotency-Key to be answered. */
  idempotency: 1500,
  /** For any answer, from the end of its request's body: less than the two seconds of `I-10` in docs/invariants.md. */
  answer: 1750,
  /** For a free connection to the database. */
  connection: 2000,
  /** For a statement, and for a transaction that sends no statement. */
  statement: 5000,
  /** For a connection of a command that creates or migrates a database: no request waits for it. */
  patientConnection: 5000,
  /** For a transaction that sends no statement, in such a command or in one that reads all of history. */
  patientSilence: 30_000,
  /** For a client to read a reply, from its first byte to its last (contract, section 2, Replies). */
  reply: 30_000,
  /** For a client to read a whole file. It ends earlier where the client reads nothing for as long as `reply`. */
  file: 600_000,
} as const
