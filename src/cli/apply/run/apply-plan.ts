import { PurserError } from '../../remote/client.ts'
import { type ApplyEntryFields, applyEntryKinds, type ApplyEntryReference } from '../file/entry.ts'
import type { ApplyPlan } from '../plan/plan.ts'
import { accountObjectId, isChangingApplyStep, type ApplyPlanStep } from '../plan/step.ts'
import type { ApplyRequests } from './requests.ts'

/** How many requests `purser apply` makes at the same time. */
const AT_ONCE = 8

export interface ApplyStepFailure {
  readonly step: ApplyPlanStep
  readonly error: PurserError
}

/** The steps of a plan that `purser apply` has made, failed to make and left out. */
export interface ApplyOutcome {
  /** The steps of `purser apply` that were made, with the ids of the objects that they have made. */
  readonly done: readonly ApplyPlanStep[]
  readonly failures: readonly ApplyStepFailure[]
  /** Steps of `purser apply` that were not made, because an object that they need is missing, or because the node no longer answered. */
  readonly skipped: readonly ApplyPlanStep[]
  /** Warnings of the node about the account's policies after the run, each text once. */
  readonly warnings: readonly string[]
}

export interface ApplyProgress {
  /** Called after each step of `purser apply`, with the number of steps that are done. */
  readonly onDone: (done: number) => void
  /** Takes the secret of a webhook that was made. The node shows the secret only once. */
  readonly onSecret: (name: string, secret: string) => Promise<void>
}

/** Makes every step of a `purser apply` plan: objects before those that belong to them. Resolves also where the node refused some. */
export function runApplyPlan(plan: ApplyPlan, requests: ApplyRequests, watch: ApplyProgress): Promise<ApplyOutcome> {
  return new Application(plan, requests, watch).run()
}

class Application {
  readonly #plan: ApplyPlan
  readonly #requests: ApplyRequests
  readonly #watch: ApplyProgress
  /** The ids of the objects that exist now, by the kind and name of the file's entry that describes each of them. */
  readonly #ids = new Map<string, string>()
  readonly #done: ApplyPlanStep[] = []
  readonly #failures: ApplyStepFailure[] = []
  readonly #skipped: ApplyPlanStep[] = []
  readonly #warnings = new Set<string>()
  #isOver = false

  constructor(plan: ApplyPlan, requests: ApplyRequests, watch: ApplyProgress) {
    this.#plan = plan
    this.#requests = requests
    this.#watch = watch
    for (const { kind, name, id, action } of plan.steps) {
      if (id !== null && action !== 'prune') this.#ids.set(`${kind} ${name}`, id)
    }
  }

  async run(): Promise<ApplyOutcome> {
    for (const steps of inOrder(this.#plan.steps.filter(isChangingApplyStep))) await this.#together(steps)
    return {
      done: this.#done,
      failures: this.#failures,
      skipped: this.#skipped,
      warnings: [...this.#warnings],
    }
  }

  /** Makes steps of `purser apply` at the same time, none of which needs the object that another one makes. */
  async #together(steps: readonly ApplyPlanStep[]): Promise<void> {
    const waiting = steps.values()
    const work = async () => {
      for (const step of waiting) await this.#make(step)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async #make(step: ApplyPlanStep): Promise<void> {
    if (this.#isOver) return void this.#skipped.push(step)
    try {
      const made = await this.#request(step)
      if (made === null) return void this.#skipped.push(step)
      this.#done.push(made)
      this.#watch.onDone(this.#done.length)
    } catch (error) {
      if (!(error instanceof PurserError)) throw error
      this.#failures.push({ step, error })
      // A step's refusal is about one object. Where the node does not answer, or refuses the API key, all further steps would fail, too.
      this.#isOver ||= error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429
    }
  }

  /** Makes a step of the plan. Null: the customer or agent to which the step's object belongs was not made. */
  async #request(step: ApplyPlanStep): Promise<ApplyPlanStep | null> {
    const { kind, name, action, id } = step
    if (action === 'prune') return (await this.#requests.prune(step), step)
    if (action !== 'create') return (this.#note(await this.#requests.update(kind, id ?? '', step.body)), step)
    const owners = this.#owners(step)
    if (owners === null) return null
    const made = await this.#requests.create(step, { ...owners, ...step.body })
    this.#ids.set(`${kind} ${name}`, accountObjectId(made))
    if (typeof made['secret'] === 'string') await this.#watch.onSecret(name, made['secret'])
    this.#note(made)
    return { ...step, id: accountObjectId(made) }
  }

  #owners({ customer, agent }: ApplyPlanStep): ApplyEntryFields | null {
    const idsOf = { customerId: this.#idOf('customers', customer), agentId: this.#idOf('agents', agent) }
    if (Object.values(idsOf).includes(null)) return null
    return Object.fromEntries(Object.entries(idsOf).filter(([, id]) => id !== undefined))
  }

  /** The id of the object that a file entry's reference names. Undefined: there is no reference. Null: that object was not made. */
  #idOf(kind: 'customers' | 'agents', reference: ApplyEntryReference | null): string | null | undefined {
    if (reference === null) return undefined
    return 'id' in reference ? reference.id : (this.#ids.get(`${kind} ${reference.entry}`) ?? null)
  }

  #note({ warnings }: ApplyEntryFields): void {
    for (const { message } of (warnings ?? []) as { message: string }[]) this.#warnings.add(message)
  }
}

/**
 * The steps of `purser apply` in groups, each of which needs only objects of the groups before it. Steps that prune come last, in the order
 * of the plan.
 */
function inOrder(steps: readonly ApplyPlanStep[]): ApplyPlanStep[][] {
  const pruned = steps.filter(({ action }) => action === 'prune')
  const others = steps.filter(({ action }) => action !== 'prune')
  return [
    ...applyEntryKinds.map((kind) => others.filter((step) => step.kind === kind)),
    ...[...applyEntryKinds].toReversed().map((kind) => pruned.filter((step) => step.kind === kind)),
  ]
}
