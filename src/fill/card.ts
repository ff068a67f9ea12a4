/** What a checkout asks for. */
export interface Card {
  readonly pan: string
  /** `MM/YY` */
  readonly exp: string
  readonly cvv: string
}
