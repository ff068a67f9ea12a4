// Runs for each test file, but what it imports only once in a process, before the service is loaded.
import './patient-deadlines.ts'
