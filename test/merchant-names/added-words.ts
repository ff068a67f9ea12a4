/** The name of another with words around it, or with its words in another order: one pair a line. */
export const addedWords: Readonly<Record<string, string>> = {
  'words after the name': `
    APPLE REPAIRS CHEAP | Apple
    APPLE STORE | Apple
    APPLE SUPPORT | Apple
    APPLE GIFT CARDS | Apple
    APPLE ID VERIFY | Apple
    APPLE 4 LESS | Apple
    APPLE X | Apple
    APPLE VALLEY | Apple
    AMAZON GIFT CARD RESELLER | Amazon
    AMAZON REFUNDS | Amazon
    AMAZON SUPPORT TEAM | Amazon
    AMAZON RESELLER LLC | Amazon
    AMAZON LIQUIDATION #1234 | Amazon
    AMZN MKTP REFUND | Amazon
    AMZN MKTP US*CHEAP PHONES | Amazon
    AMAZON *RESELLER | Amazon
    APPLE *REPAIRS | Apple
    APPLE.COM/REPAIRS | Apple
    UBER TRIP SCAM | Uber
    UBER *SCAM | Uber
    UBER RIDES CHEAP | Uber
    NETFLIX ACCOUNTS CHEAP | Netflix
    NETFLIX GIFT | Netflix
    SPOTIFY UPGRADE SERVICE | Spotify
    OPENAI *KEYS RESALE | OpenAI
    OPENAI CREDITS | OpenAI
    OPENAI RESELLER INC | OpenAI
    GITHUB STARS SHOP | GitHub
    GOOGLE REVIEWS BUY | Google
    GOOGLE *CHEAP REVIEWS | Google
    FACEBOOK LIKES | Facebook
    MICROSOFT TECH SUPPORT | Microsoft
    MICROSOFT KEYS | Microsoft
    STARBUCKS FRANCHISE PARTNERS | Starbucks
    STARBUCKS #1234 CATERING | Starbucks
    WALMART LIQUIDATORS | Walmart
    TARGET PRACTICE RANGE | Target
    NIKE OUTLET DEALS | Nike
    PAYPAL FEES | PayPal
    VISA SERVICES | Visa
    CHASE AUTO REPAIR | Chase
    SHELL SHOCK TATTOO | Shell
    IKEA ASSEMBLY SERVICE | IKEA
    BLUE BOTTLE COFFEE CART REPAIR | Blue Bottle Coffee
    JOE'S PIZZA SUPPLIES | Joe's Pizza
    CLOUDFLARE BYPASS | Cloudflare
    VERCELIO | Vercel
    AIRBNB CLEANING CREW | Airbnb
    DELTA AIR CONDITIONING | Delta Air Lines
    STRIPE PAYMENTS HELP | Stripe
    APPLE CORPS | Apple
    JERSEY MIKES *SUBS | Jersey Mike's
    FACEBOOK *LIKES4CHEA | Facebook
    APPLE #FIX 4 | Apple
    APPLE *MUSIC SEATTLE SCAM | Apple
    AMAZON DOT COM | Amazon
    APPLE DEALS2024 | Apple
    APPLE PRO2024 | Apple
    APPLE FIX2024NOW | Apple
    UBER *VIP2024 | Uber
    AMAZON*B2B4YOU | Amazon
    APPLE A101 | Apple
    APPLE-CO | Apple
    APPLE *CO | Apple
    APPLE.COM/CO | Apple
    APPLE.COM/2000 | Apple
    AMAZON SUPPORT247 | Amazon
    AMAZON*DEALS24 | Amazon
    AMAZON*DEALS2024 | Amazon
    UBER *SCAM4U | Uber
    UBER *TRIPS4LESS | Uber
    UBER *4U | Uber
    APPLE STORE 4U | Apple
    APPLE #REPAIRS | Apple
    APPLE #1FIX | Apple
    UBER SCAM.UBER.COM | Uber
    UBER EVIL.COM | Uber
    APPLE HELP.APPLE.EVIL.COM | Apple
    AMAZON.COM/GIFTS | Amazon
    AMAZON.COM*GIFTS | Amazon
    AMAZON PRIME VIDEO RENEWALS | Amazon
    AMAZON MKTP RESALE | Amazon
    GOOGLE *STORAGE WARS | Google
    GOOGLE *ADS COACHING | Google Ads
    MICROSOFT*OFFICE CLEANING | Microsoft
    OPENAI *API KEYS | OpenAI
    ANTHROPIC *API RESALE | Anthropic
    LYFT *RIDE SCHOOL | Lyft
    GITHUB INC RECOVERY | GitHub
    NETFLIX INC PARTNERS NY | Netflix
    NETFLIX.COM REFUND 866-579-7172 CA | Netflix
    STARBUCKS SEATTLE WA TOURS | Starbucks
    STARBUCKS SEATTLE COFFEE WORKS | Starbucks
    ZOOM US TRAVEL | Zoom
    CVS/PHARMACY SUPPLIES | CVS
    WM SUPERCENTER LIQUIDATION | Walmart
    DD *DOORDASHER GEAR | DoorDash
    AT&T BILL PAYMENT HELPERS | AT&T
    SHELL SERVICE STATION REPAIRS | Shell
    TIFFANY NAILS | Tiffany & Co
    KLAX AND | Klax
    UBER UBER | Uber`,
  'words before the name': `
    CHEAP APPLE | Apple
    MY APPLE | Apple
    NOT AMAZON | Amazon
    BUY AMAZON | Amazon
    SUPER TARGET | Target
    FAKE NETFLIX | Netflix
    BIG APPLE | Apple
    BIG APPLE BAGELS | Apple
    GREEN APPLE BOOKS | Apple
    CRAB APPLE | Apple
    CAFE STARBUCKS | Starbucks
    PHARMA CVS | CVS
    NEW BALANCE | Balance
    LITTLE CAESARS | Caesars
    RED ROBIN | Robin
    GIFTCARDS APPLE | Apple
    MR APPLE | Apple
    E APPLE | Apple
    RESALE *APPLE | Apple
    XYZ*AMAZON | Amazon
    OFFICIAL UBER | Uber
    GO UBER | Uber
    REFUND PAYPAL | PayPal
    AIR DELTA LINES | Delta Air Lines
    TRAVEL UNITED | United
    THE APPLE | Apple
    THE TARGET | Target
    THE UBER | Uber
    #1 APPLE | Apple
    123 APPLE | Apple
    1-800-APPLE | Apple
    INC APPLE | Apple
    SEATTLE STARBUCKS | Starbucks
    NEW YORK APPLE | Apple
    WWW APPLE HELP | Apple
    EVIL.COM *APPLE | Apple
    AND KLAX | Klax`,
  'other word order': `
    DEPOT HOME | Home Depot
    BUY BEST | Best Buy
    KING BURGER | Burger King
    FOODS WHOLE | Whole Foods
    BOTTLE BLUE COFFEE | Blue Bottle Coffee
    COFFEE BLUE BOTTLE | Blue Bottle Coffee
    BELL TACO | Taco Bell
    HUT PIZZA | Pizza Hut
    PIZZA JOE'S | Joe's Pizza
    AIRLINES AMERICAN | American Airlines
    EXPRESS AMERICAN | American Express
    EATS UBER | Uber Eats
    TRIP *UBER | Uber
    PENDING *UBER | Uber
    MKTP AMZN | Amazon
    BEES APPLE | Applebee's
    M&H | H&M
    T&AT | AT&T`,
}
