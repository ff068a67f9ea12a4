import type { DemoDepartment } from './profiles.ts'

/** The office in Berlin, in euro cents. */
export const berlinOffice: DemoDepartment = {
  name: 'Office Berlin',
  email: 'berlin@halden.example',
  costCenter: '6200',
  approver: 'Berlin desk',
  currency: 'EUR',
  policy: { blockedMccs: ['7995', '6051'] },
  limits: { perMonth: 9_000_00 },
  agents: [
    {
      id: 'berlin-clerk',
      name: 'Berlin clerk',
      purpose: 'Orders what the office in Berlin needs.',
      policy: { limits: { perAuth: 600_00 } },
      cards: [
        {
          label: 'Berlin supplies',
          habits: [{ at: 'viking', perDay: 0.8, cents: 54_00, spread: 0.5, weekend: 0 }],
          bills: [{ at: 'hetzner', day: 6, cents: 92_40 }],
        },
      ],
    },
  ],
}

/** The office in Osaka, in yen, which have no smaller unit. */
export const osakaOffice: DemoDepartment = {
  name: 'Office Osaka',
  email: 'osaka@halden.example',
  costCenter: '6300',
  approver: 'Osaka desk',
  currency: 'JPY',
  policy: { blockedMccs: ['7995', '6051'] },
  limits: { perMonth: 900_000 },
  agents: [
    {
      id: 'osaka-clerk',
      name: 'Osaka clerk',
      purpose: 'Orders what the office in Osaka needs.',
      policy: { limits: { perAuth: 60_000 } },
      cards: [
        {
          label: 'Osaka supplies',
          habits: [{ at: 'amazon', perDay: 0.7, cents: 6_800, spread: 0.5, weekend: 0 }],
        },
      ],
    },
  ],
}
