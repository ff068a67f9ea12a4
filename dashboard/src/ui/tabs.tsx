import { NavLink } from 'react-router'
import { joinClassNames } from '../lib/classes.ts'

interface Tab {
  readonly to: string
  readonly label: string
}

const tabClass = ({ isActive }: { isActive: boolean }) =>
  joinClassNames(
    '-mb-px flex min-h-10 items-center border-b-2 px-3 whitespace-nowrap no-underline',
    isActive ? 'border-accent font-medium text-accent' : 'border-transparent text-quiet hover:text-ink',
  )

/** The tabs of a page, each with an address of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label} className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
    {tabs.map(({ to, label: name }) => (
      <NavLink key={to} to={to} className={tabClass}>
        {name}
      </NavLink>
    ))}
  </nav>
)
