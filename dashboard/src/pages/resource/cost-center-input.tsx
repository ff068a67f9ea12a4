import type { PolicyLevel } from '../../api/level-queries.ts'
import { TextInput } from '../../ui/field.tsx'

const inheritedBy: Readonly<Record<PolicyLevel, string>> = {
  customer: 'All purchases beneath have it, unless their agent or card has another one.',
  agent: 'The purchases of its cards have it, unless a card has another one. Empty: that of the customer.',
  card: 'Purchases with the card have it. Empty: that of the agent, or else of the customer.',
}

type InputProps = Pick<React.ComponentProps<typeof TextInput>, 'value' | 'error' | 'onChange'>

/** The field for the cost center of a customer, an agent or a card. */
export const CostCenterInput = ({ level, ...input }: InputProps & { level: PolicyLevel }) => (
  <TextInput label="Cost center" maxLength={64} hint={inheritedBy[level]} {...input} />
)
