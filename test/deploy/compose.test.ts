import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { nodeDrainMs } from '../../src/app/stop-on-signal.ts'
import { settingOptionRows, settingOptions } from '../../src/app/settings/options.ts'

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'compose')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

interface Service {
  readonly image: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: readonly object[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly ports?: readonly string[]
  readonly stop_grace_period?: string
  readonly networks: readonly string[] | Readonly<Record<string, { ipv4_address: string }>>
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: { readonly data: { readonly internal: boolean } }
}

const { services, secrets, networks } = parse(read('compose.yaml'), { merge: true }) as Compose
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('purser:'))
const nodes = ours.filter(([name]) => /^purser-\d$/.test(name)).map(([, service]) => service)

describe('compose.yaml', () => {
  it('runs two nodes that differ in nothing', () => {
    expect(nodes).toHaveLength(2)
    expect(nodes[0]).toEqual(nodes[1])
  })

  it.each(Object.entries(services))('%s runs without rights that it does not need', (name, service) => {
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    // PostgreSQL makes its folders as root, and then becomes its own user.
    if (name === 'postgres') return
    expect(service.read_only).toBe(true)
    expect(service.user).toMatch(/^\$\{PURSER_USER:\?/)
  })

  it('names settings that there are, and secrets by their files alone', () => {
    const settings = new Map(settingOptionRows.map((row) => [row.env, row]))
    for (const [name, { environment = {}, secrets: mounted = [] }] of ours) {
      for (const [variable, value] of Object.entries(environment)) {
        expect(settings.has(variable), `${name}: ${variable}`).toBe(true)
        expect(settings.get(variable)?.secret, `${name}: ${variable} holds a secret`).toBeUndefined()
        expect(settings.get(variable)?.type.parse(value), `${name}: ${variable}`).toBeDefined()
        if (variable.endsWith('_FILE')) expect(mounted.map((each) => `/run/secrets/${each}`)).toContain(value)
      }
    }
  })

  it('takes every other setting from a file, and every other secret from a folder, both of this machine alone', () => {
    for (const { env_file: files, volumes } of nodes) {
      expect(files).toEqual([{ path: './purser.env', required: false }])
      expect(volumes).toEqual(['./secrets/more:/run/secrets/more:ro'])
    }
    expect(read('make-secrets.sh')).toContain('mkdir -p secrets/more')
    expect(read('.gitignore').split('\n')).toContain('purser.env')
  })

  it('keeps the owner of the tables and the superuser from the nodes', () => {
    for (const { secrets: mounted } of nodes) {
      expect(mounted?.toSorted()).toEqual(['purser_admin_api_key', 'purser_database_url', 'purser_master_key'])
    }
  })

  it('mounts secrets that make-secrets.sh makes, and that no commit and no build takes', () => {
    const script = read('make-secrets.sh')
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`)
      expect(script).toContain(name)
    }
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['secrets/', '.env']))
  })

  it('opens the proxy alone, on this machine, and keeps the database off the internet', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', ['127.0.0.1:8443:8443']]])
    expect(services['postgres']?.networks).toEqual(['data'])
    expect(networks.data.internal).toBe(true)
  })

  it('lets the nodes believe the proxy alone about who asks', () => {
    const { networks: fixed } = services['proxy'] as Service
    const { web } = fixed as Record<string, { ipv4_address: string }>
    for (const { environment } of nodes) expect(environment?.['PURSER_TRUSTED_PROXIES']).toBe(`${web?.ipv4_address}/32`)
    expect(read('haproxy.cfg')).toContain('http-request set-header X-Forwarded-For %[src]')
  })

  it('leaves a node longer to stop than it takes at most', () => {
    const served = { drainSeconds: null, databaseUrl: 'postgres://postgres/purser' }
    const most = nodeDrainMs(served) / 1000 + 10
    for (const { stop_grace_period: grace } of nodes) expect(Number.parseInt(String(grace), 10)).toBeGreaterThan(most)
  })
})

describe('haproxy.cfg', () => {
  const variables = [...read('haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name as string)

  it('uses exactly the variables that compose.yaml gives it, which lead to the nodes and their port', () => {
    const { environment = {} } = services['proxy'] as Service
    expect(new Set(Object.keys(environment))).toEqual(new Set(variables))
    const port = settingOptions.port.default
    expect([environment['NODE_1'], environment['NODE_2']]).toEqual([`purser-1:${port}`, `purser-2:${port}`])
  })

  it('asks a route that there is whether a node is ready', () => {
    const [, route] = /option httpchk GET (\S+)/.exec(read('haproxy.cfg')) ?? []
    expect(readFileSync(join(folder, '..', '..', 'src', 'http', 'pages', 'pages.ts'), 'utf8')).toContain(
      `scope.get('${route}'`,
    )
  })
})

describe('roles.sql', () => {
  it('has each statement of the guide, which is played in a test of its own', () => {
    const guide = readFileSync(join(folder, '..', '..', 'docs', 'guides', 'database.md'), 'utf8')
    const [atServer = '', inDatabase = ''] = [...guide.matchAll(/<!-- [^>]+ -->\n```sql\n([^`]*)```/g)].map(
      ([, sql]) => sql,
    )
    const statements = `${atServer}${inDatabase}`.split(';').map((statement) => statement.trim())
    const written = read('roles.sql')
    for (const statement of statements.filter((each) => each !== '')) {
      expect(written).toContain(statement.replace(/ password .*/, ''))
    }
  })
})
