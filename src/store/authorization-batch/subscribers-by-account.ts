import type { Subscriber } from '../outbox.ts'

const MOST_ACCOUNTS = 10_000

/** The active webhooks of accounts, as the last batch that looked has found them. */
export class SubscribersByAccount {
  #subscribers = new Map<string, readonly Subscriber[]>()

  /** Undefined: not looked yet. */
  of(accountId: string): readonly Subscriber[] | undefined {
    return this.#subscribers.get(accountId)
  }

  keep(accountIds: Iterable<string>, subscribers: readonly Subscriber[]): void {
    if (this.#subscribers.size > MOST_ACCOUNTS) this.#subscribers.clear()
    for (const accountId of accountIds) {
      this.#subscribers.set(
        accountId,
        subscribers.filter((subscriber) => subscriber.accountId === accountId),
      )
    }
  }
}
