/** A brand, with what is known about it beyond the general rules. The items of a list are separated by `|`. */
export interface Brand {
  readonly name: string
  /** Other full names of the brand. As in `name`, capitals, hyphens and accents show where spaces and accents may be written. */
  readonly also?: string
  /**
   * Names that the brand's acquirer writes. They count only in a descriptor of the brand's own, never after the prefix of a payment
   * facilitator.
   */
  readonly bills?: string
  /** Words that may follow the brand's `NAME *`, separated by spaces. Order numbers and billing words may follow it, too. */
  readonly products?: string
  /** Matches the brand's order numbers, if `isOrderNumber` does not recognize them. */
  readonly reference?: RegExp
  /** True: the brand writes the names of others after its `*`, such as sellers or customers: `DOORDASH*JOES PIZZA`. */
  readonly namesOthers?: true
  /** The brand that bills a product which is listed as a brand of its own. `SELLER *PRODUCT` belongs to both. */
  readonly seller?: string
}

/**
 * Brands that acquirers write differently from their owners, taken from what the companies publish about their card descriptors. Only names
 * of a single company are listed: "Delta" (air lines, taps, dental plans) and "United" are left out.
 */
const described: readonly Brand[] = [
  {
    name: 'Amazon',
    also: 'Amazon Marketplace|Amazon.com Services|Amazon Services',
    bills:
      'amzn|amzn mktp|amzn mktpl|amzn mktplace|amzn mktplace pmts|amzn marketplace|amzn pmts|amzn digital|amzn eu|amazon mktp|' +
      'amazon mktpl|amazon mktplace|amazon mktplace pmts|amazon mark|amazon reta|amazon tips|amazon marketplace pmts|amazon digital svcs|amazon retail|amazon eu',
    products: 'mktp mktpl marketplace digital',
  },
  { name: 'Amazon Prime', bills: 'amzn prime', seller: 'Amazon' },
  {
    name: 'Amazon Web Services',
    also: 'AWS',
    bills: 'aws emea|aws emea aws amazon co|aws amazon co|amazon web services aws amazon co',
  },
  { name: 'Amazon Fresh', bills: 'amzn fresh' },
  { name: 'Kindle', bills: 'kindle svcs' },
  { name: 'Prime Video', also: 'PrimeVideo|Amazon Prime Video', bills: 'prime video channels' },
  { name: 'Whole Foods', also: 'Whole Foods Market', bills: 'wholefds|whole fds|wholefds mkt|whole foods mkt' },
  {
    name: 'Apple',
    bills:
      'apple com bill|apl itunes|apl itunes com bill|itunes com bill|itunes|apl apple|apple itunes|apple online store',
    products: 'itunes icloud music storage services',
  },
  { name: 'Google', products: 'services storage one play domains fi fiber pixel nest g co helppay' },
  { name: 'Google Cloud', also: 'Google Cloud Platform', bills: 'google cloud emea', seller: 'Google' },
  { name: 'Google Ads', also: 'Google AdWords', seller: 'Google' },
  { name: 'Google Workspace', also: 'Google G Suite', bills: 'google gsuite', namesOthers: true, seller: 'Google' },
  {
    name: 'YouTube',
    bills: 'youtube premium|youtube music|google youtube|google youtube premium|google youtube premium g co helppay',
    seller: 'Google',
  },
  {
    name: 'Microsoft',
    bills: 'msft|msbill info|microsoft msbill info',
    products: 'office store azure surface onedrive ultimate personal family p msbill info',
    reference: /^e0[0-9]{3}[a-z0-9]{5}$/,
  },
  { name: 'Microsoft Azure', also: 'Azure', bills: 'msft azure', seller: 'Microsoft' },
  { name: 'Xbox', bills: 'microsoft xbox|msft xbox', seller: 'Microsoft' },
  { name: 'LinkedIn', bills: 'linkedin prem|linkedin pre', products: 'premium prem pre job jobs ads recruiter p' },
  { name: 'GitHub', products: 'copilot sponsors pro team' },
  { name: 'OpenAI', bills: 'openai api|openai opco', products: 'api credits plus team pro' },
  {
    name: 'ChatGPT',
    bills: 'openai chatgpt|openai chatgpt subscr|openai chatgpt subscription|openai chatgpt plus|chatgpt subscription',
    seller: 'OpenAI',
  },
  { name: 'Anthropic', also: 'Anthropic PBC', products: 'api' },
  {
    name: 'Claude',
    also: 'Claude.ai',
    bills: 'claude ai subscription|anthropic claude|anthropic claude team',
    seller: 'Anthropic',
  },
  { name: 'Meta', also: 'Meta Platforms' },
  {
    name: 'Facebook',
    bills: 'facebk|facebook ads|facebk ads|facebk fb me ads',
    products: 'ads fb me',
    reference: /^(?:(?=[a-z]*[0-9]+[a-z]+[0-9])[a-z0-9]{10}|[b-df-hj-np-tv-z0-9]{9}2)$/,
  },
  {
    name: 'Uber',
    also: 'Uber Technologies',
    bills: 'uber trip|uber trip help uber',
    products: 'trip trips ride rides pending one pass help com',
  },
  { name: 'Uber Eats', also: 'UberEats', bills: 'uber eats pending' },
  {
    name: 'Lyft',
    bills: 'lyft ride|lyft rides',
    products: 'ride rides temp auth hold mon tue wed thu fri sat sun am pm',
  },
  { name: 'DoorDash', bills: 'dd doordash', namesOthers: true },
  { name: 'GrubHub', namesOthers: true },
  { name: 'Instacart', also: 'InstaCart', bills: 'maplebear|ic instacart', namesOthers: true },
  { name: 'Booking.com', also: 'Booking', bills: 'bkg booking|bkg booking com|hotel at booking com|hotel booking com' },
  { name: 'eBay', bills: 'ebay commerce|ebay o' },
  { name: 'PayPal', bills: 'paypal inst xfer', products: 'inst xfer transfer' },
  {
    name: 'Wal-Mart',
    also: 'Walmart Supercenter|Wal-Mart Supercenter|Wal-Mart Super Center',
    bills: 'wm supercenter|wm supercen|wm superc|wal mart stores|walmart stores|walmart grocery|walmart com aa',
  },
  { name: "Sam's Club" },
  { name: 'Costco', also: 'Costco Wholesale', bills: 'costco whse|costco wholesale whse' },
  { name: 'Target', bills: 'target stores' },
  { name: 'The Home Depot' },
  { name: "Lowe's", bills: 'lowes home centers' },
  { name: 'Best Buy', bills: 'best buy mht' },
  { name: "Mc Donald's", also: "McDonald's Restaurant|McDonald's Restaurants" },
  { name: 'Starbucks', bills: 'sbux|starbucks card reload' },
  { name: 'Dunkin' },
  { name: 'KFC' },
  { name: "Domino's", also: "Domino's Pizza" },
  { name: 'Chipotle', bills: 'chipotle online' },
  { name: 'Panera Bread', also: 'Panera' },
  { name: '7-Eleven', also: 'Seven Eleven' },
  { name: 'CVS', also: 'CVS Pharmacy' },
  { name: 'Shell', also: 'Shell Oil', bills: 'shell service station' },
  { name: 'ExxonMobil', also: 'Exxon Mobil' },
  { name: 'AT&T', bills: 'att bill payment|att bill|att payment' },
  { name: 'T-Mobile', bills: 'tmobile auto pay|tmobile postpaid' },
  { name: 'Verizon', bills: 'vzwrlss|vzwireless|verizon wrls' },
  { name: 'Comcast', bills: 'comcast cable|comcast xfinity' },
  { name: 'Spotify', bills: 'spotify premium|spotify ab', products: 'premium' },
  { name: 'Disney+', also: 'Disney Plus' },
  {
    name: 'Adobe',
    also: 'Adobe Systems',
    bills: 'adobe creative cloud|adobe acropro',
    products:
      'creative cloud acropro acrobat photoshop photogphy photography plan illustrator lightroom premiere stock pro',
  },
  { name: 'Zoom', also: 'Zoom Video Communications', bills: 'zoom us' },
  { name: 'Notion', also: 'Notion Labs', bills: 'notion so' },
  { name: 'Slack', also: 'Slack Technologies' },
  { name: 'X', also: 'X Corp', bills: 'x corp paid features' },
  { name: "Sainsbury's", bills: 'sainsburys s mkts|sainsburys s mkt' },
  {
    name: 'Wall Street Journal',
    also: 'The Wall Street Journal|WSJ',
    bills: 'd j wall st journal|d j wsj|dj wall st journal',
  },
  { name: "Barron's", bills: 'd j barrons' },
  { name: 'The New York Times', also: 'NYTimes', bills: 'nytimes nytimes|nytimes disc' },
  { name: 'Harvester', bills: 'h vester' },
  { name: 'Marks & Spencer', also: 'M&S', bills: 'marks spencer simply food' },
  { name: 'Morrisons', bills: 'wm morrison|wm morrisons|wm morrison supermarkets' },
  { name: 'Blink-182' },
  { name: 'Bob’s Stores' },
  { name: 'Intuit', bills: 'intuit quickbooks' },
  { name: 'Mailchimp', also: 'MailChimp', bills: 'intuit mailchimp' },
  { name: 'Airbnb', also: 'AirBnB', reference: /^hm[a-z0-9]{8}$/ },
  { name: 'Dropbox', also: 'DropBox', reference: /^(?=[a-z]*[0-9]+[a-z]+[0-9])[a-z0-9]{12}$/ },
  { name: 'Etsy', namesOthers: true },
  { name: 'Patreon', namesOthers: true },
  { name: 'Figma', bills: 'figma monthly renewal|figma annual renewal' },
  { name: 'Perplexity', also: 'Perplexity AI' },
  { name: 'SendGrid', bills: 'twilio sendgrid' },
  { name: 'MongoDB', bills: 'mongodbcloud' },
  { name: 'Audible', seller: 'Amazon' },
  { name: 'GoDaddy', bills: 'dnh godaddy' },
  { name: 'NameCheap', bills: 'name cheap' },
  { name: 'FedEx', also: 'FedEx Express|Federal Express' },
  { name: 'UPS', also: 'United Parcel Service' },
  { name: 'USPS', bills: 'usps po|usps com clicknship' },
  { name: 'DHL', also: 'DHL Express' },
  { name: 'Delta Air Lines', bills: 'delta air' },
  { name: 'American Airlines', also: 'American Air Lines', bills: 'american air' },
  { name: 'United Air Lines' },
  { name: 'Southwest Airlines', bills: 'southwes|southwest air' },
  { name: 'JetBlue', also: 'JetBlue Airways' },
  { name: 'Hertz', also: 'Hertz Rent-A-Car' },
  { name: 'Avis', also: 'Avis Rent-A-Car' },
  { name: 'Steam', also: 'Steam Games', bills: 'steam purchase|steampowered' },
  { name: 'PlayStation', bills: 'playstation network' },
  { name: 'IBM', also: 'International Business Machines' },
  { name: 'American Express', also: 'Amex|AmEx' },
  { name: 'Tiffany & Co', also: 'Tiffany' },
]

/**
 * Brands of which only the name is known. A name with the same letters but other spaces or accents ("NET FLIX", "Nètflix") does not match
 * them.
 */
const plain =
  'Aldi|Alibaba|AliExpress|Anthropologie|Atlassian|Best Western|Burger King|Canva|Chevron|' +
  'Chewy|Chick-fil-A|Circle K|Citroën|Cloudflare|CloudFlare|Coca-Cola|Coinbase|Dell|DigitalOcean|Expedia|' +
  'H&M|Häagen-Dazs|Hermès|Heroku|Hilton|Hulu|Hyatt|IKEA|Klarna|Kroger|L’Oréal|Lancôme|Lego|Lenovo|Lidl|' +
  'Macy’s|Marriott|MasterCard|Media Markt|Midjourney|MidJourney|Nespresso|Nestlé|Netflix|Netlify|Nike|Nintendo|Nordstrom|Nvidia|Oracle|' +
  'Office 365|Pepsi|Pizza Hut|Ralphs|Red Bull|Revolut|Royal Mail|Safeway|Salesforce|SalesForce|Samsung|Sephora|Shopify|' +
  'Sony|SP+|Square|Stripe|Subway|Taco Bell|Temu|Tesco|Tesla|The UPS Store|TikTok|Trader Joe’s|TripAdvisor|' +
  'Twilio|Twitch|Twitter|Uniqlo|United Healthcare|Venmo|Vercel|Visa|Walgreens|Wayfair|Wendy’s|WhatsApp|Xfinity|Zara'

export const brands: readonly Brand[] = [...described, ...plain.split('|').map((name) => ({ name }))]
