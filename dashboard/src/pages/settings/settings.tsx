import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHasRole } from '../../api/sign-in/session.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { joinClassNames } from '../../lib/classes.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { LoadingLines } from '../../ui/states.tsx'
import { AccountSettings } from './account.tsx'
import { Invitations } from './invitations.tsx'
import { PeopleList } from './people-list.tsx'
import { SignedInPersonSettings } from './own-settings.tsx'

const Notifications = loadComponentLater(
  async () => (await import('./notifications.tsx')).Notifications,
  <LoadingLines lines={6} />,
)

interface Tab {
  readonly name: string
  readonly label: string
  readonly Content: ComponentType
  readonly adminsOnly?: true
}

const tabs: readonly Tab[] = [
  { name: 'people', label: 'People', Content: PeopleList },
  { name: 'invitations', label: 'Invitations', Content: Invitations, adminsOnly: true },
  { name: 'you', label: 'You', Content: SignedInPersonSettings },
  { name: 'notifications', label: 'Notifications', Content: Notifications },
  { name: 'account', label: 'Account', Content: AccountSettings },
]

/** The settings. `?tab=` in the address names the open tab, so that each tab has a link. */
export default function Settings() {
  const [search] = useSearchParams()
  const isAdmin = useHasRole('admin')
  const shown = tabs.filter(({ adminsOnly }) => isAdmin || adminsOnly !== true)
  const current = shown.find(({ name }) => name === search.get('tab')) ?? shown[0]
  return (
    <PageLayout title="Settings">
      <nav aria-label="Parts of the settings" className="flex flex-wrap gap-x-1 border-b border-line">
        {shown.map(({ name, label }) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            aria-current={name === current?.name ? 'page' : undefined}
            className={joinClassNames(
              '-mb-px flex min-h-10 items-center border-b-2 px-3 no-underline',
              name === current?.name
                ? 'border-accent font-medium text-accent'
                : 'border-transparent text-quiet hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {current && <current.Content />}
    </PageLayout>
  )
}
