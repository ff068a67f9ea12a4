/**
 * How long each step of an answer may take, in milliseconds, the shortest first. The deadlines are in one place because they depend on each
 * other: a caller waits longer than the step that it calls, so that the late step fails first and its caller can still answer.
 * How long an answer to an issuer may take is in the issuer's sheet: longer than `command`.
 */
export const answerStepDeadlinesMs = {
  /** How long a batch waits for the lock of a customer while `Contention` knows of a customer that another transaction keeps locked. */
  blockedLock: 50,
  /** How long a batch waits for the lock of a customer: longer than another node's batch takes, and short enough to answer in time. */
  batchLock: 400,
  /** The longest time for which a new command may be expected to wait for its batch. The engine refuses commands that would wait longer. */
  queue: 650,
  /** How long a command may take from its arrival at the engine to its answer. */
  command: 900,
  /** How long to wait for the lock of a customer outside of batches. */
  lock: 1000,
  /** How long the whole transaction of a batch may take. */
  batch: 1500,
  /** How long to wait until an earlier request with the same Idempotency-Key is answered. */
  idempotency: 1500,
  /** How long any answer may take, from the end of its request's body: less than the two seconds of `I-10` in docs/invariants.md. */
  answer: 1750,
  /** How long to wait for a free connection to the database. */
  connection: 2000,
  /** How long a statement may take, and how long a transaction may send no statement. */
  statement: 5000,
  /** How long somebody who signs in waits for a turn to have a password hashed, or to be taken to the company's provider. */
  signInTurn: 5000,
  /**
   * How long a command that creates or migrates a database waits for a connection. It may be long, because no request waits for the
   * command.
   */
  patientConnection: 5000,
  /** How long a transaction may send no statement, in a command that creates or migrates a database or in one that reads all of history. */
  patientSilence: 30_000,
  /** How long a client may take to read a reply, from its first byte to its last (contract, section 2, Replies). */
  reply: 30_000,
  /** How long a client may take to read a whole file. The time ends earlier where the client reads nothing for as long as `reply`. */
  file: 600_000,
} as const
