import { type ApplyFileEntry, type ApplyEntryFields, type ApplyEntryKind, applyEntryKinds } from '../file/entry.ts'
import { applyEntryNameOf, applyNameMetadataKey } from '../file/mark.ts'
import { type AccountObjects, accountObjectId, type ApplyPlanStep } from './step.ts'

/** The key of a customer's `metadata` that says that `purser apply --prune` has suspended it. */
export const applyPrunedMetadataKey = 'applyPruned'

interface Compared {
  readonly project: string
  readonly entries: readonly ApplyFileEntry[]
  readonly account: AccountObjects
}

/**
 * The plan's steps for objects that an entry of the project has made and that no file names any more: cards are closed, agents and webhooks
 * deleted, customers suspended. Objects that belong to others come before them. Objects without an entry's name, or of another project, are
 * never among them.
 */
export function applyPruneSteps({ project, entries, account }: Compared): ApplyPlanStep[] {
  const names = new Set(entries.map(({ kind, name }) => `${kind} ${name}`))
  const adopted = new Set(entries.flatMap(({ id }) => (id === null ? [] : [id])))
  return [...applyEntryKinds].toReversed().flatMap((kind) =>
    account[kind].flatMap((object) => {
      const name = applyEntryNameOf(kind, object)
      if (name === null || !name.startsWith(`${project}/`) || isPruned(kind, object)) return []
      if (names.has(`${kind} ${name}`) || adopted.has(accountObjectId(object))) return []
      return [stepOf(kind, name, object, account)]
    }),
  )
}

const isPruned = (kind: ApplyEntryKind, object: ApplyEntryFields): boolean =>
  (kind === 'cards' && object['status'] === 'closed') ||
  (kind === 'customers' && (object['metadata'] as ApplyEntryFields | undefined)?.[applyPrunedMetadataKey] === true)

function stepOf(kind: ApplyEntryKind, name: string, object: ApplyEntryFields, account: AccountObjects): ApplyPlanStep {
  const id = accountObjectId(object)
  const step = { kind, name, action: 'prune', id, customer: null, agent: null } as const
  const before = object['status']
  switch (kind) {
    case 'cards':
      // The closed card loses the name of its `purser apply` entry, so that an entry that comes back makes a new card.
      return {
        ...step,
        body: { status: 'closed', metadata: { [applyNameMetadataKey]: null } },
        changes: [{ path: 'status', before, after: 'closed' }],
        note: 'closes the card for good',
      }
    case 'customers':
      return {
        ...step,
        body: { status: 'suspended', metadata: { [applyPrunedMetadataKey]: true } },
        changes: [{ path: 'status', before, after: 'suspended' }],
        note: 'suspends the customer: all purchases of its cards are declined',
      }
    case 'agents':
      return { ...step, body: {}, changes: [], note: `deletes the agent for good${closing(id, account)}` }
    default:
      return { ...step, body: {}, changes: [], note: 'deletes the webhook: its events are sent no more' }
  }
}

/** A note that deleting an agent closes its cards, those that were made by hand, too. */
function closing(agentId: string, { cards }: AccountObjects): string {
  const open = cards.filter((card) => card['agentId'] === agentId && card['status'] !== 'closed')
  if (open.length === 0) return ''
  const byHand = open.filter((card) => applyEntryNameOf('cards', card) === null).length
  const others = byHand === 0 ? '' : `, ${byHand} of which no file has made`
  return `, and closes its ${open.length === 1 ? 'open card' : `${open.length} open cards`}${others}`
}
