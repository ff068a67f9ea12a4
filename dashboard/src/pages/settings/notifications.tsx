import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailNotifications, SlackNotifications } from '@purser/client'
import { purser } from '../../api/client.ts'
import { errorAt, errorElsewhere } from '../../api/errors.ts'
import { useMay, useSelf } from '../../api/session.ts'
import { useAct } from '../../api/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Input } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { TryIt } from './try-it.tsx'
import { type NotifiedEvent, notifiedEvents, toldTo } from './notified-events.ts'

const mailQuery = queryOptions({
  queryKey: ['notifications', 'mail'],
  queryFn: ({ signal }) => purser.notifications.get({ signal }),
})
const slackQuery = queryOptions({
  queryKey: ['notifications', 'slack'],
  queryFn: ({ signal }) => purser.slack.get({ signal }),
})

/** What comes by mail to whoever is signed in, and what Slack is told of the account. */
export function Notifications() {
  const mail = useQuery(mailQuery)
  const isAdmin = useMay('admin')
  const slack = useQuery({ ...slackQuery, enabled: isAdmin })
  return (
    <>
      <Section title="By mail">
        {mail.data ? (
          <ByMail key={JSON.stringify(mail.data)} of={mail.data} />
        ) : mail.error ? (
          <Failure error={mail.error} onRetry={() => void mail.refetch()} />
        ) : (
          <Loading lines={4} />
        )}
      </Section>
      {isAdmin && (
        <Section title="In Slack">
          {slack.data ? (
            <InSlack key={JSON.stringify(slack.data)} of={slack.data} />
          ) : slack.error ? (
            <Failure error={slack.error} onRetry={() => void slack.refetch()} />
          ) : (
            <Loading lines={4} />
          )}
        </Section>
      )}
    </>
  )
}

function ByMail({ of: saved }: { of: MailNotifications }) {
  const { personRole } = useSelf()
  const [events, setEvents] = useState(saved.events)
  const save = useAct(() => purser.notifications.update({ events }), {
    changes: 'notifications',
    said: 'Your mails are as you chose them.',
    quiet: true,
  })
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <p className="text-quiet">
        {saved.sendsMail
          ? `To ${saved.email}. Each mail leads to the page that it is about.`
          : 'This installation sends no mail yet: whoever runs it sets PURSER_SMTP_URL. What you choose holds from then on.'}
      </p>
      {personRole === 'owner' && (
        <p className="text-quiet">
          Of a stop of all spending, and its end, every owner is told, whatever is chosen here.
        </p>
      )}
      {save.error && <Failure error={save.error} />}
      <Choice legend="Mail me about" of={toldTo(personRole)} chosen={events} onChange={setEvents} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" busy={save.isPending}>
          Save my mails
        </Button>
        {saved.sendsMail && <TryIt what="mail" send={() => purser.notifications.test()} />}
      </div>
    </form>
  )
}

function InSlack({ of: saved }: { of: SlackNotifications }) {
  const [events, setEvents] = useState(saved.events)
  const [url, setUrl] = useState('')
  const save = useAct(() => purser.slack.update({ events, ...(url.trim() !== '' && { url: url.trim() }) }), {
    changes: 'notifications',
    said: 'Slack is told as you chose.',
    onDone: () => setUrl(''),
    quiet: true,
  })
  const remove = useAct(() => purser.slack.update({ url: null, events: [] }), {
    changes: 'notifications',
    said: 'Slack is told nothing any more.',
  })
  const elsewhere = errorElsewhere(save.error, ['url'])
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <p className="text-quiet">
        One channel for the whole account: whoever reads it sees names, amounts and what purchases are for. A stop of
        all spending, and its end, are told there whatever is chosen here.
      </p>
      {elsewhere !== null && <Failure error={elsewhere} />}
      <Input
        label="Incoming webhook of Slack"
        type="password"
        autoComplete="off"
        required={saved.url === undefined}
        placeholder={saved.url ?? 'https://hooks.slack.com/services/…'}
        hint={
          saved.url === undefined
            ? 'Slack shows its URL where you add “Incoming Webhooks” to a channel. It is a secret, and never shown again.'
            : `Set: ${saved.url}. Leave it empty to keep it.`
        }
        value={url}
        error={errorAt(save.error, 'url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Choice legend="Tell Slack about" of={notifiedEvents} chosen={events} onChange={setEvents} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" busy={save.isPending}>
          Save Slack
        </Button>
        {saved.url !== undefined && <TryIt what="message" send={() => purser.slack.test()} />}
        {saved.url !== undefined && (
          <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Take Slack away
          </Button>
        )}
      </div>
    </form>
  )
}

interface ChoiceProps {
  legend: string
  of: readonly NotifiedEvent[]
  chosen: MailNotifications['events']
  onChange: (events: MailNotifications['events']) => void
}

function Choice({ legend, of: events, chosen, onChange }: ChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-sm font-medium">{legend}</legend>
      {events.map(({ type, label }) => (
        <Checkbox
          key={type}
          label={label}
          checked={chosen.includes(type)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))}
        />
      ))}
    </fieldset>
  )
}
