import { NavLink } from 'react-router'
import { useWaitingInboxRequests } from '../api/approvals/waiting.ts'
import { useSignedInPerson } from '../api/sign-in/session.ts'
import { joinClassNames } from '../lib/classes.ts'
import { formatCount } from '../lib/format.ts'
import { navigationPages } from './navigation-pages.ts'

const linkClass = ({ isActive }: { isActive: boolean }) =>
  joinClassNames(
    'flex min-h-10 items-center justify-between rounded-lg px-3 no-underline',
    isActive ? 'bg-accent-wash font-medium text-accent' : 'text-ink hover:bg-raised',
  )

/** The navigation: the pages that the signed-in person can open. Approvals has the number of waiting requests beside it. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { role } = useSignedInPerson()
  return (
    <nav aria-label="Pages" className="grid gap-0.5">
      {navigationPages
        .filter(({ roles }) => roles === undefined || roles.includes(role))
        .map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === '/'} className={linkClass} {...(onNavigate && { onClick: onNavigate })}>
            {label}
            {to === '/approvals' && <Waiting />}
          </NavLink>
        ))}
    </nav>
  )
}

function Waiting() {
  const { rows = [], hasMore } = useWaitingInboxRequests()
  if (rows.length === 0) return null
  const count = `${formatCount(rows.length)}${hasMore ? '+' : ''}`
  return (
    <span className="rounded-full bg-warn-wash px-2 text-xs font-semibold text-warn tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
