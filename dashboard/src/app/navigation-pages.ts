export interface NavigationPage {
  readonly to: string
  readonly label: string
  /** The key that opens the page, pressed after `g`. */
  readonly key: string
  /** The roles that see the page in the navigation. Absent: all roles. */
  readonly roles?: readonly string[]
}

/** The pages of the navigation, in its order. */
export const navigationPages: readonly NavigationPage[] = [
  { to: '/', label: 'Overview', key: 'o' },
  { to: '/approvals', label: 'Approvals', key: 'a' },
  { to: '/transactions', label: 'Transactions', key: 't' },
  { to: '/spend', label: 'Spend', key: 'e' },
  { to: '/intents', label: 'Intents', key: 'i' },
  { to: '/subscriptions', label: 'Subscriptions', key: 'b' },
  { to: '/customers', label: 'Customers', key: 'u' },
  { to: '/agents', label: 'Agents', key: 'g' },
  { to: '/cards', label: 'Cards', key: 'c' },
  { to: '/playground', label: 'Playground', key: 'p' },
  { to: '/developers', label: 'Developers', key: 'd' },
  { to: '/changes', label: 'Changes', key: 'h', roles: ['admin', 'read'] },
  { to: '/settings', label: 'Settings', key: 's' },
]
