import { berlinOffice, osakaOffice } from './abroad.ts'
import { engineeringDepartment } from './engineering.ts'
import { marketingDepartment } from './marketing.ts'
import { officeDepartment } from './office.ts'
import type { DemoDepartment } from './profiles.ts'
import { researchDepartment } from './research.ts'
import { travelDepartment } from './travel.ts'

/** Halden makes instruments: 5 departments and 2 offices abroad, 22 agents, 62 cards. */
export const demoDepartments: readonly DemoDepartment[] = [
  marketingDepartment,
  engineeringDepartment,
  travelDepartment,
  officeDepartment,
  researchDepartment,
  berlinOffice,
  osakaOffice,
]
