/** The text above the table in the page about a run of the frameworks. */
export const frameworksPageHead = (
  personSeconds: number,
  note?: string,
): string => `<!-- Made by \`npm run try:frameworks -- --person ${personSeconds} --into docs/reference/agent-frameworks.md\`. -->

# Frameworks for agents that were tried

Each row is one program of [examples/frameworks](../../examples/frameworks/README.md), run with the real packages against a node of this checkout. No model was asked:
a server on the same machine speaks the protocols of OpenAI's and Anthropic's models, and follows \`next\` in each answer. So the table says whether a framework
hands the tools, their schemas and their answers on, and waits for as long as a person takes; it says nothing about how well a model buys.

- approved, paid, reported: a purchase of USD 42.00 waits for a person, who approves it after ${personSeconds} seconds; the shop charges it, and the agent reports the order number.
- declined, remedy read, reported: the shop charges twice what was declared; the agent reads the remedy and reports it.
- every tool: each of the tools is called once.
- a wrong key: the framework gets no tool.

What came out is read from the API: the intent, its approval and report, the charges, the card. A request is one to the model.
${note === undefined ? '' : `\n${note}\n`}
`
