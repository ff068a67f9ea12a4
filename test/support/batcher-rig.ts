import type { EngineCommand } from '../../src/domain/batch/commands/commands.ts'
import type { CommittedBatch } from '../../src/engine/batch.ts'
import { EngineBatcher, type BatcherOptions } from '../../src/engine/batcher.ts'
import { ServiceBusyError } from '../../src/lib/traffic/busy-error.ts'
import type { EngineAnswer, SubmittedEngineCommand } from '../../src/engine/submitted.ts'
import { testAuditedAct } from './records/acts.ts'

const OPTIONS: BatcherOptions = { maxQueue: 1000, maxBatch: 256, maxInFlight: 2 }

interface Begun {
  readonly batch: readonly SubmittedEngineCommand[]
  end(error?: Error): void
}

/** A batcher whose batches end when the test ends them, after any duration. */
export function batcherRig(options: Partial<BatcherOptions> = {}) {
  let nowMs = 0
  let submitted = 0
  const locked = new Set<string>()
  const begun: Begun[] = []
  const inFlight: Begun[] = []
  const batcher = new EngineBatcher(
    {
      run: (batch) =>
        new Promise<CommittedBatch>((resolve, reject) => {
          const answers = batch.map((one): EngineAnswer => ({
            kind: 'replayed',
            status: 200,
            body: submittedCommandName(one),
          }))
          const own: Begun = {
            batch,
            end: (error) => (error ? reject(error) : resolve({ answers, deliveries: 0 })),
          }
          begun.push(own)
          inFlight.push(own)
        }),
      blockedOf: (ids) => Promise.resolve(new Set(ids.filter((id) => locked.has(id)))),
      nowMs: () => nowMs,
    },
    { ...OPTIONS, ...options },
  )
  /** Submits a command to the batcher, for a new customer unless one is given. Null: the batcher does not know the command's customer. */
  const submit = (customer?: string | null): Promise<string> => {
    submitted += 1
    const name = `txn_${submitted}`
    const customerId = customer === undefined ? `cust_${submitted}` : customer
    const command: EngineCommand = { kind: 'expire', accountId: 'acct_1', transactionId: name }
    const levels = customerId === null ? null : { customerId, agentId: null, cardId: null }
    return batcher.submit({ command, act: testAuditedAct, claim: null, levels }).then(
      (answer) => (answer.kind === 'replayed' && answer.body === name ? 'answered' : 'another answer'),
      (error: unknown) => (error instanceof ServiceBusyError ? 'busy' : 'failed'),
    )
  }
  /** Waits some turns of the event loop: longer than a batcher gathers commands. */
  const turn = async () => {
    for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
  }
  return {
    submit,
    turn,
    crowd: (count: number, customer?: string) => Array.from({ length: count }, () => submit(customer)),
    lock: (customer: string) => locked.add(customer),
    begun: () => begun.map(({ batch }) => batch),
    /** The number of commands in each batch that has begun. */
    sizes: () => begun.map(({ batch }) => batch.length),
    customers: () =>
      begun.map(({ batch }) => [...new Set(batch.map(({ levels }) => levels?.customerId ?? null))].join(' ')),
    get length() {
      return batcher.length
    },
    idle: () => batcher.idle(),
    isBusy: () => batcher.isBusy,
    /** Ends the oldest running batch, with this duration. */
    end: async (durationMs: number, error?: Error) => {
      nowMs += durationMs
      inFlight.shift()?.end(error)
      await turn()
    },
    pass: (ms: number) => (nowMs += ms),
  }
}

export type BatcherRig = ReturnType<typeof batcherRig>

export const submittedCommandName = ({ command }: SubmittedEngineCommand) =>
  'transactionId' in command ? command.transactionId : ''

export const isEngineCommandRefused = async ({ submit, turn }: BatcherRig) => {
  let answer = 'waits'
  void submit().then((given) => (answer = given))
  await turn()
  return answer === 'busy'
}

/** Runs one batch of each of these durations, one after the other. */
export async function runBatchesOfDurations(engine: BatcherRig, durations: readonly number[]): Promise<void> {
  for (const durationMs of durations) {
    void engine.submit()
    await engine.turn()
    await engine.end(durationMs)
  }
}

/** Starts one batch, for a customer of its own, and then submits the commands that wait behind this batch. */
export async function submitBehindOneBatch(engine: BatcherRig, behind: () => unknown): Promise<void> {
  void engine.submit('cust_first')
  await engine.turn()
  behind()
  await engine.turn()
}
