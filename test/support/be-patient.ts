// This file runs for each test file, but its import runs only once in a process, before the service is loaded.
import './patient-deadlines.ts'
