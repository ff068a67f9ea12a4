/**
 * Names of 902 brands, no two of one owner, most of which begin with the same word as another. Taken from
 * name-suggestion-index 8.0.20260918, https://github.com/osmlab/name-suggestion-index, under the BSD 3-Clause license:
 *
 * Copyright 2026, name-suggestion-index contributors. Redistribution and use in source and binary forms, with or
 * without modification, are permitted provided that the following conditions are met: 1. Redistributions of source code
 * must retain the above copyright notice, this list of conditions and the following disclaimer. 2. Redistributions in
 * binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the
 * documentation and/or other materials provided with the distribution. 3. Neither the name of the copyright holder nor
 * the names of its contributors may be used to endorse or promote products derived from this software without specific
 * prior written permission. THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS
 * OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
 * PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT,
 * INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF
 * SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY
 * THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY
 * WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 */
export const brandNames: readonly string[] = `
365|365 Fit&Co|5 to go|5 Şarj|99 Bikes|99 Cents Only Stores|99 Ranch Market|99 Speedmart|ABN AMRO|
ABN AMRO MeesPierson|Abu Dhabi Commercial Bank|Abu Dhabi Islamic Bank|ACE|Ace & Tate|ACE Cash Express|
Ace Hardware|Adam|Adam & Eve|Adidas|Adidas Originals|Admiral|Admiral Sports|Admiral Sportwetten|Albert|
Albert Heijn|Albert Heijn to go|Albert Heijn XL|Allegro Hotels|Allegro One Box|Allen & Harris|
Allen Career Institute|Allen Edmonds|Allen Solly|Allied Ghana|Allied Petroleum|Allied Pharmacies|
Allied Universal|Aloha Island Mart|Aloha Poké|Aloha Pokē Co|Amazing Intimate Essentials|Amazing Lash Studio|
Amazing Red|Amber|Amber Taverns|American Automobile Association|American Bank of Investments|American Crypto|
American Deli|American Eagle Financial Credit Union|American Eagle Outfitters|ANTIK SmartWay|Antik Telecom|
Apple Bank|Apple Store|Aral|Aral pulse|Aussie|Aussie Disposals|Auto Plus|Auto Value|Avia|Avia XPress|Baguette|
Baguette & Baguette|Bakker Bart|Bakker van Maanen|Banana Moon|Banana Republic|Banana Tree|Bangkok Bank|
Bangkok Hospital|Bar + Block|Bar Harbor Bank & Trust|Bar Louie|Bar One Racing|BC Cannabis Store|BC Liquor Store|
BCC|BCC Roma|Ben & Jerry's|Ben Bridge|Ben Sherman|Beter Bed|Beter Horen|Billa|Billa Marktküche|Billa Now|
Billa Plus|Billa stop & shop|Billa Unterwegs|BJ's|BJ's Wholesale Club|Blink|Blink Fitness|BMW|BMW Motorrad|
BNP Paribas|BNP Paribas Fortis|Boost Juice|Boost Mobile|Boutique Grandes Lignes|Boutique Paraboot|Brewers|
Brewers Fayre|Burger & Lobster|Burger King|Burger Machine|Burger Street|Burger Urge|Buzz Bingo|Buzz Gym|
Bäcker Andresen|Bäcker Görtz|Bäckerei Behrens-Meyer|Bäckerei Fuchs|Bäckerei Grimminger|Bäckerei Göing|
Bäckerei Happ|Bäckerei Schmidt|Camella|Camella Manors|Canadian Blood Services|Canadian Red Cross|Canadian Tire|
Canadian Western Bank|Carrefour|Carrefour City|Carrefour Contact|Carrefour Express|Carrefour Market|
Carrefour Montagne|Check 'n Go|Check Into Cash|Checkers|Checkers Hyper|Chez Ashton|Chez l'Ancien|
Children's Hospice South West|Children's Learning Adventure|CIMB Bank|CIMB Niaga|Cine Center|Cine Colombia|
Cinema City|Cinema NOS|Cinema XXI|Citi Bike|Citi Trends|Clarion|Clarion Pointe|Classic|Classic All Blacks|
Classic Collision|Classic Savory|Co-op Daily|CO-OP Financial Services|Co-op Food|CocciMarket|CocciMarket City|
CoCo|Coco di Mama|CoCo Ichibanya|Cold Rock Ice Creamery|Cold Stone Creamery|Comfort Dental|Comfort Inn|
Comfort Suites|Compass|Compass Self Storage|Continental|Continental Currency Exchange|Coop Atlantique|
Coop Bau+Hobby|Coop Byggmix|Coop City|Coop Eesti|COOP Jednota|Costa|Costa Express|Costa Vida|Country Financial|
Country Inn & Suites|Country Kitchen|Country Pride|Country Road|Country Style|Crown|Crown Decorating Centre|
Crown Resorts|Crédit Agricole|Crédit Agricole Italia|Crédit Coopératif|Crédit Maritime|Crédit Mutuel|
Crédit Mutuel de Bretagne|Cukiernia Cieślikowski|Cukiernia Olsza|Cukiernia Sowa|Cultura|Cultura Inglesa|
Côté Nature|Côté Sushi|day by day|Day Lewis Pharmacy|DB Reisezentrum|DB Schenker|De Beren|de Buren|
De Echte Bakker|De Fursac|De Hypotheekshop|De Hypotheker|Delikatesy Centrum|Delikatesy Premium|Delikatesy Sezam|
Design Hotels|Design Offices|Design Within Reach|Desjardins|Desjardins Insurance|Deutsche Bank|Deutsche Post|
Deutsche See|Deutsche Vermögensberatung|Deutsches Jugendherbergswerk|Deutsches Rotes Kreuz|DHL|DHL BOX 24/7|
DHL csomagautomata|DHL Packstation|DHL Paketbox|DHL Poststation|Dick's House of Sport|Dick's Sporting Goods|
Discount Drug Mart|Discount Tire|Discovery|Discovery Clothing Company|Discovery Expedition|DPD|DPD Pickup Box|
Dream Dinners|Dream Doors|Droga Quinze|Droga Raia|Družstvo lekární|Družstvo lékáren|du|Du Bruit dans la Cuisine|
Du Pareil au Même|Dulux Decorator Centre|Dulux Paints|Dunlop|Dunlop Super Dealer|Dunn Brothers Coffee|Dunn Tire|
Early Learning Centre|Early Settler|East of Chicago Pizza|East of England CO-OP|East Side Mario's|
East West Bank|Eddie Bauer|Eddie Rocket's|EG Australia|EG On the Move|Einstein Bros. Bagels|Einstein Kaffee|
Electrify America|Electrify Canada|Enel|Enel X|Enterprise Bank & Trust|Enterprise Car Sales|
Enterprise Flex-E-Rent|Enterprise GO|Epic|Epic Wings N' Things|Erotic City|Erotic Store Venus|
Espace des Marques|Espace Montagne|Esso|Esso Express|Euro Café|Euro Car Parts|Euro Sklep|EV Connect|EV Georgia|
EXE Centro Cambiario|Exe Hotels|Exim Banca Românească|Exim tours|Express|Express Employment Professionals|
Express Oil Change & Tire Engineers|Express One csomagpont|Express Union|Extreme Intimo|Extreme Pita|
Extreme Pizza|Family Cash|Family Dollar|Family Express|Family Fare|Family Shopper|Family Video|Famous Dave's|
Famous Footwear|Farm Boy|Farm Bureau Financial Services|Farm Bureau Insurance of Tennessee|Farm Stores|
Fast Bank|Fast Escova|Fast Shift|Fast Shop|FAST STOP|Fat Bastard Burrito|Fat Face|Fat Phill's|
Fidelity Bank & Trust|Fidelity Investments|Fido|Fido House|First Abu Dhabi Bank|First American Bank|
First Atlantic Bank|First Charge|First Choice Hair|First Choice Liquor|Five Below|Five Guys|Five o'clock|
Five Star Chicken|Fleet Farm|Fleet Feet|Food 4 Less|Food Basics|Food Lion|Food Lover's Market|Food Market|
Food Plus|Fred Astaire Dance Studios|Fred Loya Insurance|Fred Meyer|Fred Meyer Jewelers|Freedom|Freedom Bank|
Freedom Mobile|G La Dalle|G Point|Galeri Indosat|Galeri Smartfren|Galicia|Galicia Más|Generali|
Generali Tranquilidade|Gina Laura|Gina Tricot|Golden 1 Credit Union|Golden Chick|Golden Corral|Golden Discs|
Golden Goose|Golden Krust Caribbean Bakery & Grill|GoodLife Fitness|Goodlife Pharmacy|Gulf|Gulf & Fraser|
Gulf Coast Bank & Trust|Gulf Express|Guy Degrenne|Guy Hoquet|H&M|H&M HOME|Hair Cuttery|Hair Express|
Hall & Woodhouse|Hall Tabakwaren|Hans Anders|Hans im Glück|Harris + Hoole|Harris Farm Markets|Harris Scarfe|
Harris Teeter|Harry & David|Harry Corry|Harry Ramsden's|Harry Ritchie's|Harry Rosen|Hearing Australia|
Hearing Solutions|Hellenic Bank|Hellenic Duty Free Shops|Hero|Hero Certified Burgers|Hero Supermarket|Hertz|
Hertz Car Sales|Hilton|Hilton Garden Inn|Hilton Grand Vacations|Hofer|Hofer Diskont|Hollywood Bakery|
Hollywood Bowl|Honey Baked Ham|Honey Dew Donuts|Ibis|Ibis Budget|Ibis Styles|IDEA|IDEA Organic|IDEA Super|
IG BAU|IG BCE|IG Metall|IKEA|IKEA csomagpont|IKK - Die Innovationskasse|IKK Brandenburg und Berlin|IKK classic|
IKK gesund plus|IKK Südwest|Indiana Café|Indiana Pacers Bikeshare|Indigo|Indigo Sun|ING|ING Bank Śląski|Innogy|
Innogy Bücherschrank|Iron Mountain|Iron Skillet|It's Boba Time|It's Fashion|It's Skin|Jean Coutu|
Jean Louis David|Jeans Centre|Jeans Fritz|Joe & The Juice|Joe Fresh|Joe Jennings|John Craig|John Deere|
John Dory's|John Fluevog Shoes|John L. Scott|John Lewis|Johnny Bigg|Johnny Carino's|Johnny Rockets|Johnny Was|
Jones & Chapman|Jones Bootmaker|K Bike|K Hub|k kiosk|K Park|K+K|K+K Schuh-Center|Krispy Kreme|
Krispy Krunchy Chicken|Kwik Fill|Kwik Fit|Kwik Shop|Kwik Star|Kwik Trip|La Anónima|La Banque Postale|
La Belle Province|La borne bleue|La Boucherie|La Boutique du Coiffeur|Laser Clinics|Laser Eletro|
Laser Game Evolution|Laser Quest|Lee's Famous Recipe Chicken|Lee's Sandwiches|Les Burgers de Papa|Les Chérubins|
Les Comptoirs De La Bio|Les Déménageurs Bretons|Les Fournils de France|Les Petites Cantines|
Life Care Centers of America|Life Insurance Corporation|Life Pharmacy|Life Style Sports|Life Time|
Life Time Work|LKQ|LKQ Pick Your Part|Lloyds Bank|Lloyds Pharmacy|Lohnsteuerhilfe Baden-Württemberg|
Lohnsteuerhilfe Bayern|Long & Foster|Long & McQuade|Long John Silver's|Louis Copeland and Sons|Louis Motorrad|
Louis Philippe|Louis Pion|Louis Vuitton|Lowe's|Lowe's Market|Lucky|Lucky Brand|Lucky Sushi|M Lhuillier|M Stand|
Mad Butcher|Mad Mex Fresh Mexican Grill|Mad Science|Magasin du Monde|Magasin Vert|Mahindra Tractors|
Mahindra Truck and Bus|Maple Bear|Maple Street Biscuit Company|Martin & Co|Martin Auer|Martin Auto Color|
Mary Brown's|Mary Grace|Master Mechanic|Master Poulet|Mattress Depot USA|Mattress Firm|Mattress Warehouse|
Mattress World Northwest|Mega device|Mega Image|Mega Maxi|MEGA Soriana|Milky Lane|Milky Moo|Minit|Minit Mart|
Mission Afrika|Mission BBQ|Mission Federal Credit Union|Mister Car Wash|Mister Donut|Mister Garden|Mister Minit|
Mister Spex|Mister Transmission|Moe's Italian Sandwiches|Moe's Southwest Grill|Mustang|Mustang CAT|National|
National Bank of Egypt|National Bank of Kuwait|National Book Store|National Insurance Company|
National Mini Storage|Nelson Alexander|Nelson Schoenen|Next|Next Home|Next Level|Next Level Burger|
NH Collection Hotels|NH Lottery|Noodle Box|Noodle Canteen|Noodle King|Norges KFUK-KFUM-speidere|
Norges speiderforbund|Nova|Nova Poshta|O'Briens Café|O'Briens Wine|Ocean Basket|Ocean State Job Lot|ONCE|
Once Upon a Child|One NZ|One Price Coffee|One Station One Product|One Stop|Optical Center|Optical Express|
Optical Superstore|Orange|Orange Julius|Orange Leaf|Orange Money|Orange Optik|Outdoor Supply Hardware|
Outdoor Warehouse|Pacific Oil Ghana|Pacific Pride|PAK'nSAVE|PAK'nSAVE Fuel|Park Hyatt|Park Inn|Park Plaza|
PC Financial|PC Jeweller|Penta Bank|Penta Hospitals|Pharmacie Populaire|Pharmacie Principale|Pick|Pick 'n Save|
Pick n Pay|Pick n Pay Clothing|Pick n Pay Express|Pick n Pay Hypermarket|Pilulka|Pilulka Box|Pita Land|Pita Pit|
Point Coffee|Point P|Point S|Point Vision|Pollo Campero|Pollo Feliz|Pollo Tropical|Porsche|Porsche Design|
Press & Books|Press Shop|Prime|Prime Storage|Princess|Princess Auto|PS Fashion|PS Paketomat|Q8|Q8 Easy|Radisson|
Radisson Blu|Radisson Collection|Radisson RED|Raiffeisen Bank Polska|Raiffeisen banka Slovensko|
Raiffeisen banka Srbije|Raiffeisen Baucenter|Raiffeisen stavební spořitelna|Randstad|Randstad Digital|Raymond|
Raymond James|RD Electronics|RD Pawnshop|RD Petroleum|Regal Cinemas|Regal Nails|REI|Rei do Mate|RIU|Riu Paris|
Road Ranger|Road Runner Sports|Robinsons|Robinsons Easymart|Robinsons Supermarket|Rooms To Go|Rooms To Go Kids|
Royal Business Bank|Royal Canadian Legion Hall|Royal Donuts|Royal Enfield|Royal Farms|Royal LePage|Rural King|
Rural Kutxa|S&R Membership Shopping|S&R New York Style Pizza|Saint Algue|Saint Espresso|Saint James|
Saint Joseph Drug|Saint Laurent|Saint Vincent de Paul Thrift Store|Saks Fifth Avenue|Saks Off 5th|Sam's Chicken|
Sam's Club|Save|Save Mart|Save the Children|Second Cup|Second Home|Service Apotheek|Service Credit Union|
Service Graphics|Service King|Shell|Shell Express|Shell Recharge|Shell Select|Shoe Carnival|Shoe Dept.|
Shoe Palace|Shoe Sensation|Shoe Show|Shoe Zone|Shopko|Shopko Optical|Shoppers Food & Pharmacy|Shoppers Stop|
Showcase|Showcase Cinemas|Simmons|Simmons Bank|Six|Six Flags|Six Senses|Sklep mięsny Lenarcik|Sklep Polski|
Skyline|Skyline Chili|Soft Moc|Soft Surroundings|Sony|Sony Centre|Source For Sports|Source London|Spar Express|
Spar Gourmet|Spark by Hilton|Spark New Zealand|St Austell Brewery|St Christopher's Inn|
St Margaret's Hospice Care|St Pierre's Sushi|St. Galler Kantonalbank|St. John|St. Louis Bar & Grill|St. Regis|
Stadtmobil Berlin|Stadtmobil Südbaden|Standard Bank|Standard Chartered|star|Star Bazaar|Star Mart|Star Rentals|
State & Liberty|State & Main|State Farm|Steak 'n Shake|Steak Escape|Store Space Self Storage|
Store Street Espresso|Sullivan Nicholaides Pathology|Sullivan Tire|Supermercados BH|Supermercados MAS|
Supplyco Medical Store|Supplyco Super Market|Sushi Express|Sushi King|Sushi Roll|Sushi Story|Sushi Sushi|
Sushi Yama|Tank & Rast|Tank Ono|Tank S|Teriyaki Experience|Teriyaki Madness|Thyme|Thyme Maternity|Tiger Mart|
Tiger Sugar|Tiger Wheel & Tyre|Tigre|Tigre Amico|Tire Choice Auto Service Center|Tire Discounters|Tire Kingdom|
Tire Pros|Tire Warehouse|TJ Hughes|TJ Maxx|Tom & Co|Tom Ford|Tom N Toms|Tom Tailor|Tom Thumb|Tommy|Tommy Bahama|
Tommy Hilfiger|Total Fitness|Total Tools|Total Wine|Total Wireless|TotalEnergies|TotalEnergies Express|
Totally Wicked|Totally Workwear|Tous|Tous les Jours|Town Fair Tire|Town Pump|Tractor & Equipment Co.|
Tractor Supply Company|tuesday coworking|Tuesday Morning|Two Hands Corn Dog|Two Men and a Truck|UniCredit|
UniCredit Bulbank|Unilabs|Unilabs BioCT|UR Medicine Labs|UR Medicine Urgent Care|V and B|V Perfumes|Vagabond|
Vagabond Inn|Value City Furniture|Value Mobile|Value Village|Valvoline|Valvoline Express Care|Vero Cafe|
Vero Moda|Village Cinemas|Village Hotels|Village Inn|Virgin Active|Virgin Holidays|Virgin Hotel|Virgin Money|
Virgin Plus|Vodafone|Vodafone Idea|Volvo|Volvo Trucks|Waffle Cabin|Waffle Factory|Waffle House|Wallis|
Wallis Cinemas|Walmart|Walmart Energy|Walmart Express|Walmart Neighborhood Market|Waves|Waves Coffee House|WE|
We Buy Any Car|We Drive Solar|Wells|Wells Fargo|Wells Fargo Advisors|Wells Fargo Private Bank|West 49|
West Coast Self-Storage|West Cornwall Pasty Co.|west elm|West Marine|West Virginia DMV Now|Western Dental|
Western Diagnostic Pathology|Western Financial Group|Western Sizzlin'|Western States CAT|Western Union|
William H. Brown|William Hill|Work Authority|Work World|World Duty Free|World Electric|World Finance|World Gym|
World Market|World Tennis|Yes! Cosmetics|Yes! Idiomas|Yorkshire Bank|Yorkshire Building Society|Yves Delorme|
Yves Rocher|Yves Thuriès|Zara|Zara Home|Zen Leaf|ZEN Petroleum|zero|Zero Degrees|Zoo & Co.|Zoo Center|
Česká podnikatelská pojišťovna|Česká průmyslová zdravotní pojišťovna|Česká spořitelna|Świat Książki|Świat Prasy`
  .replaceAll('\n', '')
  .split('|')
