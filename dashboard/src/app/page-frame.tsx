import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, lazy } from 'react'
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import type { SignedInIdentity } from '../api/live/event-stream.ts'
import { useIsEventStreamOpen, useLiveUpdates } from '../api/live/live-updates.ts'
import { onPurserReachableAgain, useSignInSessionState } from '../api/reach.ts'
import { reloadQueries } from '../api/reload-queries.ts'
import { signedInPersonQuery } from '../api/sign-in/session.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice, LoadingLines } from '../ui/states.tsx'
import { PurserUnreachableBanner } from './unreachable-banner.tsx'
import { Navigation } from './navigation.tsx'
import { CommandPaletteHost, SearchButton } from './palette/palette-host.tsx'
import { SignedInPerson } from './person.tsx'
import { SpendingStopBanner } from './spending-stop-banner.tsx'
import { accountQuery } from '../api/account.ts'

interface ShellProps {
  /** Called once the frame is drawn for a signed-in person. Returns a function that ends what it began. */
  onShown: () => () => void
}

/** The frame around every page of a signed-in person. Without a session it leads to the sign-in, and from there back. */
export function PageFrame({ onShown }: ShellProps) {
  const client = useQueryClient()
  useEffect(() => onPurserReachableAgain(() => void reloadQueries(client)), [client])
  return useSignInSessionState() === 'open' ? <Known onShown={onShown} /> : <ToSignIn />
}

/** Leads to the sign-in after a session has ended, and removes the session's data from screen and memory. */
function ToSignIn() {
  const { pathname, search } = useLocation()
  const hasLeft = useSignInSessionState() === 'left'
  const client = useQueryClient()
  useEffect(() => client.clear(), [client])
  return <Navigate replace to={hasLeft ? '/sign-in' : `/sign-in?next=${encodeURIComponent(pathname + search)}`} />
}

function Known({ onShown }: ShellProps) {
  const { data, error, refetch } = useQuery(signedInPersonQuery)
  if (data === undefined) {
    return (
      <div className="mx-auto max-w-xl p-6">
        <PurserUnreachableBanner />
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
      </div>
    )
  }
  return <SignedIn viewer={data} onShown={onShown} />
}

function SignedIn({ viewer, onShown }: ShellProps & { viewer: SignedInIdentity }) {
  useLiveUpdates(viewer)
  useEffect(onShown, [onShown])
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // In newer browsers `scrollTo` returns a promise, which React would take for a cleanup function.
    main.current?.scrollTo(0, 0)
  }, [pathname])
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <SideBar />
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-8 lg:py-8">
        <div className="mx-auto max-w-6xl">
          <PurserUnreachableBanner />
          <SpendingStopBanner />
          <DemoBand />
          <Suspense fallback={<LoadingLines />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      <CommandPaletteHost />
      <ScrollRestoration />
    </div>
  )
}

const Brand = () => (
  <Link to="/" className="flex items-center gap-2.5 text-lg font-semibold tracking-tight no-underline">
    <img src="/icon.svg" alt="" width="28" height="28" />
    Purser
  </Link>
)

const SideBar = () => (
  <aside className="sticky top-0 hidden h-dvh grid-rows-[auto_auto_1fr] gap-6 overflow-y-auto border-r border-line bg-sheet p-4 lg:grid">
    <div className="px-2 pt-1">
      <Brand />
    </div>
    <div className="grid gap-3">
      <SearchButton />
      <Navigation />
    </div>
    <div className="grid content-end gap-3">
      <div className="px-3">
        <LiveState />
      </div>
      <SignedInPerson />
    </div>
  </aside>
)

function TopBar() {
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-sheet lg:hidden">
      <div className="flex items-center justify-between px-4 py-2">
        <Brand />
        <SearchButton isShort />
        <Button look="ghost" aria-expanded={open} aria-controls="menu" onClick={() => setOpen(!open)}>
          Menu
        </Button>
      </div>
      {open && (
        <div id="menu" className="grid gap-2 border-t border-line p-2 pb-3">
          <Navigation onNavigate={() => setOpen(false)} />
          <SignedInPerson />
        </div>
      )}
    </header>
  )
}

const LiveState = () => {
  const isLive = useIsEventStreamOpen()
  return (
    <p className="flex items-center gap-2 text-sm text-quiet">
      <span aria-hidden className={`size-2 rounded-full ${isLive ? 'bg-good' : 'bg-strong-line'}`} />
      {isLive ? 'Live' : 'Connecting'}
    </p>
  )
}

const DemoNotice = lazy(() => import('./demo-notice.tsx'))

/** The note on every page while the account has the demo company, so that nobody takes its purchases for real. */
function DemoBand() {
  const { data } = useQuery(accountQuery)
  return data?.demo ? (
    <Suspense fallback={null}>
      <DemoNotice customerId={data.demo.customerId} />
    </Suspense>
  ) : null
}
