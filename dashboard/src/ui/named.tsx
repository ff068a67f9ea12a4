import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cardNameWithDigits, customerName, useAgent, useCard, useCustomer } from '../api/names.ts'
import { UntrustedText } from './untrusted-text.tsx'

interface NamedProps {
  id: string | null
  /** True: the name links to the resource's page. False in rows that are links themselves. */
  link?: boolean
}

export const CustomerName = ({ id, link = false }: NamedProps) => {
  const customer = useCustomer(id)
  return <Named to={link ? `/customers/${id}` : null} name={customer && customerName(customer)} id={id} />
}

export const AgentName = ({ id, link = false }: NamedProps) => {
  const agent = useAgent(id)
  if (id === null) return <span className="text-quiet">No agent</span>
  return <Named to={link ? `/agents/${id}` : null} name={agent?.name} id={id} />
}

export const CardName = ({ id, link = false }: NamedProps) => {
  const card = useCard(id)
  return <Named to={link ? `/cards/${id}` : null} name={card && cardNameWithDigits(card)} id={id} />
}

/** A name in a list: a long word breaks, so that it does not push its neighbours away. */
export const WrappedListName = ({ children }: { children: ReactNode }) => (
  <span className="line-clamp-3 min-w-20 wrap-anywhere @xl:min-w-28">{children}</span>
)

export const UntrustedListName = ({ text }: { text: string }) => (
  <WrappedListName>
    <UntrustedText text={text} />
  </WrappedListName>
)

/** A resource's name. Until it is loaded, the id is shown, no wider than most names, so that columns do not move. */
function Named({ to, name, id }: { to: string | null; name: string | undefined; id: string | null }) {
  const shown =
    name === undefined ? (
      <code title={id ?? ''} className="inline-block max-w-28 truncate align-bottom text-quiet">
        {id}
      </code>
    ) : (
      <UntrustedText text={name} />
    )
  return to === null ? (
    shown
  ) : (
    <Link to={to} className="hover:underline">
      {shown}
    </Link>
  )
}
