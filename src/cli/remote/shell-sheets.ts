// Generated from src/contract/sheets by tools/generate.ts. Do not edit.
import type { ShellResourceSheet } from './shell-sheet.ts'

export const shellResourceSheets = {
  customers: {
  statuses: ["active","suspended"],
  fields: [
    {"field":"id","update":null,"flags":null,"listed":{"at":1,"title":"id","as":"text","fit":"whole"}},
    {"field":"type","update":"keep","flags":{"at":3,"kind":"text","of":[{"name":"type","member":null,"value":"consumer|business","description":"The type of the customer."}]},"listed":null},
    {"field":"currency","update":"same","flags":{"at":4,"kind":"text","of":[{"name":"currency","member":null,"value":"CODE","description":"The currency of everything beneath the customer, such as EUR. It never changes."}]},"listed":{"at":4,"title":"currency","as":"text","fit":"whole"}},
    {"field":"status","update":"keep","flags":null,"listed":{"at":2,"title":"status","as":"status","fit":"whole"}},
    {"field":"email","update":"unset","flags":{"at":1,"kind":"text","of":[{"name":"email","member":null,"value":"ada@example.com","description":"The email address of the customer."}]},"listed":{"at":5,"title":"email","as":"text","fit":"cut"}},
    {"field":"name","update":"unset","flags":{"at":2,"kind":"text","of":[{"name":"first-name","member":"first","value":"Ada","description":"The first name of a person."},{"name":"last-name","member":"last","value":"Lovelace","description":"The last name of a person."},{"name":"business","member":"business","value":"NAME","description":"The name of a business."}]},"listed":{"at":3,"title":"name","as":"full-name","fit":"cut"}},
    {"field":"phone","update":"unset","flags":{"at":5,"kind":"text","of":[{"name":"phone","member":null,"value":"+1 555 0100","description":"The phone number."}]},"listed":null},
    {"field":"policy","update":"unset","flags":{"at":90,"kind":"policy","of":[{"name":"policy","member":null,"value":"JSON","description":"The rest of the policy, as JSON. The flags above are put into it."}]},"listed":null},
    {"field":"costCenter","update":"unset","flags":{"at":80,"kind":"text","of":[{"name":"cost-center","member":null,"value":"NAME","description":"The cost center of the purchases."}]},"listed":{"at":80,"title":"cost center","as":"text","fit":"optional"}},
    {"field":"metadata","update":"unset","flags":{"at":91,"kind":"object","of":[{"name":"metadata","member":null,"value":"JSON","description":"Data of your own, as JSON."}]},"listed":null},
    {"field":"createdAt","update":null,"flags":null,"listed":{"at":99,"title":"created","as":"time","fit":"whole-or-out"}},
  ] },
  agents: {
  statuses: ["active","paused","disabled"],
  fields: [
    {"field":"id","update":null,"flags":null,"listed":{"at":1,"title":"id","as":"text","fit":"whole"}},
    {"field":"name","update":"keep","flags":{"at":3,"kind":"text","of":[{"name":"name","member":null,"value":"NAME","description":"The name of the agent."}]},"listed":{"at":3,"title":"name","as":"text","fit":"cut"}},
    {"field":"status","update":"keep","flags":null,"listed":{"at":2,"title":"status","as":"status","fit":"whole"}},
    {"field":"customerId","update":"never","flags":{"at":1,"kind":"text","of":[{"name":"customer","member":null,"value":"cust_...","description":"The customer."}]},"listed":{"at":5,"title":"customer","as":"text","fit":"optional"}},
    {"field":"externalId","update":"never","flags":{"at":2,"kind":"text","of":[{"name":"external-id","member":null,"value":"build-bot","description":"The id that you give the agent."}]},"listed":{"at":4,"title":"external id","as":"text","fit":"optional"}},
    {"field":"policy","update":"unset","flags":{"at":90,"kind":"policy","of":[{"name":"policy","member":null,"value":"JSON","description":"The rest of the policy, as JSON. The flags above are put into it."}]},"listed":null},
    {"field":"costCenter","update":"unset","flags":{"at":80,"kind":"text","of":[{"name":"cost-center","member":null,"value":"NAME","description":"The cost center of the purchases."}]},"listed":{"at":80,"title":"cost center","as":"text","fit":"optional"}},
    {"field":"metadata","update":"unset","flags":{"at":91,"kind":"object","of":[{"name":"metadata","member":null,"value":"JSON","description":"Data of your own, as JSON."}]},"listed":null},
    {"field":"createdAt","update":null,"flags":null,"listed":{"at":99,"title":"created","as":"time","fit":"whole-or-out"}},
  ] },
  cards: {
  statuses: ["active","frozen","closed"],
  fields: [
    {"field":"id","update":null,"flags":null,"listed":{"at":1,"title":"id","as":"text","fit":"whole"}},
    {"field":"customerId","update":"never","flags":{"at":1,"kind":"text","of":[{"name":"customer","member":null,"value":"cust_...","description":"The customer."}]},"listed":{"at":7,"title":"customer","as":"text","fit":"optional"}},
    {"field":"agentId","update":"never","flags":{"at":2,"kind":"text","of":[{"name":"agent","member":null,"value":"agt_...","description":"The agent."}]},"listed":{"at":6,"title":"agent","as":"text","fit":"optional"}},
    {"field":"type","update":"never","flags":{"at":3,"kind":"text","of":[{"name":"type","member":null,"value":"virtual|physical","description":"The type of the card [virtual]."}]},"listed":null},
    {"field":"currency","update":null,"flags":null,"listed":{"at":4,"title":"currency","as":"text","fit":"whole-or-out"}},
    {"field":"usage","update":"keep","flags":{"at":6,"kind":"text","of":[{"name":"usage","member":null,"value":"single|multi","description":"Whether the card is for one purchase, or for any number."}]},"listed":null},
    {"field":"status","update":"keep","flags":null,"listed":{"at":2,"title":"status","as":"status","fit":"whole"}},
    {"field":"last4","update":null,"flags":null,"listed":{"at":3,"title":"last4","as":"text","fit":"whole"}},
    {"field":"policy","update":"unset","flags":{"at":90,"kind":"policy","of":[{"name":"policy","member":null,"value":"JSON","description":"The rest of the policy, as JSON. The flags above are put into it."}]},"listed":null},
    {"field":"label","update":"unset","flags":{"at":5,"kind":"text","of":[{"name":"label","member":null,"value":"NAME","description":"The name that people give the card."}]},"listed":{"at":5,"title":"label","as":"text","fit":"optional"}},
    {"field":"costCenter","update":"unset","flags":{"at":80,"kind":"text","of":[{"name":"cost-center","member":null,"value":"NAME","description":"The cost center of the purchases."}]},"listed":{"at":80,"title":"cost center","as":"text","fit":"optional"}},
    {"field":"metadata","update":"unset","flags":{"at":91,"kind":"object","of":[{"name":"metadata","member":null,"value":"JSON","description":"Data of your own, as JSON."}]},"listed":null},
    {"field":"issuer","update":"never","flags":{"at":4,"kind":"text","of":[{"name":"issuer","member":null,"value":"purser|stripe|lithic","description":"The issuer of the card."}]},"listed":null},
    {"field":"createdAt","update":null,"flags":null,"listed":{"at":99,"title":"created","as":"time","fit":"whole-or-out"}},
  ] },
  webhooks: {
  statuses: ["active","disabled"],
  fields: [
    {"field":"id","update":null,"flags":null,"listed":{"at":1,"title":"id","as":"text","fit":"whole"}},
    {"field":"url","update":"keep","flags":{"at":1,"kind":"text","of":[{"name":"url","member":null,"value":"https://...","description":"The URL to which events are posted."}]},"listed":{"at":3,"title":"url","as":"text","fit":"cut"}},
    {"field":"events","update":"keep","flags":{"at":2,"kind":"list","of":[{"name":"events","member":null,"value":"transaction.created,...","description":"The types of events, or * for all."}]},"listed":{"at":4,"title":"events","as":"words","fit":"cut"}},
    {"field":"description","update":"unset","flags":{"at":3,"kind":"text","of":[{"name":"description","member":null,"value":"TEXT","description":"What the webhook is for."}]},"listed":null},
    {"field":"status","update":"keep","flags":null,"listed":{"at":2,"title":"status","as":"status","fit":"whole"}},
    {"field":"createdAt","update":null,"flags":null,"listed":{"at":99,"title":"created","as":"time","fit":"whole-or-out"}},
  ] },
} as const satisfies Readonly<Record<string, ShellResourceSheet>>
