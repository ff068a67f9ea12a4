import type { DemoDepartment } from './profiles.ts'

const OFFICE_HOURS = { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }

export const officeDepartment: DemoDepartment = {
  name: 'Office',
  email: 'office@halden.example',
  costCenter: '6100',
  approver: 'Finance desk',
  policy: { blockedMccs: ['7995', '6051'], limits: { perAuth: 1_500_00 } },
  limits: { perMonth: 42_000_00, perAuth: 2_500_00 },
  agents: [
    {
      id: 'supply-clerk',
      name: 'Supply clerk',
      purpose: 'Paper, toner, chairs: orders what runs out.',
      policy: { activeHours: OFFICE_HOURS, limits: { perDay: 900_00 } },
      cards: [
        {
          label: 'Stationery',
          policy: { allowedMccs: ['5943', '5111'] },
          habits: [
            { at: 'staples', perDay: 1.5, cents: 62_00, spread: 0.5, weekend: 0 },
            { at: 'viking', perDay: 0.8, cents: 85_00, spread: 0.5, weekend: 0 },
          ],
        },
        {
          label: 'Marketplace',
          policy: { allowedMerchants: ['Amazon'], limits: { perAuth: 300_00 } },
          habits: [{ at: 'amazon', perDay: 2.6, cents: 47_00, spread: 0.6, weekend: 0 }],
        },
        {
          label: 'Chairs and desks',
          policy: { requireIntent: true, requireApproval: true, autoApproveBelow: 300_00, onMissingIntent: 'decline' },
          errands: [
            {
              at: ['ikea'],
              perWeek: 1.2,
              purposes: ['Desk for a new colleague', 'Chairs for the small meeting room', 'Shelves for the archive'],
              cents: 340_00,
              spread: 0.4,
            },
          ],
        },
      ],
    },
    {
      id: 'pantry',
      name: 'Pantry',
      purpose: 'Coffee, fruit and lunches.',
      policy: { limits: { perAuth: 400_00, perWeek: 2_400_00 } },
      cards: [
        { label: 'Coffee', habits: [{ at: 'roastery', perDay: 1.2, cents: 84_00, spread: 0.3, weekend: 0 }] },
        { label: 'Groceries', habits: [{ at: 'rewe', perDay: 2, cents: 57_00, spread: 0.4, weekend: 0 }] },
        { label: 'Lunches', habits: [{ at: 'lunches', perDay: 0.7, cents: 186_00, spread: 0.25, weekend: 0 }] },
      ],
    },
    {
      id: 'house-keeper',
      name: 'Building and facilities',
      purpose: 'Keeps the house warm, clean and in repair.',
      policy: { limits: { perMonth: 9_000_00 } },
      cards: [
        {
          label: 'Energy and telephone',
          bills: [
            { at: 'vattenfall', day: 15, cents: 1_214_00, spread: 0.06 },
            { at: 'telekom', day: 20, cents: 389_90 },
          ],
        },
        { label: 'Cleaning', bills: [{ at: 'cleaners', day: 4, cents: 1_380_00 }] },
        {
          label: 'Repairs',
          policy: { maxAmount: 350_00 },
          habits: [{ at: 'hornbach', perDay: 0.7, cents: 74_00, spread: 0.6, weekend: 0 }],
        },
      ],
    },
    {
      id: 'courier-desk',
      name: 'Courier desk',
      purpose: 'Sends parcels, and pays for each once.',
      policy: { duplicateWindowMinutes: 30, limits: { perAuth: 250_00 } },
      cards: [
        {
          label: 'Parcels',
          habits: [
            { at: 'dhl', perDay: 3.2, cents: 13_00, spread: 0.4, weekend: 0.1 },
            { at: 'ups', perDay: 1, cents: 29_00, spread: 0.4, weekend: 0 },
          ],
        },
        {
          label: 'Express',
          retired: 0.97,
          habits: [{ at: 'fedex', perDay: 1.4, cents: 48_00, spread: 0.5, weekend: 0.1 }],
        },
      ],
    },
  ],
}
