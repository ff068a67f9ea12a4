import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settingOptionRows } from '../../src/app/settings/options.ts'
import { stagesOf } from './dockerfile.ts'

const root = join(import.meta.dirname, '..', '..')
const chart = join(root, 'deploy', 'helm', 'purser')
const read = (...path: string[]): string => readFileSync(join(chart, ...path), 'utf8')

interface Schema {
  readonly type?: string
  readonly pattern?: string
  readonly additionalProperties?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
}
type Values = Readonly<Record<string, unknown>>

const values = parse(read('values.yaml')) as Values
const schema = JSON.parse(read('values.schema.json')) as Schema
const templates = readdirSync(join(chart, 'templates'))
  .map((name) => read('templates', name))
  .join('\n')
const deployment = read('templates', 'deployment.yaml')
const dockerfile = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8')).at(-1)
const textOf = (keyword: string) => dockerfile?.steps.find((step) => step.keyword === keyword)?.text

/** Given by the chart itself. */
const OWN = /^(?:PORT|HOST|PURSER_BEHIND_TLS|PURSER_TRUSTED_PROXIES|PURSER_DRAIN_SECONDS)$/
/** Of a place that a pod has not: a disk, a file, a port of the pod alone, a shell, a clock that tests move. */
const ELSEWHERE = /^(?:PURSER_DATA_DIR|PURSER_METRICS_PORT|PURSER_URL|PURSER_PROFILE|PURSER_TEST_CLOCK.*|.*_FILE)$/

describe('the chart', () => {
  it('is of the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version })
  })

  it('takes the settings that make sense in a pod, each by its name, and no secret', () => {
    const fitting = settingOptionRows.filter(
      ({ env, secret }) => !OWN.test(env) && !ELSEWHERE.test(env) && secret === undefined,
    )
    expect(Object.keys(schema.properties?.['settings']?.properties ?? {}).toSorted()).toEqual(
      fitting.map(({ env }) => env).toSorted(),
    )
  })

  it('gives settings that there are', () => {
    const given = [...templates.matchAll(/name: ((?:PURSER|DATABASE)\w+)/g)].map(([, name]) => name)
    const known = new Set(settingOptionRows.map(({ env }) => env))
    expect(given.length).toBeGreaterThan(5)
    expect(given.filter((name) => !known.has(name as string))).toEqual([])
  })

  it('has a place in its schema for each value, and refuses every other', () => {
    const compare = (given: Values, { properties = {}, additionalProperties }: Schema, path: string): void => {
      expect(additionalProperties, path).toBe(false)
      for (const [name, value] of Object.entries(given)) {
        const known = properties[name]
        expect(known, `${path}.${name}`).toBeDefined()
        const isFree = known?.properties === undefined
        if (!isFree && name !== 'settings' && name !== 'files') compare(value as Values, known, `${path}.${name}`)
      }
    }
    compare(values, schema, 'values')
  })

  it('uses each of its values, and none that it has not', () => {
    const used = new Set([...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name))
    expect(used).toEqual(new Set(Object.keys(values)))
  })

  it('refuses an ingress whose proxies it is not told of: every caller would have the address of the controller', () => {
    const [refusal = ''] = read('templates', 'ingress.yaml').split('kind: Ingress')
    expect(refusal).toMatch(
      /^\{\{- if \.Values\.ingress\.enabled \}\}\n\{\{- if not \.Values\.trustedProxies \}\}\n\{\{- fail "/,
    )
    expect(values).toMatchObject({ ingress: { enabled: false }, trustedProxies: '' })
    expect(deployment).toContain('{ name: PURSER_TRUSTED_PROXIES, value: {{ . | quote }} }')
  })

  it('runs one exact image where its digest is given', () => {
    const image = '{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}'
    expect(read('templates', '_helpers.tpl')).toContain(`${image}{{ with .Values.image.digest }}@{{ . }}{{ end }}`)
    const { pattern = '' } = schema.properties?.['image']?.properties?.['digest'] ?? {}
    expect(`sha256:${'0'.repeat(64)}`).toMatch(new RegExp(pattern))
    expect('latest').not.toMatch(new RegExp(pattern))
  })

  it('holds no secret: pods take them from Secrets that exist', () => {
    expect(templates).not.toMatch(/^kind: Secret$/m)
    expect(values['secrets']).toEqual({
      node: 'purser',
      files: {},
      migration: 'purser-migration',
      databaseAuthority: '',
    })
  })

  it('keeps the owner of the tables from the nodes', () => {
    expect(deployment).not.toContain('migration')
    expect(read('templates', 'migration.yaml')).toContain('PURSER_MIGRATION_DATABASE_URL_FILE')
  })

  it('runs every pod as the user of the image, on a read-only root file system, without rights or a token', () => {
    const helpers = read('templates', '_helpers.tpl')
    const [uid, gid] = textOf('USER')?.split(':') ?? []
    for (const line of [
      'automountServiceAccountToken: false',
      'runAsNonRoot: true',
      `runAsUser: ${uid}`,
      `runAsGroup: ${gid}`,
      'seccompProfile: { type: RuntimeDefault }',
      'allowPrivilegeEscalation: false',
      'readOnlyRootFilesystem: true',
      'capabilities: { drop: [ALL] }',
    ]) {
      expect(helpers).toContain(line)
    }
    for (const pod of [deployment, read('templates', 'migration.yaml'), read('templates', 'verify.yaml')]) {
      expect(pod).toContain('include "purser.pod"')
      expect(pod.match(/include "purser.container"/g)).toHaveLength(
        pod.match(/^\s+- name: (purser|migrate|verify)$/gm)?.length ?? 0,
      )
    }
  })

  it('asks routes that there are, on the port of the image', () => {
    const pages = readFileSync(join(root, 'src', 'http', 'pages', 'pages.ts'), 'utf8')
    const probes = Object.fromEntries<string>(
      [...deployment.matchAll(/(\w+Probe):\n\s+httpGet: \{ path: (\S+), port: http \}/g)].map(([, probe, path]) => [
        probe as string,
        path as string,
      ]),
    )
    expect(probes).toEqual({ startupProbe: '/healthz', livenessProbe: '/healthz', readinessProbe: '/readyz' })
    for (const path of Object.values(probes)) expect(pages).toContain(`scope.get('${path}'`)
    expect(deployment).toContain(`{ name: http, containerPort: ${textOf('EXPOSE')} }`)
  })

  it('leaves a node more than its drain and the ten seconds that its stop takes at most', () => {
    expect(deployment).toContain('{ name: PURSER_DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }')
    const [, beyond] = /terminationGracePeriodSeconds: \{\{ add .Values.drainSeconds (\d+) \}\}/.exec(deployment) ?? []
    expect(Number(beyond)).toBeGreaterThan(10)
  })
})
