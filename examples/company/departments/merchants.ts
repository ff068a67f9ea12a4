/**
 * A merchant as the network describes it: its name on statements, its category, and its location. `{order}` in a name is replaced by a new
 * order number each time.
 */
export interface DemoMerchant {
  readonly name: string
  readonly mcc: string
  readonly city?: string
  readonly country: string
}

const shop =
  (mcc: string) =>
  (name: string, country: string, city?: string): DemoMerchant => ({
    name,
    mcc,
    country,
    ...(city === undefined ? {} : { city }),
  })

const advertising = shop('7311')
const software = shop('5734')
const computing = shop('7372')
const hosting = shop('4816')
const pictures = shop('7333')
const mailing = shop('7331')
const events = shop('7399')
const lodging = shop('7011')
const taxi = shop('4121')
const rail = shop('4112')
const stationery = shop('5943')
const furniture = shop('5712')
const building = shop('5211')
const groceries = shop('5411')
const coffee = shop('5499')
const catering = shop('5811')
const cleaning = shop('7349')
const utilities = shop('4900')
const courier = shop('4215')
const electronics = shop('5065')
const laboratory = shop('5047')
const journals = shop('5968')

export const demoMerchants = {
  'google-ads': advertising('GOOGLE *ADS', 'IE', 'Dublin'),
  'meta-ads': advertising('FACEBK *ADS', 'IE', 'Dublin'),
  'linkedin-ads': advertising('LinkedIn Ads', 'IE', 'Dublin'),
  'tiktok-ads': advertising('TikTok Ads', 'GB', 'London'),
  reddit: advertising('Reddit Ads', 'US', 'San Francisco'),
  adobe: software('ADOBE *CREATIVE CLOUD', 'IE', 'Dublin'),
  figma: computing('Figma', 'US', 'San Francisco'),
  canva: computing('Canva', 'AU', 'Sydney'),
  shutterstock: pictures('Shutterstock', 'US', 'New York'),
  mailchimp: mailing('MAILCHIMP', 'US', 'Atlanta'),
  typeform: computing('Typeform', 'ES', 'Barcelona'),
  eventbrite: events('EB *EMBEDDED WORLD', 'DE', 'Nuremberg'),
  messe: events('Messe Muenchen GmbH', 'DE', 'Munich'),
  websummit: events('Web Summit', 'PT', 'Lisbon'),
  aws: hosting('AMAZON WEB SERVICES', 'LU', 'Luxembourg'),
  gcp: hosting('GOOGLE *CLOUD', 'IE', 'Dublin'),
  azure: hosting('MICROSOFT*AZURE', 'IE', 'Dublin'),
  hetzner: hosting('HETZNER ONLINE', 'DE', 'Gunzenhausen'),
  cloudflare: hosting('Cloudflare', 'US', 'San Francisco'),
  digitalocean: hosting('DIGITALOCEAN.COM', 'US', 'New York'),
  github: computing('GITHUB, INC.', 'US', 'San Francisco'),
  circleci: computing('CircleCI', 'US', 'San Francisco'),
  docker: computing('Docker', 'US', 'Palo Alto'),
  namecheap: hosting('NAMECHEAP.COM', 'US', 'Phoenix'),
  jetbrains: software('JetBrains', 'CZ', 'Prague'),
  sentry: computing('Sentry', 'US', 'San Francisco'),
  datadog: computing('Datadog', 'US', 'New York'),
  onepassword: computing('1Password', 'CA', 'Toronto'),
  slack: computing('Slack', 'IE', 'Dublin'),
  openai: computing('OPENAI', 'US', 'San Francisco'),
  anthropic: computing('ANTHROPIC', 'US', 'San Francisco'),
  'hugging-face': computing('Hugging Face', 'US', 'New York'),
  lufthansa: shop('3008')('LUFTHANSA', 'DE', 'Frankfurt'),
  'british-airways': shop('3005')('BRITISH AIRWAYS', 'GB', 'London'),
  'air-france': shop('3007')('AIR FRANCE', 'FR', 'Paris'),
  klm: shop('3010')('KLM', 'NL', 'Amstelveen'),
  delta: shop('3058')('DELTA AIR LINES', 'US', 'Atlanta'),
  marriott: shop('3509')('MARRIOTT', 'DE', 'Berlin'),
  hilton: shop('3504')('HILTON', 'GB', 'London'),
  'motel-one': lodging('Motel One', 'DE', 'Munich'),
  guesthouse: lodging('Pension und Gaestehaus an der alten Spinnerei Leipzig-Lindenau', 'DE', 'Leipzig'),
  uber: taxi('UBER *TRIP', 'NL', 'Amsterdam'),
  bolt: taxi('Bolt', 'EE', 'Tallinn'),
  'taxi-berlin': taxi('TAXI BERLIN', 'DE', 'Berlin'),
  'deutsche-bahn': rail('DB VERTRIEB GMBH', 'DE', 'Frankfurt'),
  sncf: rail('SNCF', 'FR', 'Paris'),
  hertz: shop('3357')('HERTZ', 'DE', 'Eschborn'),
  'hertz-istanbul': shop('3357')('HERTZ', 'TR', 'Istanbul'),
  fuel: shop('5542')('ARAL STATION', 'DE', 'Hanover'),
  staples: stationery('Staples', 'DE', 'Hamburg'),
  viking: stationery('Viking', 'DE', 'Grossostheim'),
  amazon: shop('5942')('AMZN MKTP DE*{order}', 'LU', 'Luxembourg'),
  ikea: furniture('IKEA', 'DE', 'Berlin'),
  hornbach: building('HORNBACH', 'DE', 'Berlin'),
  rewe: groceries('REWE', 'DE', 'Berlin'),
  roastery: coffee('SQ *KIEZ ROASTERY', 'DE', 'Berlin'),
  lunches: catering('Mittagsrunde Catering', 'DE', 'Berlin'),
  cleaners: cleaning('Blitzblank Gebaeudereinigung', 'DE', 'Berlin'),
  vattenfall: utilities('Vattenfall', 'DE', 'Berlin'),
  telekom: shop('4814')('Telekom Deutschland', 'DE', 'Bonn'),
  dhl: courier('DHL', 'DE', 'Bonn'),
  fedex: courier('FEDEX', 'DE', 'Cologne'),
  ups: courier('UPS', 'DE', 'Neuss'),
  digikey: electronics('DIGI-KEY', 'US', 'Thief River Falls'),
  mouser: electronics('MOUSER ELECTRONICS', 'US', 'Mansfield'),
  'rs-components': electronics('RS Components', 'DE', 'Frankfurt'),
  farnell: electronics('Farnell', 'GB', 'Leeds'),
  thermo: laboratory('Thermo Fisher Scientific', 'DE', 'Darmstadt'),
  'sigma-aldrich': laboratory('Sigma-Aldrich', 'DE', 'Taufkirchen'),
  carlroth: laboratory('Carl Roth', 'DE', 'Karlsruhe'),
  ieee: journals('IEEE', 'US', 'Piscataway'),
  elsevier: journals('Elsevier', 'NL', 'Amsterdam'),
  springer: journals('Springer Nature', 'DE', 'Heidelberg'),
  runpod: hosting('RunPod', 'US', 'Mount Laurel'),
  lambda: hosting('Lambda', 'US', 'San Jose'),
  casino: shop('7995')('LUCKY SEVENS ONLINE', 'MT', 'Valletta'),
  exchange: shop('6051')('Coin Exchange', 'EE', 'Tallinn'),
  'gift-cards': shop('5947')('GIFT CARD WORLD', 'US', 'Wilmington'),
  'duty-free': shop('5309')('DUTY FREE ZURICH', 'CH', 'Zurich'),
} as const satisfies Record<string, DemoMerchant>

export type DemoMerchantKey = keyof typeof demoMerchants

export const demoMerchantOf = (key: DemoMerchantKey): DemoMerchant => demoMerchants[key]
