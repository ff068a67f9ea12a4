/** Written down from card statements before the rules were looked at, so that the share recognized is an honest one. */
export const statements: Readonly<Record<string, string>> = {
  'as seen on statements': `
    SQ *SQ *JOE'S COFFEE BROOKLYN NY | Joe's Coffee
    TST* SWEETGREEN - UNION S | Sweetgreen Union Square
    AMZN Mktp US*HY3T57AF3 Amzn.com/billWA | Amazon
    AMZN Mktp US*HY3T57AF3 Amzn.com/bill WA | Amazon
    Amazon.com*HY3T57AF3 Amzn.com/bill WA | Amazon
    APPLE.COM/BILL 866-712-7753 CAUS | Apple
    PAYPAL *STEAM GAMES 4029357733 | Steam
    WAL-MART #5260 MOUNTAIN VIEW CA | Walmart
    WALMART.COM AA | Walmart
    TARGET.COM * | Target
    TARGET        00023456 | Target
    COSTCO WHSE#1001 | Costco
    LYFT   *1 RIDE 10-12 8 LYFT.COM CA | Lyft
    LYFT *2 RIDES 03-14 | Lyft
    SOUTHWES5262123456789 | Southwest Airlines
    CHICK-FIL-A #01234 | Chick-fil-A
    WHOLEFDS SOM 10234 | Whole Foods
    GOOGLE *YouTubePremium g.co/helppay# CA | YouTube
    GOOGLE *YouTube Premium | YouTube
    GOOGLE *GOOGLE STORAGE | Google
    Spotify USA 877-7781161 NY | Spotify
    Netflix.com netflix.com CA | Netflix
    NETFLIX.COM NETFLIX.COM CA | Netflix
    HLU*Hulu 1234567890-U HULU.COM/BILL CA | Hulu
    DISNEYPLUS 888-9057888 CA | Disney+
    Prime Video*2K4AB1C23 888-802-3080 WA | Prime Video
    AUDIBLE*2K4AB1C23 AMZN.COM/BILL NJ | Audible
    OPENAI *CHATGPT SUBSCR OPENAI.COM CA | OpenAI
    OPENAI *CHATGPT SUBSCR +14158799686 CA | OpenAI
    ANTHROPIC ANTHROPIC.COM CA | Anthropic
    CLAUDE.AI SUBSCRIPTION ANTHROPIC.COM CA | Claude
    GITHUB, INC. GITHUB.COM CA | GitHub
    DIGITALOCEAN.COM NEW YORK CITY NY | DigitalOcean
    CLOUDFLARE CLOUDFLARE.COM CA | Cloudflare
    HEROKU* NOV-12345678 | Heroku
    NAME-CHEAP.COM* NC1234567 | Namecheap
    FACEBK *ABCDE12345 650-5434800 CA | Facebook
    MICROSOFT*MICROSOFT 365 P MSBILL.INFO WA | Microsoft
    Microsoft*Store | Microsoft
    DROPBOX*ABCD1234EFGH | Dropbox
    SLACK T0123ABCD | Slack
    NOTION LABS, INC. | Notion
    FIGMA MONTHLY RENEWAL | Figma
    ZOOM.COM 888-799-9666 | Zoom
    ADOBE *800-833-6687 | Adobe
    ADOBE  *ADOBE 408-536-6000 CA | Adobe
    CANVA* I01234-5678901 | Canva
    SHOPIFY* 123456789 | Shopify
    SHELL OIL 12345678901 AUSTIN TX | Shell
    EXXONMOBIL 97654321 | ExxonMobil
    WALGREENS #1234 | Walgreens
    DUNKIN #123456 Q35 | Dunkin
    DOMINO'S 1234 | Domino's
    UBER* TRIP | Uber
    UBER *TRIP HELP.UBER.COM CA | Uber
    AIRBNB * HMABCD1234 | Airbnb
    BOOKING.COM (888) 850 3958 | Booking.com
    MARRIOTT SAN FRANCISCO | Marriott
    IKEA HAMBURG | IKEA
    H&M 0144 LOS ANGELES CA US | H&M
    LINKEDIN PRE *12345678 | LinkedIn
    TWILIO SENDGRID | SendGrid
    GODADDY.COM WWW.GODADDY.CO AZ | GoDaddy
    PERPLEXITY AI | Perplexity
    RENDER.COM RENDER.COM CA | Render
    AWS EMEA AWS.AMAZON.CO | AWS
    Amazon web services aws.amazon.co WA | AWS
    SUPABASE SINGAPORE | Supabase
    MONGODBCLOUD SAN FRAN | MongoDB
    HETZNER ONLINE GMBH GUNZENHAUSEN | Hetzner Online
    STAPLES       00112345 | Staples
    BEST BUY      00008748 | Best Buy
    TRADER JOE S #123 | Trader Joe's
    SAFEWAY #1234 SAN JOSE CA | Safeway
    PETSMART # 1234 | PetSmart
    USPS.COM CLICKNSHIP | USPS
    FEDEX 781234567890 | FedEx
    UPS*1Z12345E0205271688 | UPS
    ETSY.COM*SELLERNAME | Etsy
    PATREON* MEMBERSHIP | Patreon
    MEDIUM MONTHLY | Medium
    SUBSTACK | Substack
    PP*APPLE.COM/BILL | Apple
    DELTA AIR 0062123456789 DELTA.COM CA | Delta Air Lines
    JETBLUE 2792123456789 | JetBlue
    ALASKA AIR 0272123456789 | Alaska Air`,
}
