import { chooseFirstSteps } from '../../lib/first-steps-choice.ts'
import { navigationPages } from '../navigation-pages.ts'
import type { PaletteDialogName } from './palette-host.tsx'

export interface CommandPaletteItem {
  readonly key: string
  readonly name: string
  readonly detail?: string
  /** The path of the page that the palette's item opens. */
  readonly to?: string
  readonly opens?: PaletteDialogName
  /** The action that runs before the page of the palette's item opens. */
  readonly act?: () => void
}

export interface CommandPaletteGroup {
  readonly title: string
  readonly items: readonly CommandPaletteItem[]
}

type Command = CommandPaletteItem & { readonly roles?: readonly string[] }

const actions: readonly Command[] = [
  { key: 'new-card', name: 'New card', opens: 'card', roles: ['admin'] },
  { key: 'new-agent', name: 'New agent', opens: 'agent', roles: ['admin'] },
  { key: 'new-customer', name: 'New customer', opens: 'customer', roles: ['admin'] },
  { key: 'try', name: 'Try a purchase in the playground', to: '/playground' },
  { key: 'first-steps', name: 'Show the first steps', to: '/', act: () => chooseFirstSteps('shown') },
  { key: 'connect-agent', name: 'Connect an agent', to: '/connect/agent', roles: ['admin'] },
  { key: 'connect-issuer', name: 'Connect an issuer', to: '/connect/issuer', roles: ['admin'] },
  { key: 'stop', name: 'Stop all spending', opens: 'stop', roles: ['admin', 'approver'] },
  { key: 'shortcuts', name: 'Show keyboard shortcuts', detail: '?', opens: 'shortcuts' },
]

const pages: readonly Command[] = [
  ...navigationPages.map(({ to, label, key, roles }) => ({
    key: to,
    name: label,
    detail: `g ${key}`,
    to,
    ...(roles && { roles }),
  })),
  { key: 'webhooks', name: 'Webhooks', to: '/developers/webhooks' },
  { key: 'keys', name: 'API keys', to: '/developers/keys' },
  { key: 'events', name: 'Events', to: '/developers/events' },
  { key: 'people', name: 'People', to: '/settings?tab=people' },
  { key: 'you', name: 'Your passkeys and sessions', to: '/settings?tab=you' },
]

interface Viewer {
  readonly role: string
  readonly isStopped: boolean
}

/** The commands and pages that the viewer's role may use and whose name matches: each typed word begins a word of the name. */
export function paletteCommandsFor(text: string, { role, isStopped }: Viewer): CommandPaletteGroup[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ key, name, roles }: Command) => {
    const words = name.toLowerCase().split(/\s+/)
    const isFound = typed.every((part) => words.some((word) => word.startsWith(part)))
    return isFound && (roles?.includes(role) ?? true) && !(key === 'stop' && isStopped)
  }
  const groups = [
    { title: 'Actions', items: actions.filter(fits) },
    { title: 'Go to', items: pages.filter(fits) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
