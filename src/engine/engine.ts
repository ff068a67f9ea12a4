export interface AuthorizationEngine {
  readonly placeholder?: never
}
