/**
 * Whether a place is a city, a state or a country. `either`: its name is an abbreviation both of a state and of a country, such as "CA",
 * "DE" and "IN". The tables of this file are deliberately small and exclude names that are ordinary words or products ("Mobile", "Nice",
 * "Reading", "Bath", "Orange", "TV" for Tuvalu). A place that is missing here stays part of the name, and so makes another merchant.
 */
export type GeographicPlaceKind = 'city' | 'state' | 'country' | 'either'

export interface GazetteerPlace {
  readonly kind: GeographicPlaceKind
  /** The first of the spellings of the place's name: the same id for all of them. */
  readonly id: string
  /** Whether the place's name is also a word, a given name or a legal form. It then counts only next to another place or a number. */
  readonly weak: boolean
}

/** Finds the place with the given name. The name must be in lower case, without accents, and with one space between words. */
export const findGeographicPlace = (name: string): GazetteerPlace | undefined => places.get(name)

/** The number of words of the longest place that ends with the given word. 0: no place does. */
export const longestPlaceEndingIn = (lastWord: string): number => longestByLastWord.get(lastWord) ?? 0

export const cityNames = (): string[] => [...places].flatMap(([name, { kind }]) => (kind === 'city' ? [name] : []))

const places = new Map<string, GazetteerPlace>()
const longestByLastWord = new Map<string, number>()

/** Adds the places of a table. Its entries are separated by commas, and the spellings of one place by `=`; a weak place ends with `?`. */
function add(kind: GeographicPlaceKind, table: string): void {
  for (const entry of table.split(',')) {
    const spellings = entry.trim().split('=')
    const id = spellings[0]?.replace('?', '') ?? ''
    for (const spelling of spellings) {
      const name = spelling.replace('?', '')
      const words = name.split(' ')
      places.set(name, { kind, id, weak: spelling.endsWith('?') })
      longestByLastWord.set(words.at(-1) ?? '', Math.max(words.length, longestPlaceEndingIn(words.at(-1) ?? '')))
    }
  }
}

add(
  'city',
  `new york=nyc=new york city,los angeles,chicago,houston,philadelphia,san antonio,san diego,dallas,san jose,
  fort worth,san francisco=san fran,indianapolis,seattle,denver,boston,el paso,nashville,detroit,oklahoma city,
  las vegas,memphis,louisville,baltimore,milwaukee,albuquerque,tucson,fresno,sacramento,kansas city,atlanta,omaha,
  colorado springs,raleigh,virginia beach,long beach,miami,oakland,minneapolis,tulsa,bakersfield,wichita,tampa,
  new orleans,cleveland,honolulu,anaheim,lexington,stockton,corpus christi,cincinnati,st louis=saint louis,
  pittsburgh,greensboro,anchorage,plano,durham,newark,toledo,fort wayne,st petersburg,laredo,jersey city,
  chula vista,scottsdale,glendale,baton rouge,boise,spokane,tacoma,fremont,san bernardino,modesto,fayetteville,
  des moines,rochester,salt lake city,little rock,tallahassee,huntsville,staten island,cupertino,mountain view,
  menlo park,palo alto,sunnyvale,santa clara,santa monica,redmond,bellevue,los gatos,redwood city,san mateo,
  south san francisco,beverly hills,berkeley,santa barbara,santa cruz,ann arbor,fort lauderdale,west palm beach,
  jacksonville,hartford,boulder?,bentonville,emeryville,washington dc,columbus?,austin?,charlotte?,phoenix?,jackson?,
  lincoln?,orlando?,madison?,aurora?,henderson?,chandler?,irving?,garland?,arlington?,portland?,mesa?,richmond?,
  norfolk?,gilbert?,salem?,eugene?,springfield?,washington?,st paul?,santa ana?,santa rosa?,irvine?,riverside?,
  brooklyn?,bronx?,queens?,manhattan?,hollywood?,burbank?,buffalo?,reno?,hoboken?,wilmington?,charleston?,savannah?,
  cambridge?,providence?,
  walnut creek,daly city,san leandro,san rafael,san ramon,foster city,santa fe,sioux falls,grand rapids,round rock,
  college station,overland park,costa mesa,newport beach,huntington beach,long island city,white plains,new haven,
  silver spring,culver city,west hollywood,boca raton,coral gables,key west,fort myers,palm springs,thousand oaks,
  rancho cucamonga,moreno valley,pasadena,torrance,hayward,milpitas,pleasanton,covina,escondido,carlsbad,chattanooga,
  knoxville,shreveport,amarillo,lubbock,arvada,naperville,topeka,duluth?,schenectady,syracuse,yonkers,secaucus,paramus,
  stamford,worcester?,reston,bethesda,rockville,annapolis,gainesville,clearwater?,sarasota,hialeah,bothell,issaquah,
  beaverton,missoula,bozeman,provo,albany?,
  bonn,mannheim,karlsruhe,augsburg,dortmund,bochum,wuppertal,bielefeld,muenster=munster,aachen,kiel,luebeck=lubeck,
  mainz,potsdam,freiburg,heidelberg,nijmegen,groningen,tilburg,haarlem,leiden,aarhus,odense,bergen,trondheim,uppsala,
  espoo,tampere,zaragoza,murcia,genova,palermo,catania,verona,padova,trieste,poznan,wroclaw,lodz,katowice,ostrava,plzen,
  timisoara,thessaloniki,izmir,antalya,mississauga,brampton,burnaby,gatineau,halifax?,tijuana,cancun,montevideo,
  asuncion,guayaquil,caracas,panama city,gold coast,hobart,dunedin,nagoya,sapporo?,fukuoka,busan,incheon,chengdu,
  hangzhou,nanjing,wuhan,tianjin,kaohsiung,cebu,bandung,surabaya,ahmedabad,jaipur,noida,gurgaon=gurugram,lucknow,
  islamabad,kathmandu,amman,beirut,muscat,kuwait city,haifa,accra,kampala,dakar,tunis,durban,pretoria,santo domingo,
  san juan,
  london,manchester,birmingham,leeds,glasgow,edinburgh,liverpool,bristol,cardiff,belfast,dublin,galway,cork?,york?,
  oxford?,lancaster?,windsor?,southampton?,nottingham?,sheffield?,newcastle?,brighton?,kingston?,hamilton?,
  paris,marseille,lyon,toulouse,bordeaux,lille,strasbourg,nantes,berlin,hamburg,munich=muenchen=munchen,
  cologne=koeln=koln,frankfurt,stuttgart,duesseldorf=dusseldorf,leipzig,dresden,hannover,nuernberg=nurnberg,bremen,
  vienna=wien,graz,salzburg,zurich=zuerich,geneva=geneve,basel,lausanne,amsterdam,rotterdam,den haag,utrecht,
  eindhoven,brussels=bruxelles=brussel,antwerp=antwerpen,ghent=gent?,madrid,barcelona,sevilla=seville,bilbao,malaga,
  valencia?,lisbon=lisboa,porto?,milan=milano,rome?=roma?,turin=torino,naples=napoli,bologna,venice=venezia,florence?,
  stockholm,gothenburg=goteborg,malmo,oslo,copenhagen=kobenhavn,helsinki,tallinn,riga,vilnius,warsaw=warszawa,
  krakow,gdansk,prague=praha,brno,budapest,bucharest=bucuresti,athens,istanbul,ankara,kyiv=kiev,zagreb,ljubljana,
  belgrade=beograd,bratislava,toronto,montreal,vancouver,calgary,ottawa,edmonton,winnipeg,quebec city,victoria?,
  mexico city=ciudad de mexico,guadalajara,monterrey,sao paulo,rio de janeiro,brasilia,buenos aires,bogota,medellin,
  santiago?,quito,sydney?,melbourne,brisbane,perth?,adelaide,canberra,auckland,wellington?,christchurch,tokyo,osaka,
  kyoto,yokohama,singapore,hong kong,seoul,beijing,shanghai,shenzhen,guangzhou,taipei,manila,jakarta,bangkok,kuala lumpur,hanoi,
  ho chi minh city,mumbai,delhi,new delhi,bangalore=bengaluru,hyderabad,chennai,kolkata,pune,karachi,lahore,dhaka,
  colombo,dubai,abu dhabi,doha,riyadh,jeddah,tel aviv,jerusalem,cairo,nairobi,lagos,johannesburg,cape town,casablanca`,
)
add(
  'state',
  `alabama,ak=alaska,az=arizona,arkansas,california,colorado,ct?=connecticut,delaware,fl=florida,
  ga,georgia?,hi?=hawaii,ia=iowa,idaho,illinois,indiana,ks=kansas,ky=kentucky,la?=louisiana,
  massachusetts,md?=maryland,me?=maine,mi=michigan,mn=minnesota,mo?=missouri,ms?=mississippi,mt=montana,
  nc=north carolina,nd=north dakota,ne=nebraska,nh=new hampshire,nj=new jersey,nm=new mexico,nv=nevada,ny,
  oh?=ohio,ok?=oklahoma,or?=oregon,pennsylvania,ri=rhode island,sc?=south carolina,sd=south dakota,tn=tennessee,
  tx=texas,ut=utah,va?,vt=vermont,wa,dc?,wi=wisconsin,wv=west virginia,wy=wyoming,
  caus,nyus,waus,txus,nsw,qld,vic?,on?=ontario?,bc,qc,ab?=alberta`,
)
add(
  'country',
  `us=usa=united states=united states of america,gb=uk=gbr=united kingdom=great britain=england=scotland=wales?,
  ie=irl=ireland,germany=deu=deutschland,fr=fra=france,nl=nld=netherlands=nederland,lu=lux=luxembourg,
  ch=switzerland=schweiz=suisse,austria=aut=oesterreich=osterreich=at?,be?=belgium=belgique,es=esp=spain=espana,
  pt?=prt=portugal,it?=italy=italia=ita?,se?=swe=sweden=sverige,no?=norway=norge,dk=dnk=denmark=danmark,
  finland=suomi=fin?=fi?,pl=pol=poland=polska,cz=cze=czech republic=czechia,sk=svk=slovakia,hu=hun=hungary,
  romania=rou,bulgaria=bgr,greece=grc,croatia=hrv,slovenia=svn,estonia=est?,latvia=lva,lithuania=ltu,malta=mlt,
  cyprus=cyp,iceland=isl,canada=can?,au=aus=australia,nz=nzl=new zealand,jp=jpn=japan,kr=kor=south korea,
  cn=chn=china?,hk=hkg,tw=twn=taiwan,sg=sgp,india=ind?,malaysia=mys,thailand=tha,indonesia=idn,
  philippines=phl,vietnam=vnm,mx=mex=mexico,br=bra?=brasil=brazil,argentina=arg?,chile?=chl,colombia=col?,peru=per?,
  za=zaf=south africa,nigeria=nga,kenya=ken?,egypt=egy,ae=uae=united arab emirates=are?,qatar=qat,
  saudi arabia=sau?,israel=isr,tr=tur=turkiye=turkey?,ukraine=ukr`,
)
add('either', `ca,il,al?,ar?,co?,de?,id?,in?,ma?,pa?`)
