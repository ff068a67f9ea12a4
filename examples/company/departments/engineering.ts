import type { DemoDepartment } from './profiles.ts'

export const engineeringDepartment: DemoDepartment = {
  name: 'Engineering',
  email: 'engineering@halden.example',
  costCenter: '2300',
  approver: 'Platform lead',
  policy: { blockedMccs: ['7995', '6051', '5947'], limits: { perAuth: 9_000_00 } },
  limits: { perMonth: 60_000_00 },
  agents: [
    {
      id: 'cloud-steward',
      name: 'Cloud steward',
      purpose: 'Pays the clouds, and turns off what nobody uses.',
      policy: { allowedMccs: ['4816', '7372'] },
      limits: { perMonth: 24_000_00 },
      cards: [
        {
          label: 'Amazon Web Services',
          policy: { allowedMerchants: ['Amazon Web Services'] },
          bills: [{ at: 'aws', day: 3, cents: 4_820_00, spread: 0.12 }],
        },
        {
          label: 'Google Cloud',
          policy: { allowedMerchants: ['Google Cloud'] },
          bills: [{ at: 'gcp', day: 1, cents: 1_930_00, spread: 0.15 }],
        },
        { label: 'Azure', bills: [{ at: 'azure', day: 9, cents: 742_00, spread: 0.1 }] },
        {
          label: 'Servers',
          policy: { limits: { perMonth: 1_250_00 } },
          bills: [
            { at: 'hetzner', day: 5, cents: 638_40, spread: 0.03 },
            { at: 'cloudflare', day: 14, cents: 200_00 },
          ],
          habits: [{ at: 'digitalocean', perDay: 0.7, cents: 24_00, spread: 0.3, weekend: 0.6, aroundTheClock: true }],
        },
      ],
    },
    {
      id: 'build-bot',
      name: 'Build bot',
      purpose: 'Builds and tests, around the clock.',
      policy: { limits: { perAuth: 800_00, perDay: 1_200_00 } },
      cards: [
        {
          label: 'GitHub',
          policy: { allowedMerchants: ['GitHub'] },
          bills: [{ at: 'github', day: 7, cents: 441_00 }],
          habits: [{ at: 'github', perDay: 0.8, cents: 21_00, spread: 0.5, weekend: 0.5, aroundTheClock: true }],
        },
        {
          label: 'CI minutes',
          bills: [{ at: 'docker', day: 16, cents: 108_00 }],
          habits: [{ at: 'circleci', perDay: 1.4, cents: 30_00, spread: 0, weekend: 0.4, aroundTheClock: true }],
        },
        {
          label: 'Domains',
          policy: { allowedMerchants: ['Namecheap'], limits: { perAuth: 60_00 } },
          habits: [{ at: 'namecheap', perDay: 0.35, cents: 13_98, spread: 0.4 }],
        },
      ],
    },
    {
      id: 'licence-clerk',
      name: 'Licence clerk',
      purpose: 'A seat for everybody who joins, and none for who has left.',
      policy: { maxTransactionsPerDay: 4, limits: { perAuth: 1_600_00 } },
      cards: [
        {
          label: 'Developer tools',
          bills: [{ at: 'jetbrains', day: 12, cents: 374_00 }],
          habits: [{ at: 'jetbrains', perDay: 0.3, cents: 28_90, spread: 0 }],
        },
        {
          label: 'Observability',
          bills: [
            { at: 'datadog', day: 2, cents: 1_289_00, spread: 0.1 },
            { at: 'sentry', day: 18, cents: 89_00 },
          ],
        },
        {
          label: 'Everybody’s accounts',
          bills: [
            { at: 'onepassword', day: 10, cents: 279_65 },
            { at: 'slack', day: 24, cents: 656_25 },
          ],
          habits: [{ at: 'slack', perDay: 0.15, cents: 8_75, spread: 0 }],
        },
      ],
    },
    {
      id: 'model-runner',
      name: 'Model runner',
      purpose: 'Tops up what models cost, by use.',
      policy: { limits: { perAuth: 200_00, perDay: 300_00 } },
      limits: { perMonth: 9_000_00 },
      cards: [
        {
          label: 'OpenAI',
          policy: { allowedMerchants: ['OpenAI'] },
          habits: [{ at: 'openai', perDay: 3.4, cents: 42_00, spread: 0.45, weekend: 0.5, aroundTheClock: true }],
        },
        {
          label: 'Anthropic',
          policy: { allowedMerchants: ['Anthropic'] },
          habits: [{ at: 'anthropic', perDay: 3.2, cents: 46_00, spread: 0.45, weekend: 0.5, aroundTheClock: true }],
        },
        {
          label: 'Model hosting',
          policy: { cooldownMinutes: 30 },
          issued: 0.2,
          habits: [{ at: 'hugging-face', perDay: 2, cents: 12_00, spread: 0.3, weekend: 0.5 }],
        },
      ],
    },
  ],
}
