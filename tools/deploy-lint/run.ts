/**
 * Lints the Dockerfile and the chart: `npm run lint:deploy`, with your own `helm` on the PATH. The exit code is 1 if anything is found, or
 * if a planted fault is missed. The chart is rendered with two sets of values, and each manifest is checked against the schema of its kind.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'

interface Finding {
  readonly passed: boolean
  readonly output: string
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}
type Model = new (manifest: Manifest) => { validate(): void }

const root = join(import.meta.dirname, '..', '..')
const chart = join(root, 'deploy', 'helm', 'purser')
const KUBERNETES = '1.31.0'
const TRUSTED = 'trustedProxies=10.0.0.0/8'
/** Values of the Helm chart that make it render everything that it can. */
const EVERYTHING = [
  'ingress.enabled=true',
  'autoscaling.enabled=true',
  'serviceMonitor.enabled=true',
  'prometheusRule.enabled=true',
  'grafanaBoard.enabled=true',
  'verify.enabled=true',
  'secrets.files.PURSER_SMTP_URL=smtp-url',
  'masterKeyCommand=true',
  'extraEnv[0].name=ONE',
  'extraEnv[0].value=1',
  'envFrom[0].secretRef.name=more',
  'extraVolumes[0].name=tools',
  'extraVolumes[0].emptyDir.medium=Memory',
  'extraVolumeMounts[0].name=tools',
  'extraVolumeMounts[0].mountPath=/tools',
  'initContainers[0].name=tools',
  'initContainers[0].image=tools',
  'networkPolicy.databasePorts[0]=5433',
  'networkPolicy.extraEgress[0].ports[0].port=8200',
  'priorityClassName=payments',
  'podLabels.one=two',
  'serviceAccount.annotations.one=two',
  'serviceAccount.migration=migrator',
  'topologySpreadConstraints[0].maxSkew=1',
  'topologySpreadConstraints[0].topologyKey=zone',
  'topologySpreadConstraints[0].whenUnsatisfiable=DoNotSchedule',
  'secrets.databaseAuthority=database-ca',
  TRUSTED,
  'settings.PURSER_LOG_LEVEL=debug',
].flatMap((value) => ['--set', value])

function run(command: string, ...args: string[]): Finding {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return { passed: status === 0, output: error === undefined ? `${stdout}${stderr}`.trim() : error.message }
}

function dockerfile(text: string): Finding {
  const folder = mkdtempSync(join(tmpdir(), 'purser-deploy-lint-'))
  writeFileSync(join(folder, 'Dockerfile'), text)
  const linter = join(import.meta.dirname, 'node_modules', 'dockerfile-utils', 'bin', 'dockerfile-utils')
  const found = run(process.execPath, linter, 'lint', join(folder, 'Dockerfile'))
  rmSync(folder, { recursive: true })
  return found
}

const helmLint = (...values: string[]): Finding => run('helm', 'lint', '--strict', chart, ...values)

function rendered(...values: string[]): Manifest[] {
  const { passed, output } = run('helm', 'template', 'lint', chart, '--kube-version', KUBERNETES, ...values)
  if (!passed) throw new Error(output)
  // YAML 1.1, which Kubernetes reads: 0440 is octal.
  return parseAllDocuments(output, { version: '1.1' }).flatMap((document) => (document.toJS() as Manifest | null) ?? [])
}

async function manifests(all: readonly Manifest[]): Promise<Finding> {
  const lines = await Promise.all(all.map(async (manifest) => ({ manifest, fault: await faultOf(manifest) })))
  return {
    passed: lines.every(({ fault }) => fault === null),
    output: lines.map(({ manifest, fault }) => `${manifest.apiVersion} ${manifest.kind}: ${fault ?? 'ok'}`).join('\n'),
  }
}

/** Reports if the chart accepts an ingress without the proxies' addresses: every caller would then have the proxy's address. */
function refusesIngressWithoutProxies(...values: string[]): Finding {
  const { passed, output } = run('helm', 'template', 'lint', chart, '--set', 'ingress.enabled=true', ...values)
  const isRefused = !passed && output.includes('ingress.enabled needs trustedProxies')
  return { passed: isRefused, output: isRefused ? output : 'an ingress without trustedProxies is rendered' }
}

/** Matches kinds of other operators' manifests (`serviceMonitor`, `prometheusRule`), for which there is no schema here. */
const FOREIGN = /^monitoring\.coreos\.com\//

async function faultOf(manifest: Manifest): Promise<string | null> {
  const { apiVersion, kind } = manifest
  if (FOREIGN.test(apiVersion)) return null
  const resolve = createRequire(import.meta.url).resolve
  const models = join(resolve('kubernetes-models/package.json'), '..', apiVersion, `${kind}.js`)
  const { [kind]: model } = (await import(pathToFileURL(models).href)) as Record<string, Model>
  if (model === undefined) return 'no schema'
  try {
    new model(manifest).validate()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
const usual = rendered()
const checks: readonly { name: string; found: Finding; planted: Finding }[] = [
  { name: 'dockerfile-utils', found: dockerfile(text), planted: dockerfile(`${text}RUNN npm test\n`) },
  { name: 'helm lint --strict', found: helmLint(), planted: helmLint('--set', 'replcas=3') },
  {
    name: 'kubernetes-models',
    found: await manifests([...usual, ...rendered(...EVERYTHING)]),
    planted: await manifests(usual.map((manifest) => ({ ...manifest, spec: { replicas: 'two' } }))),
  },
  {
    name: 'helm template, an ingress without trustedProxies',
    found: refusesIngressWithoutProxies(),
    planted: refusesIngressWithoutProxies('--set', TRUSTED),
  },
]
for (const { name, found, planted } of checks) {
  console.log(`${name}: ${found.passed ? 'passed' : 'FAILED'}\n${found.output}\n`)
  if (planted.passed) console.error(`${name} did not find what was planted`)
  if (!found.passed || planted.passed) process.exitCode = 1
}
