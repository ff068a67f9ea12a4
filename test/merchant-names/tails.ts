/** One merchant: a name with what acquirers append to it, and as a person lists it. One pair a line, by what was appended. */
export const tails: Readonly<Record<string, string>> = {
  'store numbers': `
    STARBUCKS #1234 | Starbucks
    STARBUCKS STORE 01234 | Starbucks
    STARBUCKS 01234 | Starbucks
    STARBUCKS #12 | Starbucks
    WALGREENS #0042 | Walgreens
    WALGREENS STORE #0042 | Walgreens
    KROGER #512 | Kroger
    KROGER#512 | Kroger
    SAFEWAY STORE00001234 | Safeway
    SAFEWAY #1234 | Safeway
    MCDONALD'S F12345 | McDonald's
    MCDONALDS F35021 | McDonald's
    TARGET T-1234 | Target
    TARGET 00012345 | Target
    APPLE STORE #R123 | Apple
    APPLE STORE R420 | Apple
    BEST BUY 00012344 | Best Buy
    BURGER KING #4521 | Burger King
    BURGER KING #4521 Q07 | Burger King
    TACO BELL 031234 | Taco Bell
    SHELL OIL 57444209701 | Shell
    CHEVRON 0091234 | Chevron
    7-ELEVEN 33219 | 7-Eleven
    CIRCLE K 2741234 | Circle K
    COSTCO WHSE #0123 | Costco
    THE HOME DEPOT #6512 | Home Depot
    HOMEDEPOT 0412 | The Home Depot
    LOWES #00907 | Lowe's
    TRADER JOE'S #552 | Trader Joe's
    WHOLEFDS MKT #10234 | Whole Foods Market
    PETSMART # 1402 | PetSmart
    DOLLAR TREE NO. 4412 | Dollar Tree
    MOTEL 6 #1234 | Motel 6
    FOREVER 21 #0331 | Forever 21
    STUDIO 54 #12 | Studio 54
    JOE'S PIZZA UNIT 7 | Joe's Pizza
    SUBWAY 03248877 | Subway
    BEST WESTERN #441 | Best Western
    UNITED AIRLINES 0162345678901 | United Airlines
    DELTA AIR 0062345678901 | Delta Air Lines
    AMERICAN AIR0012345678901 | American Airlines
    SOUTHWES 5262345678901 | Southwest Airlines
    USPS PO 0512345678 | USPS
    NORDSTROM 0321 | Nordstrom
    IKEA 152 | IKEA
    PETCO 1712 63517121 | Petco
    ACME T-1234 | Acme
    THE UPS STORE #12 | The UPS Store
    ACME STORE 12 | Acme
    ACME NO 12 SEATTLE WA | Acme
    ACME 866-579-7172 | Acme
    ACME 866 579 7172 | Acme
    ACME 877-7781161 | Acme
    ACME 1-800-555-1212 | Acme
    FOREVER 21 800-555-1212 | Forever 21
    ACME #4521 Q07 | Acme
    ACME 2K4AB1C23 | Acme
    ACME A1B2C | Acme
    ACME AB12CD | Acme
    ACME ABC1D2E3 | Acme
    BLUE CAFE #12 | Blue Cafe
    CAFE BAR #12 | Cafe Bar
    CAFE 12 1701 | Cafe 12
    BEST BUY 1701 | Best Buy
    7 12 0042 | 7 12
    1701A 0042 | 1701A
    ACME12345 | Acme
    KLAX88 1701 | Klax88
    HOME DEPOT 1701 | Home Depot
    GRAND HOTEL STORE 12 | Grand Hotel
    GRAND HOTEL #4521 Q07 | Grand Hotel
    GRAND HOTEL #12 | Grand Hotel
    GRAND HOTEL 0042 | Grand Hotel
    GRAND HOTEL 866-579-7172 | Grand Hotel
    GRAND HOTEL #A Q07 | Grand Hotel A`,
  'domains and addresses': `
    NETFLIX.COM | Netflix
    netflix.com | Netflix
    WWW.NETFLIX.COM | Netflix
    HTTPS://WWW.NETFLIX.COM | Netflix
    SPOTIFY.COM | Spotify
    Amazon.com | Amazon
    AMAZON.COM, INC. | Amazon
    AMAZON.CO.UK | Amazon
    AMAZON.DE | Amazon
    AMAZON COM | Amazon
    APPLE.COM/BILL | Apple
    APPLE.COM BILL | Apple
    WWW.APPLE.COM/BILL | Apple
    ITUNES.COM/BILL | Apple
    WALMART.COM | Walmart
    WALMART.COM 8009256278 | Walmart
    HOMEDEPOT.COM | Home Depot
    BESTBUY.COM | Best Buy
    BLUEBOTTLECOFFEE.COM | Blue Bottle Coffee
    EXPEDIA.COM | Expedia
    BOOKING.COM | Booking.com
    BOOKING.COM | Booking
    HOTELS.COM | Hotels.com
    HOTELS.COM1234567890 | Hotels.com
    UBER TRIP HELP.UBER.COM | Uber
    AMAZON.COM AMZN.COM/BILL | Amazon
    GITHUB.COM | GitHub
    FLY.IO | Fly.io
    FLY IO | Fly.io
    ZOOM.US | Zoom
    ZOOM.US 888-799-9666 | Zoom
    NOTION.SO | Notion
    CLAUDE.AI SUBSCRIPTION | Claude
    CLAUDE.AI SUBSCRIPTION | Anthropic
    NAME-CHEAP.COM | Namecheap
    PATREON.COM | Patreon
    ETSY.COM | Etsy
    Zalando.de | Zalando
    BOL.COM | bol.com
    LINODE.COM | Linode
    RENDER.COM | render.com
    HTTP://NETFLIX.COM | Netflix
    WWW | WWW
    WWW HTTP | HTTP
    UBER HELP.UBER.COM | Uber
    ACME TOOLS ACMETOOLS.COM | Acme Tools
    ACME TOOLS COM | Acme Tools
    ACME COM CA | Acme
    ACME.CO.UK | Acme
    APPLE.COM/BILLWA | Apple
    AMZN MKTP US AMZN.COM/BILL WA | Amazon
    UBER HELP.UBER.COM 12345 | Uber
    UBER HELP.UBER.COM 800-592-8996 CA | Uber
    .UBER.COM/BILL | Uber
    .KLAX.COM | Klax
    ACME TOOLS.COM ACMETOOLS.COM | Acme Tools`,
  'legal forms': `
    GITHUB, INC. | GitHub
    GITHUB INC | GitHub
    GitHub | GitHub, Inc.
    OPENAI, L.L.C. | OpenAI
    OPENAI LLC | OpenAI
    ANTHROPIC, PBC | Anthropic
    NETFLIX INC. | Netflix
    SPOTIFY AB | Spotify
    SPOTIFY USA INC | Spotify
    SIEMENS AG | Siemens
    ZALANDO SE & CO. KG | Zalando
    HETZNER ONLINE GMBH | Hetzner Online
    LIDL GMBH & CO. KG | Lidl
    BOLT LTD | Bolt
    TESCO PLC | Tesco
    WOOLWORTHS PTY LTD | Woolworths
    GRAB PTE. LTD. | Grab
    OVH SAS | OVH
    OVH S.A.S. | OVH
    FERRERO S.P.A. | Ferrero
    RYANAIR DAC | Ryanair
    KLM N.V. | KLM
    BOL.COM B.V. | Bol.com
    MAERSK A/S | Maersk
    NOKIA OYJ | Nokia
    ALLEGRO SP. Z O.O. | Allegro
    SONY CORPORATION | Sony
    MICROSOFT CORP | Microsoft
    TOYOTA MOTOR CORP | Toyota Motor
    NETFLIX INTERNATIONAL B.V. | Netflix International
    FRESH MARKET INC | Fresh Market
    UNITED HEALTHCARE INC #12 | United Healthcare
    ACME S.P.A. | Acme
    GRAND HOTEL LLC | Grand Hotel`,
  places: `
    STARBUCKS SEATTLE WA | Starbucks
    STARBUCKS STORE 01234 SEATTLE WA | Starbucks
    STARBUCKS #1234 NEW YORK NY US | Starbucks
    GITHUB INC SAN FRANCISCO CA | GitHub
    GITHUB, INC. SAN FRANCISCO CA USA | GitHub
    NETFLIX.COM LOS GATOS CA | Netflix
    NETFLIX.COM 866-579-7172 CA | Netflix
    APPLE.COM/BILL 866-712-7753 CA | Apple
    SPOTIFY STOCKHOLM SE | Spotify
    SPOTIFY STOCKHOLM | Spotify
    UBER *TRIP SAN FRANCISCO CA | Uber
    SIEMENS AG MUENCHEN DE | Siemens
    IKEA BERLIN DE | IKEA
    IKEA DEUTSCHLAND | IKEA
    LIDL FRANCE | Lidl
    TESCO STORES LONDON GBR | Tesco Stores
    TESCO LONDON GB | Tesco
    PRET A MANGER LONDON | Pret A Manger
    ZARA MADRID ES | Zara
    UNIQLO TOKYO JP | Uniqlo
    TIM HORTONS #1234 TORONTO ON | Tim Hortons
    TIM HORTONS #1234 TORONTO ON CA | Tim Hortons
    SHOPIFY OTTAWA CAN | Shopify
    CANVA SYDNEY AU | Canva
    GRAB SINGAPORE SG | Grab
    GRAB SINGAPORE | Grab
    JOE'S PIZZA NEW YORK NY | Joe's Pizza
    JOE'S PIZZA AUSTIN TX 78701 | Joe's Pizza
    JOE'S PIZZA PORTLAND OR | Joe's Pizza
    JOE'S PIZZA INDIANAPOLIS IN | Joe's Pizza
    CHIPOTLE 1234 DENVER CO | Chipotle
    MOTEL 6 DALLAS TX | Motel 6
    FOREVER 21 CHICAGO IL USA | Forever 21
    H&M 0123 NEW YORK US | H&M
    TRADER JOE'S #552 BOSTON MA | Trader Joe's
    HERTZ RENT-A-CAR MIAMI FL | Hertz
    DELTA AIR 0062345678901 ATLANTA GA | Delta Air Lines
    ADOBE INC SAN JOSE CA | Adobe
    OVH SAS PARIS FR | OVH
    RYANAIR DUBLIN IE | Ryanair
    BOOKING.COM AMSTERDAM NL | Booking.com
    FIVERR TEL AVIV IL | Fiverr
    MERCADONA VALENCIA ES | Mercadona
    PAYPAL *SPOTIFY 4029357733 CA | Spotify
    VERCEL INC. WALNUT CA | Vercel
    MIDJOURNEY INC. SOUTH SAN FRANCISCO CA | Midjourney
    CARREFOUR EMIRATES DUBAI AE | Carrefour Emirates
    JOES PIZZA | Joe's Pizza New York NY
    ACME TOOLS CA | Acme Tools
    SEATTLE WA | Seattle
    ACME.NET CA | Acme.net
    ACME 123 CA | Acme 123
    NETFLIX.COM CA | Netflix
    AMZN MKTP IN | Amazon
    AMZN MKTP DE | Amazon
    ACME #12 SEATTLE | Acme
    ACME SEATTLE #12 | Acme
    WA | WA
    ACME+ SEATTLE WA | Acme+
    ACME - SEATTLE WA | Acme
    ACME TOOLS' SEATTLE WA | Acme Tools
    NETFLIX.COM IN | Netflix
    KLAX.COM IN | Klax
    NEW YORK | New York
    NAMECHEAP IN | NameCheap
    (NEW YORK) | New York
    GOLDEN PALACE NEW YORK | Golden Palace-New York`,
}
