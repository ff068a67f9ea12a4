import type { AuditEntry } from '@purser/client'
import { useState } from 'react'
import { Link } from 'react-router'
import { FieldChangeLine, useFieldValueInWords } from '../../ui/change-line.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { JsonBlock } from '../../ui/code.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import {
  type ShownFieldChange,
  singleFieldChanges,
  fieldNameInSentence,
  isResourceCreation,
  describeOperation,
} from '../../lib/change-words.ts'
import { useAuditedResourceName } from './resource-names.ts'

/** The words for the means by which an actor called an operation. A signed-in person and the service itself need none. */
const MEANS = { key: 'by API key', token: 'by access token', shell: 'at the shell' } as const

/** The most changed fields of one audit entry that are shown before a click on `more fields`. */
const SHOWN = 6

/** An act of the audit trail: the actor, the operation, and beneath it each resource with its changed fields. */
export const AuditEntryItem = ({ of: entries }: { of: readonly [AuditEntry, ...AuditEntry[]] }) => {
  const [{ actor, operation, at }] = entries
  return (
    <li className="grid gap-2 border-b border-line px-5 py-4 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0">
          <Link to={`/changes?actorId=${encodeURIComponent(actor.id)}`} className="font-semibold hover:underline">
            <UntrustedText text={actor.type === 'system' ? 'Purser' : actor.name} />
          </Link>{' '}
          {describeOperation(operation)}
          {actor.type !== 'person' && actor.type !== 'system' && (
            <span className="text-sm text-quiet"> {MEANS[actor.type]}</span>
          )}
        </p>
        <span className="text-sm text-quiet">
          <RelativeTime at={at} />
        </span>
      </div>
      {entries.map((entry) => (
        <Entry key={entry.id} of={entry} />
      ))}
    </li>
  )
}

function Entry({ of: entry }: { of: AuditEntry }) {
  const [isWhole, setWhole] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const changes = entry.changes.flatMap(singleFieldChanges)
  const rest = changes.length - SHOWN
  return (
    <div className="grid gap-1.5 border-l-2 border-line pl-4">
      <ResourceLink of={entry.resource} changes={entry.changes} />
      <ul className={isResourceCreation(changes) ? 'flex flex-wrap gap-x-5' : 'grid gap-0.5'}>
        {(isWhole ? changes : changes.slice(0, SHOWN)).map((change) =>
          isResourceCreation(changes) ? (
            <First key={change.path} of={change} />
          ) : (
            <FieldChangeLine key={change.path} of={change} />
          ),
        )}
      </ul>
      <div className="flex flex-wrap gap-x-4 text-sm">
        {rest > 0 && (
          <button
            type="button"
            className="text-accent underline-offset-2 hover:underline"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Fewer fields' : `${rest} more fields`}
          </button>
        )}
        <button
          type="button"
          className="text-quiet hover:text-ink hover:underline"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the entry' : 'The entry as JSON'}
        </button>
      </div>
      {isOpen && <JsonBlock of={entry} label={`The entry ${entry.sequence}`} />}
    </div>
  )
}

/** A field and its value in an audit entry that records a creation. */
function First({ of: { path, after } }: { of: ShownFieldChange }) {
  const inWords = useFieldValueInWords(path)
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-quiet">{capital(fieldNameInSentence(path))}:</span> <UntrustedText text={inWords(after)} />
    </li>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const pages: Readonly<Partial<Record<AuditEntry['resource']['type'], (id: string) => string>>> = {
  customer: (id) => `/customers/${id}`,
  agent: (id) => `/agents/${id}`,
  card: (id) => `/cards/${id}`,
  transaction: (id) => `/transactions/${id}`,
  subscription: (id) => `/subscriptions/${id}`,
  change_request: (id) => `/approvals/${id}`,
  challenge: (id) => `/approvals/${id}`,
  webhook: (id) => `/developers/webhooks/${id}`,
  api_key: () => '/developers/keys',
  person: () => '/settings',
  invitation: () => '/settings',
}

function ResourceLink({ of: { type, id }, changes }: { of: AuditEntry['resource']; changes: AuditEntry['changes'] }) {
  const name = useAuditedResourceName(type, id, changes)
  const page = pages[type]?.(id)
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="text-sm text-quiet">{type.replace('_', ' ').replace('api', 'API')}</span>
      {page === undefined ? (
        <span className="min-w-0 font-medium wrap-anywhere">{name && <UntrustedText text={name} />}</span>
      ) : (
        <Link to={page} className="min-w-0 font-medium wrap-anywhere underline-offset-2 hover:underline">
          {name === undefined ? id : <UntrustedText text={name} />}
        </Link>
      )}
      {(name !== undefined || page === undefined) && (
        <Link
          to={`/changes?resourceId=${id}`}
          className="min-w-0 text-xs break-all text-quiet hover:underline"
          title="All changes of it"
        >
          <code>{id}</code>
        </Link>
      )}
    </p>
  )
}
