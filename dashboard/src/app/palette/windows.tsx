import { NewAgent } from '../../pages/agents/new-agent.tsx'
import { NewCard } from '../../pages/cards/new-card.tsx'
import { NewCustomer } from '../../pages/customers/new-customer.tsx'
import { StopSpendingDialog } from '../../pages/settings/stop.tsx'
import { CommandPalette } from './palette.tsx'
import type { PaletteDialogName } from './palette-host.tsx'
import { ShortcutList } from './shortcuts.tsx'

/** The dialog that a shortcut or a command of the palette opens. */
export default function PaletteDialogs({
  shown,
  onShow,
}: {
  shown: PaletteDialogName
  onShow: (next: PaletteDialogName | null) => void
}) {
  const onClose = () => onShow(null)
  if (shown === 'palette') return <CommandPalette onShow={onShow} onClose={onClose} />
  if (shown === 'shortcuts') return <ShortcutList onClose={onClose} />
  if (shown === 'customer') return <NewCustomer onClose={onClose} />
  if (shown === 'agent') return <NewAgent onClose={onClose} />
  return shown === 'card' ? <NewCard onClose={onClose} /> : <StopSpendingDialog onClose={onClose} />
}
