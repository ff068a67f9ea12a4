/** A third-party tool with which an agent drives a browser, connected to the browser's DevTools. */
export interface BrowserTool {
  readonly name: string
  /** The browser that the tool needs, if it is not that of the tests. Undefined: the tests' browser. */
  readonly program?: string | undefined
  readonly flags?: readonly string[]
  open(devTools: string): Promise<OpenBrowserTool>
}

export interface OpenBrowserTool {
  goTo(url: string): Promise<unknown>
  /** Types into the shop page's mail field, which is no card field. */
  typeEmail(text: string): Promise<unknown>
  /** The text that a model gets from the tool about the page, and about the requests that the page has sent. */
  look(): Promise<string>
  close(): Promise<unknown>
}
