/** A tool by others with which an agent drives the browser whose DevTools listen at an address. */
export interface BrowserTool {
  readonly name: string
  /** The browser that the tool needs, where it is another than that of the tests, and its flags. */
  readonly program?: string | undefined
  readonly flags?: readonly string[]
  open(devTools: string): Promise<OpenTool>
}

export interface OpenTool {
  goTo(url: string): Promise<unknown>
  /** Types into the field of the shop's page that is not of the card. */
  typeEmail(text: string): Promise<unknown>
  /** Everything that the tool can say of the page and of what the page has sent, as a model gets it. */
  look(): Promise<string>
  close(): Promise<unknown>
}
