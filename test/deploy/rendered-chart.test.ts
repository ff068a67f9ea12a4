import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settingOptionRows } from '../../src/app/settings/options.ts'
import { type Manifest, renderChart, withValues } from './chart/render-chart.ts'

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[]
  readonly envFrom?: readonly object[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly livenessProbe?: Readonly<Record<string, number>>
}
interface Pod {
  readonly serviceAccountName?: string
  readonly priorityClassName?: string
  readonly initContainers?: readonly object[]
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[]
  readonly containers: readonly [Container]
  readonly volumes: readonly {
    readonly name: string
    readonly secret?: { readonly items: readonly { key: string }[] }
  }[]
}
interface Egress {
  readonly ports: readonly { readonly port: number }[]
  readonly to?: readonly object[]
}

const chart = join(import.meta.dirname, '..', '..', 'deploy', 'helm', 'purser')
const schema = Schema.Compile(JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object)
const accepts = (values: object): boolean => schema.Check(withValues(values as Record<string, unknown>))

const ofKind = (all: readonly Manifest[], kind: string): Manifest | undefined => all.find((one) => one.kind === kind)
function podOf(values: Record<string, unknown>, kind = 'Deployment'): Pod {
  expect(accepts(values)).toBe(true)
  const { spec } = ofKind(renderChart(values), kind) as { spec: { template: { spec: Pod } } }
  return spec.template.spec
}
const egressOf = (networkPolicy: object): readonly Egress[] =>
  (ofKind(renderChart({ networkPolicy }), 'NetworkPolicy') as { spec: { egress: readonly Egress[] } }).spec.egress
const portsOf = (rules: readonly Egress[]): number[] => rules.flatMap(({ ports }) => ports.map(({ port }) => port))
const valueIn = (pod: Pod, name: string) => pod.containers[0].env.find((one) => one.name === name)?.value

describe('the chart, rendered with its own values', () => {
  it('makes what a node needs, and nothing that has to be switched on', () => {
    const kinds = renderChart().map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(
      ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'ServiceAccount'].toSorted(),
    )
  })

  it('takes its values by its schema, and refuses what it does not know', () => {
    expect(accepts({})).toBe(true)
    expect(accepts({ replcas: 3 })).toBe(false)
    expect(accepts({ secrets: { files: { PURSER_RATE_LIMIT: 'x' } } })).toBe(false)
    expect(accepts({ probes: { liveness: { periodSeconds: 0 } } })).toBe(false)
  })

  it('refuses an ingress whose proxies it is not told of', () => {
    expect(() => renderChart({ ingress: { enabled: true } })).toThrow(/ingress.enabled needs trustedProxies/)
    const all = renderChart({ ingress: { enabled: true }, trustedProxies: '10.0.0.0/8' })
    expect(ofKind(all, 'Ingress')).toBeDefined()
  })
})

describe('the chart gives nodes', () => {
  /** All settings that are secrets, except those that the chart gives itself, and the key of commands over the API. */
  const secrets = settingOptionRows
    .filter(({ secret }) => secret)
    .map(({ env }) => env)
    .filter((env) => !/^(DATABASE_URL|PURSER_(MIGRATION_DATABASE_URL|ADMIN_API_KEY|MASTER_KEY|API_KEY).*)$/.test(env))

  it.each(secrets)('%s, from a key of the Secret', (setting) => {
    const pod = podOf({ secrets: { files: { [setting]: 'some-key' } } })
    expect(valueIn(pod, `${setting}_FILE`)).toBe('/run/secrets/purser/some-key')
    expect(settingOptionRows.map(({ env }) => env)).toContain(`${setting}_FILE`)
    expect(pod.volumes[0]?.secret?.items.map(({ key }) => key)).toContain('some-key')
    const job = podOf({ secrets: { files: { [setting]: 'some-key' } } }, 'Job')
    expect(JSON.stringify(job)).not.toContain('some-key')
  })

  it('each setting by its name', () => {
    const pod = podOf({ settings: { PURSER_MAIL_FROM: 'Purser <purser@example.com>', PURSER_HOLD_DAYS: 5 } })
    expect(valueIn(pod, 'PURSER_MAIL_FROM')).toBe('Purser <purser@example.com>')
    expect(valueIn(pod, 'PURSER_HOLD_DAYS')).toBe('5')
  })

  it.each(['Deployment', 'Job'])('the master key by a command, in place of its file (%s)', (kind) => {
    const pod = podOf({ masterKeyCommand: 'kms decrypt "$BLOB"' }, kind)
    expect(valueIn(pod, 'PURSER_MASTER_KEY_COMMAND')).toBe('kms decrypt "$BLOB"')
    expect(valueIn(pod, 'PURSER_MASTER_KEY_FILE')).toBeUndefined()
    expect(JSON.stringify(pod.volumes)).not.toContain('master-key')
    expect(valueIn(podOf({}, kind), 'PURSER_MASTER_KEY_FILE')).toBe('/run/secrets/purser/master-key')
  })

  it.each(['Deployment', 'Job'])('variables, volumes and containers of the values (%s)', (kind) => {
    const extraEnv = [{ name: 'AWS_REGION', value: 'eu-central-1' }]
    const envFrom = [{ secretRef: { name: 'more' } }]
    const extraVolumes = [{ name: 'tools', emptyDir: {} }]
    const extraVolumeMounts = [{ name: 'tools', mountPath: '/tools' }]
    const initContainers = [{ name: 'kms', image: 'kms', volumeMounts: extraVolumeMounts }]
    const pod = podOf({ extraEnv, envFrom, extraVolumes, extraVolumeMounts, initContainers }, kind)
    expect(pod.containers[0].env).toEqual(expect.arrayContaining(extraEnv))
    expect(pod.containers[0].envFrom).toEqual(envFrom)
    expect(pod.volumes).toEqual(expect.arrayContaining(extraVolumes))
    expect(pod.containers[0].volumeMounts).toEqual(expect.arrayContaining(extraVolumeMounts))
    expect(pod.initContainers).toEqual(initContainers)
  })

  it('times of probes, a priority, places and a workload identity', () => {
    const values = {
      probes: { liveness: { timeoutSeconds: 7 } },
      priorityClassName: 'payments',
      topologySpreadConstraints: [{ topologyKey: 'zone' }],
      podLabels: { identity: 'use' },
      serviceAccount: { annotations: { role: 'purser' }, migration: 'migrator' },
    }
    const pod = podOf(values)
    expect(pod.containers[0].livenessProbe).toMatchObject({ periodSeconds: 10, timeoutSeconds: 7, failureThreshold: 3 })
    expect(pod.priorityClassName).toBe('payments')
    expect(pod.topologySpreadConstraints).toEqual([{ topologyKey: 'zone' }])
    expect(podOf({}).topologySpreadConstraints?.[0]?.topologyKey).toBe('kubernetes.io/hostname')
    expect(podOf(values, 'Job').serviceAccountName).toBe('migrator')
    const all = renderChart(values)
    expect(ofKind(all, 'ServiceAccount')?.metadata).toMatchObject({ annotations: { role: 'purser' } })
    expect(JSON.stringify(ofKind(all, 'Deployment'))).toContain('"identity":"use"')
  })
})

describe('the network policy', () => {
  it('lets out names, the database, mail and HTTPS, and nothing else', () => {
    expect(portsOf(egressOf({}))).toEqual([53, 53, 5432, 465, 587, 443])
  })

  it('lets out to Citus workers on ports of their own, and to what the values add', () => {
    const to = [{ ipBlock: { cidr: '10.1.0.0/16' } }]
    const extraEgress = [{ ports: [{ port: 8200 }], to }]
    const rules = egressOf({ databasePorts: [5433, 5434], databaseTo: to, extraEgress })
    expect(rules.find(({ ports }) => ports.some(({ port }) => port === 5434))).toEqual({
      ports: [{ port: 5432 }, { port: 5433 }, { port: 5434 }],
      to,
    })
    expect(rules).toEqual(expect.arrayContaining(extraEgress))
  })

  it('keeps mail in where there is none, and to the mail server alone', () => {
    expect(portsOf(egressOf({ mailPorts: [] }))).not.toContain(587)
    const mailTo = [{ ipBlock: { cidr: '192.0.2.25/32' } }]
    expect(egressOf({ mailTo }).find(({ ports }) => ports[0]?.port === 465)?.to).toEqual(mailTo)
  })
})

describe('for monitoring, where it is switched on', () => {
  const on = { enabled: true, labels: { release: 'prometheus' } }

  it('the PrometheusRule has the groups of the plain file', () => {
    const rule = ofKind(renderChart({ prometheusRule: on }), 'PrometheusRule')
    const plain = parse(readFileSync(join(chart, 'monitoring', 'purser.rules.yaml'), 'utf8')) as object
    expect(rule?.spec).toEqual(plain)
    expect(rule?.metadata.labels).toMatchObject(on.labels)
  })

  it('the ConfigMap has the board', () => {
    const map = ofKind(renderChart({ grafanaBoard: { enabled: true } }), 'ConfigMap')
    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: '1' })
    const board = JSON.parse(readFileSync(join(chart, 'monitoring', 'board.json'), 'utf8')) as object
    expect(JSON.parse(map?.data?.['purser.json'] ?? '')).toEqual(board)
  })

  it('a CronJob verifies the books, with the secrets of a node that it needs', () => {
    expect(accepts({ verify: { enabled: true, schedule: '0 4 * * *' } })).toBe(true)
    const { spec } = ofKind(
      renderChart({ verify: { enabled: true, schedule: '0 4 * * *' } }),
      'CronJob',
    ) as unknown as {
      spec: { schedule: string; jobTemplate: { spec: { template: { spec: Pod } } } }
    }
    const pod = spec.jobTemplate.spec.template.spec
    expect(spec.schedule).toBe('0 4 * * *')
    expect(pod.containers[0]).toMatchObject({ args: ['verify'], securityContext: { readOnlyRootFilesystem: true } })
    expect(pod.volumes[0]?.secret?.items.map(({ key }) => key)).toEqual(['database-url', 'master-key'])
  })

  it('the job that Prometheus names after the Service has "purser" in its name, as the rules expect', () => {
    expect(ofKind(renderChart({ serviceMonitor: on }), 'ServiceMonitor')).toBeDefined()
    expect(ofKind(renderChart(), 'Service')?.metadata.name).toContain('purser')
  })
})
