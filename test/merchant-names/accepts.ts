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
    GODADDY | GoDaddy
    BLUE FERN TEA | BlueFern Tea
    KLAX 88 | Klax88
    88 KLAX | 88Klax
    KLAX S PIZZA | Klaxs Pizza
    KLAX'S PIZZA | Klaxs Pizza
    BIG KLAX S PIZZA | Big Klaxs Pizza
    B AND M KLAX | B&M Klax
    B M KLAX | B&M Klax
    BM KLAX | B&M Klax
    B & M KLAX | B And M Klax
    THE | The
    & KLAX SHOP | Klax Shop
    KLAX & | Klax
    KLAX SHOP | Klax & Shop
    (S) PIZZA | S Pizza`,
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
    AFFIRM *PELOTON | Peloton
    PY *GREEN LEAF DELI | Green Leaf Deli
    WPY*CAMPFIRE | Campfire
    MOLLIE*COOLBLUE | Coolblue
    SUMUP  *CAFE MOZART WIEN AT | Cafe Mozart
    MERCADOPAGO*FARMACITY | Farmacity
    SQ *7ELEVEN | 7-Eleven
    PAYPAL *7ELEVEN | 7-Eleven
    LEMSQZY* RAYCAST | Raycast
    *SQ *BLUE BOTTLE COFFEE | Blue Bottle Coffee
    SUMUP *1234567 | SumUp
    CKO *1234567 | CKO
    SQ *B M 1701 | B&M`,
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
    HULU *MEMBERSHIP | Hulu
    AMAZON *PRIME VIDEO SUBSCRIPTION | Prime Video
    AMAZON *PRIME SUBSCRIPTION | Amazon Prime
    GOOGLE *CLOUD SUBSCRIPTION | Google
    GOOGLE *CLOUD SUBSCRIPTION | Google Cloud
    ACME TOOLS *ORDER 12345 | Acme Tools
    ACME TOOLS *INVOICE | Acme Tools
    LYFT *RIDE SUN 10PM | Lyft
    GOOGLE *YOUTUBE PREMIUM G.CO/HELPPAY | YouTube Premium
    AMAZON *PRIME VIDEO SUBSCRIPTION MONTHLY | Prime Video`,
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
    IZ *THE GRUMPY BAKER K | The Grumpy Baker Kensington
    CALIFORNIA PIZZA KITCH    | California Pizza Kitchen
    SQ *JOES         PIZZA | Joes Pizzaiolo`,
}
