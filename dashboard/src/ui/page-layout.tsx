import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClassNames } from '../lib/classes.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { UntrustedText } from './untrusted-text.tsx'
import { withMarkedCharacters } from '../lib/marked.ts'

interface Crumb {
  readonly label: string
  readonly to: string
}

/** The frame of a page: breadcrumbs, title, actions, and the content below. */
export function PageLayout({
  title,
  crumbs = [],
  badge,
  actions,
  children,
}: {
  title: string
  crumbs?: readonly Crumb[]
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  usePageTitle(withMarkedCharacters(title))
  return (
    <div className="grid min-w-0 gap-6">
      <header className="grid gap-1">
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumbs" className="flex flex-wrap gap-x-2 text-sm text-quiet">
            {crumbs.map(({ label, to }) => (
              <span key={to}>
                <Link to={to} className="wrap-anywhere hover:text-ink hover:underline">
                  <UntrustedText text={label} />
                </Link>
                <span aria-hidden className="pl-2">
                  /
                </span>
              </span>
            ))}
          </nav>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-center gap-3">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">
              <UntrustedText text={title} />
            </h1>
            {badge}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

/** A section of a page on a sheet of its own. `flush`: its content reaches the edges, as tables do. */
export function PageSection({
  title,
  action,
  flush = false,
  children,
}: {
  title?: string
  action?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className="min-w-0 overflow-clip rounded-xl border border-line bg-sheet">
      {(title !== undefined || action !== undefined) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-2">
          {title !== undefined && <h2 className="font-semibold">{title}</h2>}
          {action}
        </div>
      )}
      <div className={joinClassNames(!flush && 'p-5')}>{children}</div>
    </section>
  )
}

/** The facts about one resource as a list of names and values. */
export const DetailList = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 sm:gap-x-6 gap-y-2">
    {of.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-quiet">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
