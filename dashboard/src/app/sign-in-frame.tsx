import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/use-page-title.ts'

/** The frame of a page for people who are not signed in: one sheet in the middle, with one thing to do. */
export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-6 px-4 py-10 sm:content-center">
      <p className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
        <img src="/icon.svg" alt="" width="32" height="32" />
        Purser
      </p>
      <section className="grid w-full max-w-sm gap-5 rounded-2xl border border-line bg-sheet p-6 sm:p-8">
        <header className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {lead && <p className="text-quiet">{lead}</p>}
        </header>
        {children}
      </section>
    </main>
  )
}
