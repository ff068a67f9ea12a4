/** Two merchants whose names have much in common: one pair a line, observed and listed, by what tells them apart. */
export const otherMerchants: Readonly<Record<string, string>> = {
  'another brand': `
    APPLEBEE'S | Apple
    APPLEBEES #1234 | Apple
    PINEAPPLE EXPRESS | Apple
    SNAPPLE | Apple
    UBEREATS SCAM LLC | Uber
    UBEREATS | Uber
    UBER EATS | Uber
    UBER *EATS | Uber
    UBER EATS | DoorDash
    TARGETED MEDIA | Target
    METABOLIC LABS | Meta
    DELTA DENTAL | Delta
    DELTA DENTAL | Delta Air Lines
    DELTA FAUCET | Delta Air Lines
    DELTA HOTELS | Delta Air Lines
    UNITED AIRLINES | United Healthcare
    UNITED RENTALS | United Airlines
    UNITED | United Airlines
    AMERICAN EXPRESS | American Airlines
    AMERICAN EAGLE | American Airlines
    SOUTHWEST GAS | Southwest Airlines
    ADIDAS | Adobe
    SHELL BEACH BAR | Shell
    SHELLEY'S | Shell
    BEST WESTERN | Best Buy
    BURGER KING | Burger
    BURGERFI | Burger King
    PIZZA HUT | Pizza Inn
    DOMINO PRINTING | Domino's
    SUBWAY SURFERS | Subway
    SAMS PIZZA | Sam's Club
    COSTA COFFEE | Costco
    GAP YEAR TRAVEL | Gap
    GAPTECH | Gap
    NIKEN | Nike
    ZARAGOZA TAPAS | Zara
    VISAGE SALON | Visa
    MASTER CARDS AND GIFTS | Mastercard
    SQUARESPACE | Square
    STRIPES CONVENIENCE | Stripe
    SLACKLINE SHOP | Slack
    ZOOMCAR | Zoom
    NOTIONS SEWING | Notion
    GITLAB | GitHub
    BITBUCKET | GitHub
    OPENAPI TOOLS | OpenAI
    HULU HOOPS | Hulu
    DISNEY | Disney+
    PARAMOUNT PICTURES | Paramount+
    SP PLUS | Plus
    THE UPS STORE #1234 | UPS
    UPSTART | UPS
    USPS | UPS
    FEDEX | FedEx Office
    CVS | CVS Caremark
    ATTIC STORAGE | AT&T
    T-MOBILE ARENA | T-Mobile
    X | Xbox
    3M | M
    HM TREASURY | H&M
    AMC THEATRES | AMC Networks
    FORD MOTOR | Ford Foundation
    CHASE | Chase Home Repairs
    LEGOLAND | Lego
    TESLA MOTORS CLUB | Tesla
    DELL'S LEMONADE | Dell
    ORACLE PARK | Oracle
    SPRINT | Sprinter Vans
    LYFTED FITNESS | Lyft
    CLAUDE MONET MUSEUM | Claude
    CLAUDE'S CAFE | Claude
    ANY SHOP | Nullarbor Roadhouse`,
  'sub-brands and sister brands': `
    AMAZON WEB SERVICES | Amazon
    AWS EMEA | Amazon
    AMAZON FRESH | Amazon
    AMAZON | Amazon Prime
    AMAZON PRIME | Amazon
    PRIME VIDEO | Amazon
    WHOLE FOODS | Amazon
    APPLE PAY | Apple
    APPLE TV | Apple
    APPLE MUSIC FESTIVAL | Apple
    APPLE BANK | Apple
    GOOGLE CLOUD | Google
    GOOGLE ADS | Google Cloud
    GOOGLE *ADS1234567890 | Google Cloud
    GOOGLE FIBER | Google
    YOUTUBE TV | YouTube
    YOUTUBE | Google
    MICROSOFT AZURE | Xbox
    XBOX | Microsoft
    UBER FREIGHT | Uber
    UBER TRIP | Uber Eats
    TARGET OPTICAL | Target
    TARGET | Target Australia Optical
    COSTCO TRAVEL | Costco
    COSTCO GAS | Costco
    WALMART NEIGHBORHOOD MARKET | Walmart
    WALMART | Sam's Club
    OLD NAVY | Gap
    GAP KIDS | Gap
    ZARA HOME | Zara
    H&M HOME | H&M
    MARRIOTT VACATION CLUB | Marriott
    HILTON GRAND VACATIONS | Hilton
    DISNEY STORE | Disney+
    DISNEY CRUISE LINE | Disney
    AUDI CLUB | Audi
    VIRGIN ATLANTIC | Virgin
    VIRGIN MOBILE | Virgin
    EASYJET HOLIDAYS | easyJet
    RYANAIR HOLIDAYS | Ryanair
    TESCO BANK | Tesco
    TESCO MOBILE | Tesco
    MARKS SPENCER BANK | Marks & Spencer
    SAINSBURYS BANK | Sainsbury's
    AMERICAN EXPRESS TRAVEL | American Express
    CHATGPT SUBSCRIPTION | Claude
    SPOTIFY FOR ARTISTS | Spotify`,
  'part of a name': `
    BLUE BOTTLE | Blue Bottle Coffee
    BLUE | Blue Bottle Coffee
    HOME | Home Depot
    BEST | Best Buy
    AMERICAN | American Airlines
    DELTA | Delta Air Lines
    BURGER | Burger King
    WHOLE | Whole Foods
    BANK | Bank of America
    BANK OF | Bank of America
    JOE | Joe's Pizza
    MC | McDonald's
    STAR | Starbucks
    AMAZ | Amazon
    APPL | Apple
    GOOG | Google
    NET | Netflix
    H | H&M
    AT | AT&T
    INTERNATIONAL | International Business Machines
    THE | The Home Depot
    COFFEE | Starbucks Coffee
    WEB SERVICES | Amazon Web Services
    BLUE BOTTLE COF | Blue Bottle Coffee`,
  'numbers that belong to a name': `
    FOREVER 21 | Forever
    MOTEL 6 | Motel
    MOTEL 6 | Motel One
    SUPER 8 | Super
    SUPER 8 | Super 9
    STUDIO 54 | Studio
    STUDIO 54 | Studio 55
    CAFE 1701 | Cafe
    CAFE 1701 | Cafe 1702
    HOTEL 1000 | Hotel
    HOTEL 1000 | Hotel 2000
    CENTURY 21 | Century
    PIER 1 | Pier
    PIER 1 | Pier 39
    ROUTE 66 | Route
    PHASE 10 | Phase
    5 GUYS | Five Guys
    24 HOUR FITNESS | Fitness
    LEVEL 99 | Level
    OFFICE 365 | Office
    BLINK 182 | Blink
    APPLE 1 | Apple
    AMAZON 24 | Amazon
    UBER 7 | Uber
    3M | 3
    76 | 77
    7-ELEVEN | 7
    7-ELEVEN | Eleven
    ACME.1234 | Acme
    ACME/1234 | Acme
    TARGET TT-1234 | Target
    TARGET T 1234 | Target
    TARGET T-ABC | Target
    ACME T.1234 | Acme
    THE UPS STORE 12 | The UPS Store
    STORE 12 | Store
    ACME 2-800-555-1212 | Acme
    ACME 1 800-555-1212 | Acme
    ACME 12 345 6789 | Acme
    ACME 123 45 6789 | Acme
    ACME 99 7781161 | Acme
    ACME #4521 Q077 | Acme
    ACME DEALS2024 | Acme
    ACME PRO2024 | Acme
    ACME 4YOU | Acme
    ACME A1B2 | Acme
    ACME ABC12 | Acme
    ACME ABC1D2 | Acme
    ACME ABCD1E2F3 | Acme
    ACME ABC1DE | Acme
    ACME A1ABC2 | Acme
    ACME 1ABC2D | Acme
    ACME 1ÄBC2D | Acme
    CAFE #12 | Cafe
    CAFE 0042 | Cafe
    A 0042 | A
    Q 12345 | Q
    1701 0042 | 1701
    1701 #42 | 1701
    THE CAFE #12 | The Cafe
    THE CAFE 1701 | The Cafe
    CAFE BAR 1701 | Cafe Bar
    ACME.#1234 | Acme
    1ACME12345 | Acme
    ACME12345X | Acme
    ACME1234 | Acme
    GRAND HOTEL 1701 | Grand Hotel
    ACME Ж1A2B | Acme
    ACME 1A2BЖ | Acme
    ACME AB123 | Acme
    ACME 123AB | Acme
    STORE #0042 | Store
    ACME12345X67 | Acme
    1ACME12345 | 1Acme`,
  'places that belong to a name': `
    BANK OF CHINA | Bank of India
    BANK OF AMERICA | Bank of China
    ROYAL BANK OF CANADA | Royal Bank of Scotland
    AIR FRANCE | Air Canada
    AIR CANADA | Air
    AIR INDIA | Air China
    BANK AUSTRIA | Bank
    BANCO DE CHILE | Banco de Bogota
    UNIVERSITY OF TEXAS | University of Florida
    MUSEUM OF LONDON | Museum
    MADE IN ITALY | Made
    TEXAS ROADHOUSE | Roadhouse
    PARIS BAGUETTE | Baguette
    NEW YORK TIMES | Times
    BOSTON MARKET | Market
    LE PARIS | Le Berlin
    GRAND HOTEL BERLIN | Grand Hotel Wien
    HOTEL BERLIN | Hotel Wien
    RADIO PARIS | Radio
    BODEGA CHICAGO | Bodega Miami
    KONSUM LEIPZIG | Konsum Dresden
    TELEKOM MALAYSIA | Telekom Deutschland
    ALLEGRO IRELAND | Allegro Poland
    JOE'S PIZZA NEW YORK NY | Joe's Pizza Chicago IL
    APPLE MOBILE | Apple
    APPLE NICE | Apple
    APPLE ME | Apple
    APPLE IT | Apple
    APPLE IN | Apple
    SCALE AI | Scale
    SMITH MD | Smith
    BRICO OK | Brico
    SAVE ON | Save
    TOYS R US | Toys
    CONTACT OF US | Contact of
    APPLE-PARIS | Apple
    PARIS APPLE | Apple
    APPLE PARISIAN | Apple
    APPLE OF NEW YORK | Apple
    APPLE IN TEXAS | Apple
    APPLE AND LONDON | Apple
    ACME 12 IN | Acme 12
    ACME SEATTLE PORTLAND | Acme
    THE BANK SEATTLE WA | The Bank
    GRAND HOTEL SEATTLE | Grand Hotel
    KLAX.NET IN | Klax.net
    KLAX COM IN | Klax
    KLAX-COM IN | Klax
    KLAX IN | Klax`,
  'forms that belong to a name': `
    MAX & CO | Max
    MARTIN & CO | Martin
    PEP&CO | Pep
    BLISS SPA | Bliss
    SAN DIEGO ZOO | San Diego
    HONEST COMPANY | Honest
    THE TRADE DESK | Trade Desk Company
    PIZZA LTD | Pizza Inc
    BERKSHIRE HATHAWAY | Berkshire
    ACME HOLDINGS | Acme
    ACME GROUP | Acme
    ACME INTERNATIONAL | Acme
    ACME PARTNERS | Acme
    ACME CAPITAL | Acme
    ACME LABS | Acme
    BOB'S STORES #12 | Bob's
    COOP SHOP #12 | Coop
    ACME ZOO | Acme
    ACME SPA | Acme`,
  'cut names': `
    BLUE BOTTLE COFFEE | Blue Bottle Coffee Roasters
    INTERNATIONAL BUS | International Business Machines
    THE CHEESECAKE FACTORY OUTLET SCAM | The Cheesecake Factory
    AMERICAN EAGLE OUTFITX | American Eagle Outfitters
    APPLE STORE REPAIRS CH | Apple
    APPLE AND ORANGE STORE | Apple
    SQ *THE BLUE BOTTLE CA | Blue Bottle Coffee
    UBER TECHNOLOGIES SCAM | Uber
    TST* THE CHEESECAKE SH | The Cheesecake Factory
    WILLIAMS-SONOMA OUTLET | Williams
    SQ *A                  | Apple
    STARBUCKS RESERVE ROAS | Starbucks
    CALIFORNIA PIZZA OVENS | California Pizza Kitchen
    HOME                   | Home Depot
    SQ *JOE          PIZZA | Joe Pizzaiolo
    CALIFÖRNIA PIZZA KITCH | California Pizza Kitchen`,
}
