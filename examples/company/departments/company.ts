import { berlin, osaka } from './abroad.ts'
import { engineering } from './engineering.ts'
import { marketing } from './marketing.ts'
import { office } from './office.ts'
import type { Department } from './profiles.ts'
import { research } from './research.ts'
import { travel } from './travel.ts'

/** Halden makes instruments: 5 departments and 2 offices abroad, 22 agents, 62 cards. */
export const company: readonly Department[] = [marketing, engineering, travel, office, research, berlin, osaka]
