import type { Settings } from '../app/settings/options.ts'

/**
 * The origin of the dashboard by the settings, for links that a command prints. Null: no setting tells it, because the port is chosen at
 * the start, or the node is behind a name that no setting gives.
 */
export function dashboardOrigin({ publicUrl, port, host, behindTls, databaseUrl }: Settings): string | null {
  if (publicUrl !== null) return publicUrl
  // A database that other machines use has nodes on other machines, so this machine's address need not be the dashboard's.
  if (port === 0 || behindTls || databaseUrl !== null || !LOCAL.has(host)) return null
  // Browsers create passkeys only for a host name, never for an IP address.
  return `http://localhost:${port}`
}

const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** Text lines that end with a link to the dashboard. The link is whole where the dashboard's origin is known. */
export function dashboardLinkLines(settings: Settings, path: string): string[] {
  const origin = dashboardOrigin(settings)
  return origin === null
    ? ['Put this behind the address of the dashboard (with PURSER_PUBLIC_URL, the link is whole):', path]
    : [
        `The link is for the dashboard at ${origin}, by ${settings.publicUrl === null ? 'PORT' : 'PURSER_PUBLIC_URL'}:`,
        `${origin}${path}`,
      ]
}
