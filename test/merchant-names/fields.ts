/** Pairs about fields of other widths, lost signs, codes before a star and other names of a company. To be recognized. */
export const fields = {
  'cut off in fields of other widths': `
    NORTHGATE UPHOLSTE | Northgate Upholsterers
    NORTHGATE UPHOLSTERI | Northgate Upholsterings
    LAKESIDE SCIENTIFIC INSTR | Lakeside Scientific Instruments
    LAKESIDE SCIENTIFIC INST | Lakeside Scientific Instruments
    SQ *COPPER KETTLE KITCHE | Copper Kettle Kitchens
    GRAYSTONE LOCKSMITHS I | Graystone Locksmiths`,
  'web addresses that are cut off': `
    WWW.COPPERKETTLEKITCHE | Copper Kettle Kitchens
    WWW.COPPERKETTLE.CO.U | Copper Kettle
    WWW.COPPERKETTLE.CO. | Copper Kettle
    WWW.COPPERKETTLE.C | Copper Kettle
    WWW.ACMECOUNCIL.GOV.UK | Acme Council
    WWW.NORTHGATE.AC.UK | Northgate`,
  'codes of three letters before a star': `
    BLC*BLUE LANTERN | Blue Lantern
    NWI*NORTHWIND INC | Northwind`,
  'stars that became one space or a hyphen': `
    FACEBK Q7YTJDSDS2 | Facebook
    FACEBK QZHJWSNCW2 | Facebook
    MSFT E0100HZIDA | Microsoft
    IZ BLUE BOTTLE | Blue Bottle
    WP-BLUE BOTTLE | Blue Bottle
    SQ  SQ  BLUE BOTTLE | Blue Bottle
    SQ *SQ *BLUE BOTTLE | Blue Bottle`,
  'a marketplace before its seller': `
    EB *PYCON | Eventbrite
    EVENTBRITE*PYCON | Eventbrite`,
  'an article behind the name': `
    CHOPPED LEAF THE | The Chopped Leaf
    BODY SHOP, THE | The Body Shop`,
  'other names of a company': `
    KENTUCKY FRIED CHICKEN 1234 | KFC
    KFC 1234 | Kentucky Fried Chicken
    WAITROSE & PARTNERS | Waitrose
    RESIDENCE INN BY MARRIOTT | Residence Inn`,
  'stations and registers': `
    TESCO PFS 5386 | Tesco
    ASDA PETROL 4205 | Asda
    ALBERTSONS # 162 S9H | Albertsons`,
  'common words in short': `
    NORTHGATE MARINE CTR | Northgate Marine Center
    NORTHGATE MARINE CNTR INC | Northgate Marine Center
    LAKESIDE COMM TECHNOLOGIES | Lakeside Communications Technologies
    ADVANCED INFO GRAYSTONE | Advanced Information Graystone
    INTL GRAYSTONE SVCS 0042 | International Graystone Services
    INTL GRAYSTONE PUBLISHING | International Graystone Publishing
    GRAYSTONE & LANTERN TECH | Graystone and Lantern Technologies`,
  'the word of a brand’s own trade': `
    SHERATON HOTELS | Sheraton
    RADISSON BLU HOTEL 0042 | Radisson Blu
    HAMPTON INN & SUITES | Hampton
    PAPA JOHNS PIZZA #02166 | Papa John's
    EUROPCAR RENTAL | Europcar`,
  'short numbers behind long names': `
    THE COPPER KETTLE 14 | The Copper Kettle
    GRAYSTONE LOCKSMITHS  4 | Graystone Locksmiths`,
  'numbers that lost their space': `
    MCDONALDS1571 | McDonald's
    NORTHGATE1234 | Northgate`,
  'numbers filled with zeros': `
    EASYJET 000K2JXKGF | easyJet`,
  'names that go on behind a word': `
    LAKESIDE SCIENTIFIC AND | Lakeside Scientific and Medical
    GRAYSTONE ASSOCIATION OF | Graystone Association of Locksmiths
    NORTHGATE RESEARCH S | Northgate Research Supplies`,
  'names that are cut behind a prefix without its star': `
    IZ COPPER KETTLE K | Copper Kettle Kitchens
    SP COPPERKETTLEKITCH | Copper Kettle Kitchens`,
  'numbers in groups': `
    NORTHGATE 313 555 0090 | Northgate
    NORTHGATE 020 7946 0018 | Northgate
    NORTHGATE 0121 496 0123 | Northgate
    EBAY O11-08782-36782 | eBay
    NORTHGATE 4F367A2A-6D02-4B0B | Northgate
    NORTHGATE 04/11/2010 | Northgate
    NORTHGATE INC.*46895214 001 | Northgate
    NORTHGATE F/STN 04467 | Northgate
    NORTHGATE 24/7 LTD | Northgate`,
  'parts of an address': `
    SHOP.NORTHGATE.CO.UK | Northgate
    BUSINESS.NORTHGATE.COM | Northgate
    WWW.NORTHGATELTD.COM | Northgate
    WWW.COPPERKETTLEKITC.CO | Copper Kettle Kitc
    NORTHGATE.GBP | Northgate`,
  'parts of a place': `
    NORTHGATE GRAZ CITY | Northgate
    NORTHGATE TULSA SOUTH | Northgate
    NORTHGATE NORTH TULSA | Northgate
    NORTHGATE LONDON AIRPORT | Northgate`,
}

/** To be refused, both ways unless the kind is in `oneWayKinds`. */
export const besideFields = {
  'not cut off in a field': `
    NORTHGATE UPHOLS | Northgate Upholsterers
    COPPER KETTLE SHOP | Copper Kettle Shop Kitchens
    INTERNATIONAL BUS | International Business Machines
    WWW.COPPERKETTLEKIT.CO | Copper Kettle Kitchens
    WWW.COPPERKETTLE.CHEAP | Copper Kettle
    COPPERKETTLEKITCHENETTE.CO | Copper Kettle Kitchenette
    LAKESIDE AND | Lakeside and Medical`,
  'beside numbers, addresses and places in parts': `
    NORTHGATE 2-800-555-1212 | Northgate
    NORTHGATE REPAIRS 313 555 0090 | Northgate
    SHOP.CO.UK | Co
    NORTHGATE.SHOP.COM | Northgate
    SHOP.NORTHGATE.EVIL.COM | Northgate
    SUPPORT.NORTHGATE.COM | Northgate
    NORTHGATE CENTER | Northgate
    NORTHGATE SOUTH | Northgate
    NORTHGATE AIRPORT | Northgate
    NORTHGATE LONDON REPAIRS | Northgate`,
  'words that are no common words in short': `
    HOME DEPT | Home Depot
    HOME DPT | Home Depot
    NORTHGATE RENT | Northgate Restaurant
    NORTHGATE CER | Northgate Center
    NORTHGATE RESTAURNT | Northgate Restaurant
    NRTHGT MARINE CENTER | Northgate Marine Center
    CTR MARINE NORTHGATE | Northgate Marine Center
    NORTHGATE CTR | Northgate Marine Center
    NORTHGATE MARINE CTR | Northgate Marine Club
    NORTHGATE *MARINE CTR | Northgate Marine Center
    CASH APP*NORTHGATE MARINE CTR | Northgate Marine Center
    BUSINESS CTR | Business Center
    NORTHGATE MARÌNE CTR | Northgate Marine Center`,
  'the word of another trade': `
    KINGFISHER HOTEL | Kingfisher
    SHERATON PIZZA | Sheraton
    SHERATON HOTELS CARDS | Sheraton
    APPLE HOTEL | Apple
    SHERATON*HOTELS | Sheraton`,
  'short numbers that belong to names': `
    COPPER KETTLE 142B | Copper Kettle
    KETTLE CAFE 14 | Kettle Cafe
    GRAYSTONELOCKSMITHS 4 | Graystone Locksmiths
    GRAYSTONE LOCKSMITHS-4 | Graystone Locksmiths`,
  'codes that do not abbreviate the name': `
    KLN*BLUE LANTERN | Blue Lantern
    REP*APPLE | Apple
    APX*APPLE | Apple
    BLCX*BLUE LANTERN | Blue Lantern
    AMZ*AMZN MKTP | Amazon`,
  'words in the place of a lost star': `
    FACEBK SUPPORTS22 | Facebook
    FACEBOOK HELPDESKK2 | Facebook
    MSFT EXCHANGE02 | Microsoft
    EB GAMES | Eventbrite
    EB GAMES | Games
    WP APPLE | Apple
    IZ-APPLE | Apple`,
  'companies whose other names are common': `
    ENTERPRISE BANK | Enterprise
    CENTRAL | Central Bank`,
}
