import { NewAgent } from '../../pages/agents/new-agent.tsx'
import { NewCard } from '../../pages/cards/new-card.tsx'
import { NewCustomer } from '../../pages/customers/new-customer.tsx'
import { AskToStop } from '../../pages/settings/stop.tsx'
import { Palette } from './palette.tsx'
import type { OpenDialog } from './palette-host.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The window that a shortcut or a command of the palette opens. */
export default function Windows({ shown, onShow }: { shown: OpenDialog; onShow: (next: OpenDialog | null) => void }) {
  const onClose = () => onShow(null)
  if (shown === 'palette') return <Palette onShow={onShow} onClose={onClose} />
  if (shown === 'shortcuts') return <Shortcuts onClose={onClose} />
  if (shown === 'customer') return <NewCustomer onClose={onClose} />
  if (shown === 'agent') return <NewAgent onClose={onClose} />
  return shown === 'card' ? <NewCard onClose={onClose} /> : <AskToStop onClose={onClose} />
}
