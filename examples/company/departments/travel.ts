import type { DemoDepartment } from './profiles.ts'

const asDeclared = { requireIntent: true, onMissingIntent: 'decline' } as const
const flights = [
  'Berlin to London, customer visit, one person',
  'Frankfurt to Paris, supplier audit, two persons',
  'Return flight from Amsterdam, moved by a day',
  'Munich to London, quarterly planning',
  'Berlin to Atlanta, commissioning of the test stand',
]
const nights = [
  'Two nights in Nuremberg, close to the fair',
  'One night in London before the customer visit',
  'Three nights in Munich, training',
  'Team week in Leipzig, four rooms',
]

export const travelDepartment: DemoDepartment = {
  name: 'Travel',
  email: 'travel@halden.example',
  costCenter: '5200',
  approver: 'Travel desk',
  policy: {
    blockedMccs: ['7995', '6051', '5813', '5309'],
    allowedCountries: ['DE', 'GB', 'FR', 'NL', 'ES', 'PT', 'US', 'EE', 'IE', 'CH', 'AT'],
  },
  limits: { perMonth: 48_000_00 },
  agents: [
    {
      id: 'flight-booker',
      name: 'Flight booker',
      purpose: 'Books flights that were declared, and no others.',
      policy: {
        ...asDeclared,
        onIntentMismatch: 'decline',
        requireApproval: true,
        autoApproveBelow: 350_00,
        requireAttestation: true,
        limits: { perAuth: 2_400_00 },
      },
      cards: [
        {
          label: 'Flights in Europe',
          errands: [
            {
              at: ['lufthansa', 'british-airways', 'air-france', 'klm'],
              perWeek: 5.5,
              purposes: flights,
              cents: 286_00,
              spread: 0.4,
              dearer: 0.07,
            },
          ],
        },
        {
          label: 'Long-haul flights',
          errands: [
            { at: ['delta', 'lufthansa'], perWeek: 1.1, purposes: flights.slice(4), cents: 1_180_00, spread: 0.25 },
          ],
        },
        {
          label: 'Seats and bags',
          policy: { requireIntent: false, requireAttestation: false, limits: { perAuth: 120_00 } },
          habits: [
            { at: 'lufthansa', perDay: 0.9, cents: 32_00, spread: 0.4 },
            { at: 'klm', perDay: 0.4, cents: 28_00, spread: 0.3 },
          ],
        },
      ],
    },
    {
      id: 'hotel-booker',
      name: 'Hotel booker',
      purpose: 'Books rooms. What a stay costs beyond its intent is shown, not refused.',
      policy: {
        ...asDeclared,
        onIntentMismatch: 'flag',
        requireApproval: true,
        autoApproveBelow: 400_00,
        intentTolerancePercent: 15,
        allowedMccs: ['3501', '3503', '3504', '3509', '3512', '7011'],
      },
      cards: [
        {
          label: 'Hotels',
          errands: [
            {
              at: ['marriott', 'hilton', 'motel-one'],
              perWeek: 4.6,
              purposes: nights,
              cents: 338_00,
              spread: 0.35,
              dearer: 0.05,
            },
          ],
        },
        {
          label: 'Guest houses',
          errands: [{ at: ['guesthouse'], perWeek: 0.8, purposes: nights.slice(3), cents: 512_00, spread: 0.2 }],
        },
        {
          label: 'Team week in Leipzig',
          issued: 0.45,
          policy: { ttlDays: 14, allowedMerchants: ['Motel One'], requireIntent: false, requireApproval: false },
          habits: [{ at: 'motel-one', perDay: 0.8, cents: 119_00, spread: 0 }],
        },
      ],
    },
    {
      id: 'ground-transport',
      name: 'Ground transport',
      purpose: 'Trains, taxis and rented cars of everybody who is on the road.',
      policy: { limits: { perAuth: 320_00, perDay: 700_00 } },
      cards: [
        {
          label: 'Rides',
          policy: { allowedMccs: ['4121'], maxAmount: 90_00 },
          habits: [
            { at: 'uber', perDay: 4.6, cents: 23_00, spread: 0.45, weekend: 0.3 },
            { at: 'bolt', perDay: 2, cents: 14_00, spread: 0.4, weekend: 0.3 },
          ],
        },
        {
          label: 'Trains',
          policy: { allowedMccs: ['4112', '4111'] },
          habits: [
            { at: 'deutsche-bahn', perDay: 2.4, cents: 67_00, spread: 0.45, weekend: 0.3 },
            { at: 'sncf', perDay: 0.25, cents: 88_00, spread: 0.3 },
          ],
        },
        {
          label: 'Rented cars and fuel',
          habits: [
            { at: 'hertz', perDay: 0.4, cents: 138_00, spread: 0.3 },
            { at: 'fuel', perDay: 0.5, cents: 71_00, spread: 0.25 },
          ],
        },
        {
          label: 'Taxis without an app',
          policy: { duplicateWindowMinutes: 60 },
          habits: [{ at: 'taxi-berlin', perDay: 0.9, cents: 31_00, spread: 0.35, weekend: 0.4 }],
        },
      ],
    },
    {
      id: 'strike-desk',
      name: 'Strike desk',
      purpose: 'Rebooks whoever is stranded. Awake on days of strikes alone.',
      limits: { perDay: 1_500_00 },
      cards: [
        {
          label: 'Rebookings',
          habits: [{ at: 'deutsche-bahn', perDay: 0.4, cents: 94_00, spread: 0.4 }],
          retired: 0.8,
        },
        {
          label: 'Replacement buses',
          habits: [{ at: 'hertz', perDay: 0.1, cents: 240_00, spread: 0.2 }],
          retired: 0.7,
        },
      ],
    },
  ],
}
