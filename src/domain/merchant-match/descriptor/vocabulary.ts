const setOf = (words: string) => new Set(words.split(/\s+/))

/**
 * Legal forms (GmbH & Co. KG is three of them). `spa`, `as`, `ev` and `zoo` are ordinary words, too, so they only count with their dots or
 * slash.
 */
export const legalForms =
  setOf(`inc incorporated llc ltd limited corp corporation co plc llp lp pllc lllp gmbh ag kg ohg kgaa
  ug mbh eg sa sas sasu sarl eurl sl slu srl snc bv nv bvba ab asa aps oy oyj pty pte ltda eireli kk sro doo kft zrt
  sp sab sapi pvt dac ulc se uab sia sau srls tbk sdn bhd gesmbh ooo ltee sas`)
export const dottedLegalForms = setOf('spa as ev zoo')

/** Words that stand between a merchant's name and a number: "STORE 0042". */
export const wordsBeforeShopNumber = setOf('store str no nr num unit loc branch stn ste suite')

/**
 * Top-level domains that brands use for their own shops, and those that only public bodies get. Others (.co, .net, .shop, .ai) are sold to
 * anyone, and stay part of the name.
 */
export const shopDomains = setOf(
  'com couk de fr es it nl ca pl se dk fi no at ch be pt cz ie comau conz cojp combr commx govuk acuk gov edu',
)
export const subdomains = setOf('http https www help')
/**
 * Subdomains that the owner of a domain names, such as `shop`. The seller of a marketplace has another subdomain: "JOES-PIZZA.ECWID.COM".
 */
export const ownSubdomains = setOf(
  'shop store business online my pay secure order orders app buy booking bookings checkout account accounts web',
)
/** Paths of billing pages after a shop's domain: "APPLE.COM/BILL". */
export const billingPaths = setOf('bill billing pay help charge')

/** Words that may follow a brand and its star: `BRAND *`. Order numbers may follow it, too. */
export const billingWords = setOf(`subscription subscr subscripti subscript payment pmts pmt bill billing invoice
  order renewal purchase membership monthly annual recurring`)

/** Words after which a place belongs to the merchant's name: "Bank of China", "University of Texas". */
export const connectorWords = setOf(
  'of r in at for to from by and the de del do da di du des la le les el los las von van und et y new',
)

/**
 * Words that many merchants share. A name is never reduced to these words alone: "Cafe 1701" is not "Cafe 101",
 * "Hotels.com" is not "Hotels", "Air France" is not "Air".
 */
export const genericNameWords =
  setOf(`the a an of in at on for to by from and de del do da di du des le la les el los las il lo un une
  una y e et und der die das den am im zu zum zur von van op saint st san santa santo sao fort port north south east west
  northern southern eastern western central upper lower new old grand big little first second one two three my your our
  best super hyper mini maxi mega top royal national international global world american european united general state
  city town county village community public union federal regional local
  air airline airlines airways bank banco banque banca banka bancorp credit trust capital finance financial savings
  insurance assurance mutual life health healthcare medical clinic hospital doctor dental dentist pharmacy pharma drug
  drugs drugstore apotheke optical vision care vet pet pets animal
  cafe caffe coffee tea bar pub grill pizza pizzeria ristorante restaurant restaurante bistro brasserie diner kitchen
  bakery backerei boulangerie deli burger burgers chicken sushi thai wok noodle taco tacos food foods fresh wine wines
  beer brewery liquor spirits juice ice cream
  hotel hotels motel inn inns hostel lodge resort resorts suites casino spa beach camping
  store stores shop shops market markets marche mercado markt mart supermarket supermarkt supermercado supermarche
  grocery grocer groceries discount outlet mall center centre centro plaza depot warehouse wholesale bazaar club
  auto car cars motor motors taxi cab cabs parking garage gas oil petrol fuel station stations service services tire
  tires wash rental rent rail train bus metro transit ferry travel travels tours airport cargo post mail express courier
  logistics storage moving
  radio tv news times media press music video film films cinema cinemas theater theatre museum gallery art arts books
  book bookstore library toys toy games game sport sports fitness gym golf yoga dance
  school schools college university academy institute church temple
  salon hair barber beauty nail nails cosmetics fashion shoes shoe jewelry jewellery jewelers clothing boutique kids baby
  house home homes garden gardens flowers florist furniture design studio studios interior
  telecom mobile phone net network online web digital tech software systems solutions computer computers electric
  electronics electronic energy power water gas
  company group holding holdings partners associates enterprises industries international fc sc ac association society
  federation council department government technology technologies communications publications publishing products
  instruments laboratories control distributors manufacturing engineering education research development conference
  channel route area pier level formula phase gate number base sector`)

/** Words for goods or services around a brand. They never count as a place, even if they are in a city field. */
export const tradeWords =
  setOf(`repair repairs support help helpdesk helpline refund refunds gift gifts card cards deal deals cheap sale
  sales reseller resale resellers liquidation liquidators verify verification security secure login account accounts credits
  keys coupons coupon rewards bonus promo offer offers likes followers reviews upgrade recovery unlock fix parts accessories
  tickets ticket training coaching consulting cleaning catering delivery installer installation assembly partners fans fan
  official original authentic factory customer care contact team agent agents booking bookings reservation reservations
  wallet crypto bitcoin loan loans trading invest investment invoice payment payments payout claims claim prize winner`)
