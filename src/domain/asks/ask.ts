import { lifecycleAllowsStatusChange, type LifecycleStatusTransition } from '../lifecycles/moves.ts'

/**
 * The fields that every ask has: an intent, a subscription, a change request or a challenge. Somebody asks, a person decides, and time ends
 * the wait.
 */
interface AskState {
  readonly status: string
  /** When the intent, subscription, change request or challenge expires, in Unix milliseconds. Null: it does not. */
  readonly expiresAt: number | null
}

/**
 * The lifecycle of an ask (an intent, a subscription, a change request or a challenge), as far as all asks have the same: time can end it.
 */
export type ApprovalAskLifecycle<State extends AskState> = Readonly<
  Record<State['status'] | 'expired', Pick<LifecycleStatusTransition<State['status'], string, unknown>, 'from'>>
>

/** An ask (an intent, a subscription, a change request or a challenge) before and after a change that is not saved yet. */
export interface ApprovalAskChange<State> {
  /** The ask as it was. Null: the intent, subscription, change request or challenge is new. */
  readonly before: State | null
  readonly after: State
  /** True: time has ended the wait. The audit entry of the change then names the expiry, not the caller of that moment. */
  readonly isByTime: boolean
}

export const newApprovalAsk = <State extends AskState>(after: State): ApprovalAskChange<State> => ({
  before: null,
  after,
  isByTime: false,
})

/**
 * Whether an intent, subscription, change request or challenge has not ended although its time is over. At `expiresAt` itself its time is
 * over. `now`: Unix milliseconds.
 */
export const isApprovalAskOverdue = <State extends AskState>(
  life: ApprovalAskLifecycle<State>,
  { status, expiresAt }: Pick<State, 'status' | 'expiresAt'>,
  now: number,
): boolean =>
  expiresAt !== null &&
  expiresAt <= now &&
  lifecycleAllowsStatusChange<State['status'] | 'expired'>(life, status, 'expired')

/** Whether an ask, such as an intent or a change request, can still get a status by a decision. `now`: Unix milliseconds. */
export const canDecideApprovalAsk = <State extends AskState>(
  life: ApprovalAskLifecycle<State>,
  ask: Pick<State, 'status' | 'expiresAt'>,
  { to, now }: { readonly to: State['status']; readonly now: number },
): boolean =>
  lifecycleAllowsStatusChange<State['status']>(life, ask.status, to) && !isApprovalAskOverdue<State>(life, ask, now)

/**
 * Makes the change by which a person's decision gives an intent, subscription, change request or challenge a status and other fields. Null:
 * it has ended, or its time is over.
 */
export const approvalAskDecisionChange = <State extends AskState>(
  life: ApprovalAskLifecycle<State>,
  before: State,
  { set, now }: { readonly set: Partial<State> & Pick<State, 'status'>; readonly now: number },
): ApprovalAskChange<State> | null =>
  canDecideApprovalAsk<State>(life, before, { to: set.status, now })
    ? { before, after: { ...before, ...set }, isByTime: false }
    : null

/**
 * Makes the change that expires an ask (an intent, a subscription, a change request or a challenge). Null: its time is not over, or it has
 * ended already. `now`: Unix milliseconds.
 */
export const expiredApprovalAsk = <State extends AskState>(
  life: ApprovalAskLifecycle<State>,
  before: State,
  now: number,
): ApprovalAskChange<State> | null =>
  isApprovalAskOverdue(life, before, now) ? { before, after: { ...before, status: 'expired' }, isByTime: true } : null
