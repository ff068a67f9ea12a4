import type { DemoDepartment } from './profiles.ts'

const GAMBLING = ['7995', '6051']
const ads = (label: string, at: 'google-ads' | 'meta-ads' | 'linkedin-ads' | 'tiktok-ads', allowed: string) => ({
  label,
  policy: { allowedMerchants: [allowed] },
  habits: [{ at, perDay: 2, cents: 148_00, spread: 0.35, weekend: 0.8, aroundTheClock: true }] as const,
})

export const marketingDepartment: DemoDepartment = {
  name: 'Marketing',
  email: 'marketing@halden.example',
  costCenter: '4100',
  approver: 'Marketing lead',
  policy: { blockedMccs: GAMBLING, blockedMerchants: ['Gift Card World'] },
  limits: { perMonth: 45_000_00 },
  agents: [
    {
      id: 'campaign-buyer',
      name: 'Campaign buyer',
      purpose: 'Buys advertising, and stays within the budget of the day.',
      policy: { limits: { perAuth: 450_00, perDay: 680_00 }, allowedMccs: ['7311'] },
      limits: { perWeek: 7_200_00 },
      cards: [
        ads('Google Ads', 'google-ads', 'Google Ads'),
        { ...ads('Meta Ads', 'meta-ads', 'Facebook Ads'), policy: { allowedMerchants: ['FACEBK *ADS'] } },
        ads('LinkedIn Ads', 'linkedin-ads', 'LinkedIn Ads'),
        { ...ads('TikTok Ads trial', 'tiktok-ads', 'TikTok Ads'), issued: 0.35, retired: 0.8 },
      ],
    },
    {
      id: 'content-studio',
      name: 'Content studio',
      purpose: 'Design tools, pictures and film for campaigns.',
      policy: { limits: { perAuth: 900_00, perMonth: 3_000_00 } },
      cards: [
        {
          label: 'Design subscriptions',
          policy: { allowedMccs: ['5734', '7372', '5817'] },
          bills: [
            { at: 'adobe', day: 3, cents: 419_94 },
            { at: 'figma', day: 11, cents: 180_00 },
            { at: 'canva', day: 19, cents: 59_95 },
          ],
        },
        {
          label: 'Pictures',
          policy: { allowedMerchants: ['Shutterstock'], maxTransactionsPerDay: 3 },
          habits: [{ at: 'shutterstock', perDay: 0.9, cents: 29_00, spread: 0 }],
        },
        {
          label: 'Tool on trial',
          policy: { lockToFirstMerchant: true, limits: { total: 150_00 } },
          issued: 0.25,
          habits: [{ at: 'typeform', perDay: 0.2, cents: 25_00, spread: 0 }],
        },
      ],
    },
    {
      id: 'newsletter-desk',
      name: 'Newsletter desk',
      purpose: 'Sends the newsletter, and pays for what is sent.',
      policy: { limits: { perAuth: 600_00 } },
      cards: [
        {
          label: 'Mailchimp',
          policy: { lockToFirstMerchant: true },
          bills: [{ at: 'mailchimp', day: 8, cents: 310_00, spread: 0.08 }],
          habits: [{ at: 'mailchimp', perDay: 0.15, cents: 45_00, spread: 0.2 }],
        },
        { label: 'Surveys', bills: [{ at: 'typeform', day: 21, cents: 83_00 }] },
      ],
    },
    {
      id: 'events-booker',
      name: 'Trade fairs, community meet-ups and partner events: registrations, booths and everything that belongs on them',
      purpose: 'Registers the company for events. A person agrees to what is not small.',
      policy: {
        requireIntent: true,
        requireApproval: true,
        autoApproveBelow: 250_00,
        requireSeparateApprover: true,
        onMissingIntent: 'decline',
        onIntentMismatch: 'decline',
        limits: { perAuth: 4_000_00 },
      },
      limits: { perMonth: 14_000_00 },
      cards: [
        {
          label: 'Event registrations',
          errands: [
            {
              at: ['eventbrite', 'websummit'],
              perWeek: 1.6,
              purposes: [
                'Two tickets for the embedded systems conference',
                'Speaker registration, early bird',
                'Evening reception with partners, eight seats',
                'Workshop on measuring campaigns',
              ],
              cents: 320_00,
              spread: 0.6,
              dearer: 0.06,
            },
          ],
        },
        {
          label: 'Booths',
          errands: [
            {
              at: ['messe'],
              perWeek: 0.7,
              purposes: [
                'Booth of nine square metres, second instalment',
                'Power and network for the booth',
                'Booth furniture',
              ],
              cents: 1_450_00,
              spread: 0.4,
            },
          ],
        },
        {
          label: 'Keynote sponsoring, one payment',
          usage: 'single',
          issued: 0.55,
          errands: [
            { at: ['websummit'], perWeek: 2, purposes: ['Sponsoring of the keynote'], cents: 2_900_00, spread: 0 },
          ],
        },
      ],
    },
  ],
}
