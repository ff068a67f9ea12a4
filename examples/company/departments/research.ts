import type { DemoDepartment } from './profiles.ts'

const FOR_THE_RIG = 'Parts for the vibration test rig'

export const researchDepartment: DemoDepartment = {
  name: 'Research and Development: Materials, Sensors and Long-Term Experiments',
  email: 'research@halden.example',
  costCenter: '3100',
  approver: 'Head of research',
  policy: { blockedMccs: ['7995', '6051'], requireCvv: false },
  limits: { perMonth: 38_000_00 },
  agents: [
    {
      id: 'parts-scout',
      name: 'Parts scout',
      purpose: 'Finds electronic parts, and says what each read of the card number is for.',
      policy: {
        requireAttestation: true,
        attestationWindowMinutes: 30,
        allowedMccs: ['5065', '5045', '5732'],
        limits: { perAuth: 500_00, perDay: 1_100_00 },
      },
      cards: [
        {
          label: 'DigiKey',
          habits: [{ at: 'digikey', perDay: 1.4, cents: 88_00, spread: 0.5, weekend: 0, attested: FOR_THE_RIG }],
        },
        {
          label: 'Mouser',
          habits: [{ at: 'mouser', perDay: 1.1, cents: 102_00, spread: 0.5, weekend: 0, attested: FOR_THE_RIG }],
        },
        {
          label: 'Other distributors',
          habits: [
            { at: 'rs-components', perDay: 0.7, cents: 66_00, spread: 0.4, weekend: 0, attested: 'Spare sensors' },
            { at: 'farnell', perDay: 0.6, cents: 71_00, spread: 0.4, weekend: 0 },
          ],
        },
        {
          label: 'Oscilloscope, one payment',
          usage: 'single',
          issued: 0.6,
          policy: { requireAttestation: false, limits: { perAuth: 1_800_00, perDay: 1_800_00 } },
          bills: [{ at: 'farnell', day: 17, cents: 1_649_00 }],
        },
      ],
    },
    {
      id: 'lab-buyer',
      name: 'Lab buyer',
      purpose: 'Chemicals and instruments. Two pairs of eyes, and the card freezes where the bill is another.',
      policy: {
        requireIntent: true,
        requireApproval: true,
        requireSeparateApprover: true,
        requireAttestation: true,
        onMissingIntent: 'decline',
        onIntentMismatch: 'freeze',
        limits: { perAuth: 3_500_00 },
      },
      limits: { perMonth: 16_000_00 },
      cards: [
        {
          label: 'Chemicals',
          errands: [
            {
              at: ['sigma-aldrich', 'carlroth'],
              perWeek: 2.6,
              purposes: [
                'Solvents for the next series',
                'Reference powder, 99.9 %',
                'Gloves, filters and vials',
                'Argon, two bottles',
              ],
              cents: 410_00,
              spread: 0.45,
              dearer: 0.04,
            },
          ],
        },
        {
          label: 'Instruments',
          errands: [
            {
              at: ['thermo'],
              perWeek: 1,
              purposes: [
                'Calibration of the climate chamber, with the certificate that the auditors ask for each year, and the journey of the technician',
                'Precision balance, replacement of the one that failed in the spring',
              ],
              cents: 1_240_00,
              spread: 0.3,
            },
          ],
        },
      ],
    },
    {
      id: 'librarian',
      name: 'Librarian',
      purpose: 'Papers and standards that no library of ours has.',
      policy: { lockToFirstMerchant: true, limits: { perAuth: 120_00 } },
      cards: [
        { label: 'IEEE', habits: [{ at: 'ieee', perDay: 0.6, cents: 33_00, spread: 0 }] },
        { label: 'Elsevier', retired: 0.88, habits: [{ at: 'elsevier', perDay: 0.6, cents: 39_95, spread: 0 }] },
        { label: 'Springer', habits: [{ at: 'springer', perDay: 0.4, cents: 29_95, spread: 0 }] },
      ],
    },
    {
      id: 'simulation-runner',
      name: 'Simulation runner',
      purpose: 'Rents computers at night, for a week’s budget.',
      policy: { limits: { perWeek: 520_00 } },
      cards: [
        {
          label: 'GPUs by the hour',
          habits: [{ at: 'runpod', perDay: 2.2, cents: 18_00, spread: 0.5, weekend: 0.9, aroundTheClock: true }],
        },
        {
          label: 'GPU cluster',
          habits: [{ at: 'lambda', perDay: 1.5, cents: 35_00, spread: 0.4, weekend: 0.9, aroundTheClock: true }],
        },
        {
          label: 'Night of the long simulation',
          issued: 0.7,
          policy: { ttlMinutes: 4320, limits: { total: 600_00 } },
          habits: [{ at: 'lambda', perDay: 3, cents: 42_00, spread: 0.3, weekend: 1, aroundTheClock: true }],
        },
      ],
    },
  ],
}
