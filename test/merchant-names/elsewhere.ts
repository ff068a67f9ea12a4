/** What acquirers of other countries do to names: one pair a line, by the tolerance that explains it. */
export const elsewhere: Readonly<Record<string, string>> = {
  'words that say shop': `
    TESCO STORES-3333 | Tesco
    NEXT ONLINE | Next
    ACE HARDWARE ONLINE ORDER | Ace Hardware
    GAMESTOP SELFSERVICE | GameStop
    ARGOS RETAIL LTD | Argos
    DOUGLAS FILIALE 163 | Douglas
    MERCADONA TIENDA 5512 | Mercadona
    KIABI MAGASIN 208 | Kiabi
    CONRAD ELECTRONIC ONLI | Conrad Electronic`,
  'legal forms cut off': `
    ACME HOLDNG LTD | Acme
    ACME LIM | Acme
    ACME LIMIT | Acme
    GREGGS PLC SF | Greggs
    BOOTS UK L | Boots
    RIMI UAB | Rimi
    LOJA BELA COM IND LTDA | Loja Bela`,
  'numbers without a sign': `
    IKEA 163 | IKEA
    LIDL 18 776 | Lidl
    WAITROSE (163) | Waitrose
    PRET A MANGER LOC4412 | Pret A Manger
    KINDERCARE INTERNET 84 | KinderCare
    ARC THRIFT STORE #116 | arc Thrift Store
    DELIVEROO.CO.UK GBP | Deliveroo`,
  'districts and streets': `
    TESCO STORES 2231 MILL HILL | Tesco
    NANDOS - CROYDON | Nando's
    TESCO-ISLINGTON | Tesco
    BOOTS 1234 ARGYLE ST | Boots
    WOOLWORTHS/10 MARKET ST | Woolworths
    BOULANGERIE PAUL RUE DE RIVOLI | Boulangerie Paul
    ESSELUNGA VIALE PAPINIANO | Esselunga
    HEMA 412 KERKSTRAAT | HEMA
    HALFORDS 640 HIGH STRE | Halfords
    MONOPRIX 5512 PARIS 11 | Monoprix
    WAGAMAMA LTD SOUTHAMPT | Wagamama
    SPEEDWAY 04412 DAYTON OH | Speedway`,
  'prefixes that lost their star': `
    PAYPAL  EBAY | eBay
    PP  DELIVEROO | Deliveroo
    SQ  SINGLE O | Single O
    IZ  BROCKLEY BREWERY | Brockley Brewery
    ZETTLE_*CAFE PASCAL | Café Pascal
    ZTL*THE CORNER CAFE | The Corner Cafe
    D J*WALL-ST-JOURNAL | Wall Street Journal
    NYTIMES*NYTIMES | New York Times
    IC* INSTACART | Instacart`,
  'spelling of systems': `
    MUELLER GMBH & CO. KG | Müller
    SMOERREBROED | Smørrebrød
    B AND Q 1123 NORWICH | B&Q
    B @ Q 1123 NORWICH | B&Q
    MOONPIGUK | Moonpig
    SPORTSDIRECT 670 | Sports Direct
    BESTBUYCOM8064 | Best Buy
    CRATEANDBARREL 4451 | Crate & Barrel
    THECHOPPEDLEAF 6426 | The Chopped Leaf
    KATESPADENEWYORK 2769 | Kate Spade New York
    W H SMITH LTD | WHSmith
    J D SPORTS | JD Sports
    H'VESTER WATFORD | Harvester
    SAINSBURY SUPERMARKET LTD | Sainsbury's`,
  'other scripts': `
    ｾﾌﾞﾝｲﾚﾌﾞﾝ | セブンイレブン
    ﾌｱﾐﾘｰﾏｰﾄ | ファミリーマート
    ローソン 新宿 | ローソン
    星巴克 上海 | 星巴克
    스타벅스 서울 | 스타벅스
    ПЕРЕКРЕСТОК МОСКВА | Перекрёсток
    ΜΑΣΟΥΤΗΣ ΑΘΗΝΑ | Μασούτης
    كارفور دبي | كارفور
    שופרסל תל אביב | שופרסל`,
}

/** As near to a tolerance as an impostor comes. */
export const besideTolerances: Readonly<Record<string, string>> = {
  'beside what acquirers append': `
    TESCO STORES CARDS | Tesco
    TESCO SUPPORT ONLINE | Tesco
    TESCO REPAIRS MILL HILL | Tesco
    ONLINE TESCO | Tesco
    TESCO REPAIR ST | Tesco
    TESCO 12 GIFT ST | Tesco
    ACME SEATTLE PORTLAND | Acme
    APPLE.COM.COM | Apple
    WELLS FARGO | Wells
    THE BODY SHOP | Body
    AIR FRANCE 163 | Air
    TESCOCARDS | Tesco
    WENDY | Wendy's
    TESCO 1 2 | Tesco
    SUMUP  CASH APP*TESCO | Tesco
    AMERICAN EXPRESS TRAVEL | American Express
    HOTELUK | Hotel
    セブン | セブンイレブン
    セブンイレブン | Seven Eleven
    STARBUCKS | 星巴克
    TESCО STORES 2231 | Tesco
    PARIS STORE 1234 | Paris Baguette`,
}
