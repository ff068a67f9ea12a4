/** Names made to pass for another: one pair a line, the disguise and what it imitates, by how it is done. */
export const disguises: Readonly<Record<string, string>> = {
  'look-alike letters': `
    \u0410PPLE | Apple
    \u0410\u0420\u0420L\u0415 | Apple
    \u0430\u0440\u0440\u04cf\u0435 | Apple
    A\u0440ple | Apple
    Appl\u0435 | Apple
    \u0391pple | Apple
    AM\u0410ZON | Amazon
    \u0391\u039c\u0391\u0396\u039f\u039d | Amazon
    Am\u0430zon | Amazon
    Amaz\u043en | Amazon
    Amaz\u03bfn | Amazon
    G\u043e\u043egle | Google
    G\u03bf\u03bfgle | Google
    \u0120oogle Pay | Google
    P\u0430yPal | PayPal
    Pa\u0443Pal | PayPal
    Pay\u03a1al | PayPal
    N\u0435tflix | Netflix
    Netfl\u0131x | Netflix
    Netfl\u0456x | Netflix
    Spot\u0456fy | Spotify
    \u0405potify | Spotify
    St\u0430rbucks | Starbucks
    Starbuc\u212as | Starbucks
    U\u042cer | Uber
    \u054dber | Uber
    Ub\u0435r | Uber
    M\u0456crosoft | Microsoft
    Micros\u043eft | Microsoft
    Micro\u017foft | Microsoft
    \u13aapple | Apple
    \ud835\udc00pple | Apple
    \ud835\udde0icrosoft | Microsoft
    \u24b6pple | Apple
    \uff21pple | Apple
    A\uff30PLE | Apple
    App\u2113e | Apple
    Apple\u0338 | Apple
    Ap\u0323ple | Apple
    \u1ea0pple | Apple
    Amaz\u1ecdn | Amazon
    Amaz\u00f6n | Amazon
    \u00c0pple | Apple
    Appl\u00e9 | Apple
    \u00dcber | Uber
    N\u00e8tflix | Netflix
    G\u00f6\u00f6gle | Google
    Faceb\u00f6ok | Facebook
    Nest\u00eble | Nestl\u00e9
    N\u00e9stle | Nestl\u00e9
    Open\u0410I | OpenAI
    OpenA\u04c0 | OpenAI
    \u0262itHub | GitHub
    Git\u04bbub | GitHub
    \u0261oogle | Google
    \u0251pple | Apple
    A\u2c63ple | Apple
    Ta\u0433get | Target
    Wa\u04cfmart | Walmart
    L\u028fft | Lyft
    Zo\u043em | Zoom
    \uff21\uff30\uff30\uff2c\uff25 | Apple
    Apple\u2024com | Apple
    Apple\ua789 | Apple
    Appl\ud83c\udf4ee | Apple
    Apple\ud83c\udf4e | Apple
    \u2170BM | IBM
    \u2160BM | IBM
    \uff11\uff12 Apple | Apple
    ÄCME12345 | Acme`,
  'invisible characters': `
    App\u200ble | Apple
    App\u200cle | Apple
    App\u200dle | Apple
    \ufeffApple | Apple
    Apple\ufeff | Apple
    App\u00adle | Apple
    App\u2060le | Apple
    \u202eelppA | Apple
    \u202eApple | Apple
    Apple\u202e | Apple
    \u2066Apple\u2069 | Apple
    \u200fAmazon | Amazon
    Ama\u034fzon | Amazon
    Ama\u180ezon | Amazon
    Ama\u3164zon | Amazon
    Ama\u115fzon | Amazon
    Amazon\ufe0f | Amazon
    Ama\u{e0061}zon | Amazon
    Ub\u0000er | Uber
    Uber\u0007 | Uber
    \u001bUber | Uber
    Net\u0008flix | Netflix`,
  'typing errors': `
    APPEL | Apple
    APPPLE | Apple
    APLE | Apple
    AAPPLE | Apple
    AMAZAN | Amazon
    AMAZOM | Amazon
    AMZON | Amazon
    AMAZONN | Amazon
    ARNAZON | Amazon
    GOGLE | Google
    GOOOGLE | Google
    GOOLGE | Google
    NETFILX | Netflix
    NETFLLX | Netflix
    NETFLIXX | Netflix
    PAYPAI | PayPal
    PAYPALL | PayPal
    PAYPAY | PayPal
    SPOTFY | Spotify
    SPOTIFFY | Spotify
    STARBUKS | Starbucks
    STARBUCK | Starbucks
    WALLMART | Walmart
    WALMERT | Walmart
    MACDONALDS | McDonald's
    MCDONALDES | McDonald's
    FACEBOK | Facebook
    MICR0SOFT | Microsoft
    MICROSFT | Microsoft
    RNICROSOFT | Microsoft
    TARGT | Target
    TARGETS | Target
    UBBER | Uber
    UBR | Uber
    LYFTT | Lyft
    GIHUB | GitHub
    OPENAII | OpenAI
    OPEN A1 | OpenAI
    ANTHROPICK | Anthropic
    VERCELL | Vercel
    APPLES | Apple
    APPLE S | Apple
    AppIe | Apple
    GoogIe | Google
    NetfIix | Netflix
    PayPaI | PayPal
    WaImart | Walmart
    VVALMART | Walmart
    GlTHUB | GitHub
    0PEN AI | OpenAI
    BLUE BOTLE COFFEE | Blue Bottle Coffee
    BLU BOTTLE COFFEE | Blue Bottle Coffee
    JOHS PIZZA | Joe's Pizza`,
  'digits and signs for letters': `
    4PPLE | Apple
    APP1E | Apple
    APPL3 | Apple
    AMAZ0N | Amazon
    4MAZON | Amazon
    AM4ZON | Amazon
    G00GLE | Google
    G0OGLE | Google
    GOOG1E | Google
    PAYPA1 | PayPal
    P4YPAL | PayPal
    N3TFLIX | Netflix
    NETFL1X | Netflix
    SP0TIFY | Spotify
    5POTIFY | Spotify
    $TARBUCKS | Starbucks
    STARBUCK$ | Starbucks
    UB3R | Uber
    WA1MART | Walmart
    T4RGET | Target
    TARGE7 | Target
    0PENAI | OpenAI
    OPENA1 | OpenAI
    G1THUB | GitHub
    Z00M | Zoom
    LYF7 | Lyft
    @MAZON | Amazon
    AM@ZON | Amazon
    AMAZ()N | Amazon
    APP|E | Apple
    APP!E | Apple
    F4CEBOOK | Facebook
    8EST BUY | Best Buy
    7ARGET | Target
    B1UE BOTTLE COFFEE | Blue Bottle Coffee
    7 ELEV3N | 7-Eleven
    8-ELEVEN | 7-Eleven`,
  'spaces and hyphens of its own': `
    A M A Z O N | Amazon
    A.M.A.Z.O.N | Amazon
    AMA ZON | Amazon
    AMA-ZON | Amazon
    A MAZON | Amazon
    A-MAZON | Amazon
    AP PLE | Apple
    A PPLE | Apple
    A.P.P.L.E. | Apple
    APP-LE | Apple
    APP.LE | Apple
    APP LE | Apple
    UB ER | Uber
    U BER | Uber
    U.B.E.R | Uber
    NET FLIX | Netflix
    NET-FLIX | Netflix
    SPOT IFY | Spotify
    TAR GET | Target
    STAR BUCKS | Starbucks
    GOO GLE | Google
    FACE BOOK | Facebook
    OPE NAI | OpenAI
    PA YPAL | PayPal
    ANTHRO PIC | Anthropic
    VER CEL | Vercel
    OPEN-AI.SHOP | OpenAI
    AMA ZON | NET FLIX
    THE AMA ZON | AMA ZON
    THE APPLE | APP LE`,
  'spaces that the listed name has not': `
    THE RAPIST | Therapist
    NOW HERE | Nowhere
    VERDANT HOLLOW | Verdanthollow
    ACME-CORE | Acmecore
    BLUE BOTTLE&COFFEE | Blue Bottle Coffee
    BURGER & KING | Burger King
    BEST AND BUY | Best Buy
    HOME & DEPOT | Home Depot
    TACO & BELL | Taco Bell
    RED&BULL | Red Bull
    BLU EFERN TEA | BlueFern Tea
    BLUE FERN TEA | Bluefern Tea
    B *M KLAX | BM Klax
    FARMS S PIZZA | Farmss Pizza
    KLAX-S PIZZA | Klaxs Pizza
    KLAX T PIZZA | Klaxt Pizza
    KLAX S A B C | KlaxsABC
    B AND M KLAX | B M Klax
    KLAX & SHOP | Klax Shop`,
  'foreign domains': `
    APPLE.CO | Apple
    APPLE.NET | Apple
    APPLE.SHOP | Apple
    APPLE.XYZ | Apple
    APPLE.AI | Apple
    APPLE.SUPPORT | Apple
    APPLE.CM | Apple
    APPLE.COM.RU | Apple
    APPLE.COM.EVIL.COM | Apple
    APPLE-COM.COM | Apple
    APPLE.EVIL.COM | Apple
    EVIL.COM/APPLE | Apple
    EVIL.COM APPLE.COM | Apple
    APPLE-SUPPORT.COM | Apple
    APPLESUPPORT.COM | Apple
    SUPPORT-APPLE.COM | Apple
    MYAPPLE.COM | Apple
    WWWAPPLE.COM | Apple
    WW.APPLE.COM | Apple
    APPLE.COM.COM | Apple
    APPLE.US | Apple
    AMAZON.CM | Amazon
    AMAZON.NET | Amazon
    AMAZON.SHOP | Amazon
    AMAZON-DEALS.COM | Amazon
    AMZN.SHOP | Amazon
    PAYPAL.TOP | PayPal
    PAYPAL-SECURE.COM | PayPal
    NETFLIX.CO | Netflix
    NETFLIX.LIVE | Netflix
    GOOGLE.NET | Google
    GOOGLE.COM@EVIL.COM | Google
    OPENAI.IO | OpenAI
    CLAUDE.COM.AI.SHOP | Claude
    ZOOM.AI | Zoom
    FLY.IO | Fly
    FLY.IO | Fly.com
    SCALE.AI | Scale
    HOTELS.COM | Hotels
    CARS.COM | Cars
    BANK.COM | Bank
    WWW WWW WWW NETFLIX | Netflix
    XHTTP.NETFLIX.COM | Netflix
    WWW2.NETFLIX.COM | Netflix
    HTTPSX NETFLIX | Netflix
    NETFLIX HELP.APPLE.COM | Netflix
    NETFLIX APPLE.COM | Netflix
    UBER FOO.UBER.COM | Uber
    HELP.UBER.COM | Uber
    ACME TOOLS OTHER.COM | Acme Tools
    ACME TOOLS-COM | Acme Tools
    ACME-COM CA | Acme
    ACME CO.UK | Acme
    ACME.CO UK | Acme
    APPLE.COM/BILLXX | Apple
    APPLE/BILL | Apple
    ACME/BILL | Acme
    ACME.CO-UK | Acme`,
  'behind a processor': `
    SQ *AMZN MKTP | Amazon
    SQ *AMZN | Amazon
    SQ *WM SUPERCENTER | Walmart
    SQ *UBER TRIP | Uber
    SQ *APPLE REPAIRS | Apple
    SQ *APPLE *SUPPORT | Apple
    SQ *APPLE.COM BILL | Apple
    SQ *MSFT | Microsoft
    PAYPAL *AMZN MKTP | Amazon
    PAYPAL *SQ *APPLE | Apple
    SQ *PAYPAL *APPLE | Apple
    PAYPAL *SCAM | PayPal
    PAYPAL *SPOTIFYY | Spotify
    PAYPAL *SPOTIFY GIFTS | Spotify
    PAYPAL *NETFLIX | PayPal
    STRIPE *VERCEL | Stripe
    SQ *JOES PIZZA | Square
    SQ *JOES PIZZA | SQ
    TST* JOES PIZZA | Toast
    GOOGLE *SPOTIFY | Google
    GOOGLE *TINDER | Google
    SP APPLES | Apple
    SQ *A PPLE | Apple
    SQ*4PPLE | Apple
    TST* UBER E ATS | Uber Eats
    FAKE *APPLE | Apple
    SQQ *APPLE | Apple
    STAR*BUCKS | Starbucks
    *APPLE* SCAM | Apple
    APPLE * | Apple Pay
    PAYPAL *APPLE PAY | Apple
    KLARNA*NIKE | Klarna
    SQ *STARBUCKS FAN ART | Starbucks
    SQ *UBERR | Uber
    SQ *AMAZON*DEALS | Amazon
    SQ *GOOGLE *ADS | Google
    SQ *DD DOORDASH PIZZA | DoorDash
    SQ *DOORDASH JOES | DoorDash
    PAYPAL *EBAY O | eBay
    PAYPAL *OPENAI CHATGPT | OpenAI
    SP UBER TRIP | Uber
    TST* STARBUCKS*REFUNDS | Starbucks
    S & P BLUE BOTTLE COFFEE | Blue Bottle Coffee
    S&P BLUE BOTTLE COFFEE | Blue Bottle Coffee
    SP-BLUE BOTTLE COFFEE | Blue Bottle Coffee
    ACME TOOLS *ORDER EXTRA | Acme Tools
    LYFT *RIDE SUN P8M | Lyft`,
  'behind an app that pays persons': `
    CASH APP*APPLE | Apple
    CASHAPP *APPLE | Apple
    SQC*CASH APP*APPLE | Apple
    CASH APP*BLUE BOTTLE | Blue Bottle
    VENMO *LUCKY DRAGON | Lucky Dragon
    VENMO* LUCKY DRAGON | Venmo
    ZELLE *LUCKY DRAGON | Lucky Dragon
    ZELLE*APPLE | Zelle
    KLARNA*ZALANDO | Zalando
    KLARNA* H&M | H&M
    KLARNA *APPLE | Apple
    SQ *VENMO *APPLE | Apple
    CASH APP APPLE | Apple`,
  'nothing but noise': `
    #1234 | #1235
    12345 | 12346
    SEATTLE WA | Portland OR
    LLC | Inc
    LLC | Apple
    .COM | .DE
    *** | Apple
    SQ * | Apple
    PAYPAL * | Apple
    STORE 1234 | Store 1235
    - | Apple
    THE | A
    US | UK
    .COM | Apple
    #1234 | Apple
    SEATTLE WA | Apple
    INC. | Apple Inc.`,
  length: `
    APPLE${' '.repeat(252)}REPAIRS | Apple
    ${'APPLE '.repeat(60)}| Apple
    ${'A'.repeat(300)} | Apple`,
}
