// Vitest runs be-patient.ts for each test file. The import makes the deadlines of a process long once, before the service is loaded.
import './patient-deadlines.ts'
