import { Type } from 'typebox'
import { Timestamp } from '../primitives.ts'
import { MAX_WEBHOOK_URL_LENGTH, subscribedEventTypes, WebhookStatus } from './webhook-fields.ts'
import { resourceCreatedAtRow, resourceIdRow, statusListColumn } from './level-rows.ts'
import { listFieldSheetFlag, textFieldSheetFlag } from './flags.ts'
import type { ResourceSheet } from './row.ts'

/** The fields of a webhook, in the order of answers. */
export const webhookSheet = {
  id: resourceIdRow,
  url: {
    schema: Type.String({
      minLength: 1,
      maxLength: MAX_WEBHOOK_URL_LENGTH,
      description:
        'The URL of the webhook, as it was parsed. The role `admin` sees all of it; other roles see its origin alone.',
    }),
    shown: 'always',
    stored: 'text',
    set: {
      number: 1,
      input: Type.String({
        minLength: 1,
        maxLength: MAX_WEBHOOK_URL_LENGTH,
        description: 'The URL of the HTTPS endpoint that receives the events.',
      }),
      create: 'required',
      update: 'keep',
      default: null,
      merge: 'replace',
      callersText: 'none',
      answered: 'parsed-url',
      file: 'same',
      flags: textFieldSheetFlag(1, 'url', 'https://...', 'The URL to which events are posted.'),
    },
    audited: 1,
    listed: { at: 3, title: 'url', as: 'text', fit: 'cut' },
  },
  events: {
    schema: subscribedEventTypes,
    shown: 'always',
    stored: 'words',
    set: {
      number: 2,
      input: null,
      create: 'required',
      update: 'keep',
      default: null,
      merge: 'set',
      callersText: 'none',
      answered: 'as-sent',
      file: 'same',
      flags: listFieldSheetFlag(2, 'events', 'transaction.created,...', 'The types of events, or * for all.'),
    },
    audited: 2,
    listed: { at: 4, title: 'events', as: 'words', fit: 'cut' },
  },
  description: {
    schema: Type.String({ maxLength: 500 }),
    shown: 'if-set',
    stored: 'text',
    set: {
      number: 3,
      input: null,
      create: 'optional',
      update: 'unset',
      default: null,
      merge: 'replace',
      callersText: 'whole',
      answered: 'as-sent',
      file: 'own',
      flags: textFieldSheetFlag(3, 'description', 'TEXT', 'What the webhook is for.'),
    },
    audited: 3,
    listed: null,
  },
  status: {
    schema: WebhookStatus,
    shown: 'always',
    stored: 'word',
    set: {
      number: 4,
      input: null,
      create: 'optional',
      update: 'keep',
      default: 'active',
      merge: 'replace',
      callersText: 'none',
      answered: 'as-sent',
      file: 'same',
      flags: null,
    },
    audited: 4,
    listed: statusListColumn,
  },
  createdAt: { ...resourceCreatedAtRow, schema: Timestamp },
  updatedAt: { schema: Timestamp, shown: 'always', stored: 'time', set: 'never', audited: null, listed: null },
} as const satisfies ResourceSheet
