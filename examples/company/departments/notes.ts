/** Notes of approvers on their decisions. Undefined: a decision without a note. */
export const demoApprovalNotes: readonly (string | undefined)[] = [
  undefined,
  'ok',
  'Fine, within the budget of the quarter.',
  'Agreed on the phone with the customer.',
  undefined,
  'Please take the cheaper fare next time.',
  'Agreed. The invoice goes to accounting, with the number of the project, and not to the department as it did the last two times.',
]

export const rejectionNotes: readonly string[] = [
  'We have this already.',
  'Not in this quarter.',
  'Too expensive: ask two other suppliers first.',
  'The meeting is a call now.',
]
