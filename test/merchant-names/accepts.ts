/** One merchant: what an acquirer sent, and the name as a person lists it. One pair a line, by what was done to the name. */
export const accepts: Readonly<Record<string, string>> = {
  'case, punctuation, accents': `
    STARBUCKS | Starbucks
    blue bottle coffee | Blue Bottle Coffee
    MCDONALDS | McDonald's
    MCDONALD'S | McDonalds
    MCDONALD S | McDonald's
    MCDONALD’S | McDonald's
    TRADER JOES | Trader Joe's
    WENDYS | Wendy's
    LOWE S | Lowe's
    COCA COLA | Coca-Cola
    CHICK FIL A | Chick-fil-A
    CHICKFILA | Chick-fil-A
    T MOBILE | T-Mobile
    TMOBILE | T-Mobile
    H & M | H&M
    H AND M | H&M
    HM | H&M
    ATT | AT&T
    AT & T | AT&T
    BARNES AND NOBLE | Barnes & Noble
    BARNES NOBLE | Barnes & Noble
    BED BATH BEYOND | Bed Bath & Beyond
    HEB | H-E-B
    H E B | H-E-B
    P.F. CHANGS | P.F. Chang's
    PF CHANGS | P.F. Chang's
    J CREW | J.Crew
    JCREW | J. Crew
    US BANK | U.S. Bank
    NESTLE | Nestlé
    CITROEN | Citroën
    LOREAL | L'Oréal
    L OREAL | L'Oréal
    HAAGEN DAZS | Häagen-Dazs
    CAFE NERO | Café Nero
    PRÊT À MANGER | Pret A Manger
    KARCHER | Kärcher
    SMORREBROD KOBENHAVN | Smørrebrød København
    STRASSE EINS | Straße Eins
    BÄCKEREI MÜLLER | Backerei Muller
    CAFE\u0301 DE FLORE | Café de Flore
    YAHOO | Yahoo!
    BARNES & NOBLE | Barnes and Noble
    JOHNSON JOHNSON | Johnson & Johnson
    TOYS R US | Toys"R"Us
    7 ELEVEN | 7-Eleven
    7ELEVEN | 7-Eleven
    DISNEY PLUS | Disney+
    DISNEYPLUS | Disney+
    HOMEDEPOT | Home Depot
    HOME DEPOT | The Home Depot
    BESTBUY | Best Buy
    YOU TUBE | YouTube
    GO DADDY | GoDaddy
    JOESPIZZA | Joe's Pizza
    BOTTEGA-VERDE | Bottega Verde
    GODADDY | GoDaddy`,
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
    PETCO 1712 63517121 | Petco`,
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
    RENDER.COM | render.com`,
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
    UNITED HEALTHCARE INC #12 | United Healthcare`,
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
    CARREFOUR EMIRATES DUBAI AE | Carrefour Emirates`,
  processors: `
    SQ *BLUE BOTTLE COFFEE | Blue Bottle Coffee
    SQ *BLUE BOTTLE COFFEE #12 OAKLAND CA | Blue Bottle Coffee
    SQ * BLUE BOTTLE COFFEE | Blue Bottle Coffee
    SQ BLUE BOTTLE COFFEE | Blue Bottle Coffee
    GOSQ.COM *BLUE BOTTLE | Blue Bottle
    TST* JOES PIZZA | Joe's Pizza
    TST*JOES PIZZA 0042 | Joe's Pizza
    TST* SWEETGREEN UNION SQ | Sweetgreen Union Sq
    TST JOES PIZZA | Joe's Pizza
    PAYPAL *SPOTIFY | Spotify
    PAYPAL *EBAY INC | eBay
    PAYPAL * GITHUB INC | GitHub
    PP*SPOTIFY | Spotify
    PP *SPOTIFY USA | Spotify
    SP ALLBIRDS | Allbirds
    SP * ALLBIRDS | Allbirds
    SP ALLBIRDS.COM | Allbirds
    STRIPE *LINEAR ORBIT | Linear Orbit
    CKO*REVOLUT | Revolut
    CKO*PATREON* MEMBERSHIP | Patreon
    IZ *CORNER BAKERY | Corner Bakery
    ZETTLE *CORNER BAKERY | Corner Bakery
    SUMUP *CORNER BAKERY | Corner Bakery
    GOOGLE *SPOTIFY | Spotify
    GOOGLE *DUOLINGO | Duolingo
    PADDLE.NET* SETAPP | Setapp
    PADDLE *SETAPP | Setapp
    FS *JETBRAINS | JetBrains
    FASTSPRING *SUBLIME HQ | Sublime HQ
    2CO.COM*MALWAREBYTES | Malwarebytes
    DRI*ADOBE | Adobe
    EB *PYCON | PyCon
    IN *ACME PLUMBING LLC | Acme Plumbing
    KLARNA*ZALANDO | Zalando
    AFFIRM *PELOTON | Peloton
    PY *GREEN LEAF DELI | Green Leaf Deli
    WPY*CAMPFIRE | Campfire
    MOLLIE*COOLBLUE | Coolblue
    SUMUP  *CAFE MOZART WIEN AT | Cafe Mozart
    MERCADOPAGO*FARMACITY | Farmacity
    VENMO *LUCKY DRAGON | Lucky Dragon
    SQ *7ELEVEN | 7-Eleven
    PAYPAL *7ELEVEN | 7-Eleven
    LEMSQZY* RAYCAST | Raycast`,
  'short forms': `
    AMZN | Amazon
    AMZN MKTP | Amazon
    AMZN MKTP US | Amazon
    AMZN MKTP US*2K4AB1C23 | Amazon
    AMZN Mktp DE | Amazon
    AMZN MKTPL*RT4YZ8Q93 | Amazon
    AMAZON MKTPL*RT4YZ8Q93 | Amazon
    AMAZON MKTPLACE PMTS | Amazon
    AMAZON RETAIL LLC SEATTLE WA | Amazon
    AMZN DIGITAL*2K4AB1C23 | Amazon
    AWS EMEA | Amazon Web Services
    AWS | Amazon Web Services
    AMAZON WEB SERVICES | AWS
    WAL-MART | Walmart
    WAL MART | Walmart
    WAL-MART #1234 | Walmart
    WM SUPERCENTER #1234 | Walmart
    WM SUPERCENTER | Wal-Mart
    WALMART SUPERCENTER | Walmart
    WAL-MART SUPERCENTER #0123 DALLAS TX | Walmart
    SAMSCLUB #8123 | Sam's Club
    COSTCO WHSE #0123 SEATTLE WA | Costco
    COSTCO | Costco Wholesale
    WHOLEFDS MKT | Whole Foods
    WHOLE FOODS MKT | Whole Foods Market
    CVS/PHARMACY #01234 | CVS Pharmacy
    CVS | CVS Pharmacy
    SHELL OIL | Shell
    DUNKIN DONUTS | Dunkin'
    DUNKIN #341234 | Dunkin' Donuts
    STARBUCKS COFFEE | Starbucks
    KENTUCKY FRIED CHICKEN | KFC
    DOMINOS PIZZA | Domino's
    FACEBK | Facebook
    FACEBK *ADS | Facebook
    FACEBK *4K2AB7C9 | Facebook
    MSFT | Microsoft
    MSFT * E0400ABCDE | Microsoft
    MSBILL.INFO | Microsoft
    VZWRLSS | Verizon
    VERIZON WRLS | Verizon
    ATT*BILL PAYMENT | AT&T
    MAPLEBEAR INC | Instacart
    STEAM GAMES | Steam
    STEAM PURCHASE | Steam
    PLAYSTATION NETWORK | PlayStation
    DNH*GODADDY.COM | GoDaddy
    BKG*BOOKING.COM | Booking.com
    LINKEDIN PREM | LinkedIn
    AMEX | American Express
    COMCAST CABLE | Comcast`,
  'orders and products': `
    AMAZON.COM*2K4AB1C23 | Amazon
    AMAZON.COM*2K4AB1C23 AMZN.COM/BILL WA | Amazon
    AMAZON PRIME*2K4AB1C23 | Amazon Prime
    AMAZON PRIME*2K4AB1C23 | Amazon
    UBER *TRIP | Uber
    UBER   *TRIP | Uber
    UBER TRIP | Uber
    UBER *TRIP HELP.UBER.COM | Uber
    UBER *PENDING | Uber
    UBER *EATS | Uber Eats
    UBER EATS | UberEats
    UBER   *EATS PENDING | Uber Eats
    LYFT *RIDE SUN 8PM | Lyft
    LYFT   *1 RIDE 04-12 | Lyft
    OPENAI *CHATGPT SUBSCR | OpenAI
    OPENAI *CHATGPT SUBSCR | ChatGPT
    OPENAI | OpenAI
    ANTHROPIC *API | Anthropic
    GOOGLE *CLOUD AB12CD | Google Cloud
    GOOGLE *CLOUD AB12CD | Google
    GOOGLE CLOUD | Google Cloud
    GOOGLE *ADS1234567890 | Google Ads
    GOOGLE *ADS1234567890 | Google
    GOOGLE *SERVICES | Google
    GOOGLE *YOUTUBE PREMIUM | YouTube
    GOOGLE *YOUTUBEPREMIUM | YouTube
    GOOGLE *GSUITE | Google Workspace
    GOOGLE*GSUITE_acme | Google Workspace
    MICROSOFT*XBOX | Xbox
    MICROSOFT*XBOX | Microsoft
    MICROSOFT*OFFICE 365 | Microsoft
    MICROSOFT *STORE | Microsoft
    ADOBE *CREATIVE CLOUD | Adobe
    ADOBE *PHOTOGPHY PLAN | Adobe
    GITHUB *COPILOT | GitHub
    DOORDASH*JOES PIZZA | DoorDash
    DD *DOORDASH JOESPIZZA | DoorDash
    GRUBHUB*THAI PALACE | Grubhub
    INSTACART*1234 | Instacart
    EBAY O*12-12345-12345 | eBay
    ETSY.COM*ORDER 123456 | Etsy
    AIRBNB * HM2K4AB1C2 | Airbnb
    BLUEHOST*1234567 | Bluehost
    NETFLIX *SUBSCRIPTION | Netflix
    ACME CLOUD *INVOICE 2231 | Acme Cloud
    EXPEDIA 72345678901234 | Expedia
    PAYPAL *INST XFER | PayPal
    HULU *MEMBERSHIP | Hulu`,
  'cut at 22 characters': `
    SQ *BLUE BOTTLE COFFEE | Blue Bottle Coffee Roasters
    TST* THE CHEESECAKE FA | The Cheesecake Factory
    INTERNATIONAL BUSINESS | International Business Systems
    AMERICAN EAGLE OUTFITT | American Eagle Outfitters
    BED BATH & BEYOND HOME | Bed Bath & Beyond Homestore
    PAYPAL *MALWAREBYTES S | Malwarebytes Security
    THE CONTAINER STORE CH | The Container Store Chelsea
    SQ *FERRY BUILDING MAR | Ferry Building Marketplace
    TST* LOVING HUT VEGAN  | Loving Hut Vegan Cuisine
    SQ *ANDYTOWN COFFEE RO | Andytown Coffee Roasters
    CALIFORNIA PIZZA KITCH | California Pizza Kitchen
    COMMONWEALTH BOOKSELLE | Commonwealth Booksellers
    SMITHSONIAN INSTITUTIO | Smithsonian Institution
    NEW YORK TIMES DIGITAL | New York Times Digital Access
    WILLIAMS-SONOMA OUTLET | Williams-Sonoma Outlets
    DICK'S SPORTING GOODS  | Dick's Sporting Goods
    ENTERPRISE RENT-A-CAR  | Enterprise Rent-A-Car
    TST* MENDOCINO FARMS S | Mendocino Farms Sandwich Market
    SP AFICIONADO COFFEE R | Aficionado Coffee Roasters
    IZ *THE GRUMPY BAKER K | The Grumpy Baker Kensington`,
}
