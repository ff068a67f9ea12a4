/**
 * Places by country that the gazetteer lacks: districts that statements name to tell shops apart, and large places in their own scripts.
 * They are spelled as `splitMerchantNameIntoWords` returns them, with large kana and without accents. `_` stands for a space, and `?` marks a name that is
 * also an ordinary word.
 */
export const placesBeyondGazetteer: Readonly<Record<string, string>> = {
  GB: `mill_hill brent_cross cricklewood euston camden kings_cross st_pancras st_pauls paddington waterloo victoria_stn covent_garden
    soho mayfair shoreditch canary_wharf stratford_city westfield bluewater trafford_centre meadowhall bullring`,
  US: 'reseda encino sherman_oaks studio_city north_hollywood van_nuys tribeca williamsburg greenpoint soho midtown hells_kitchen wicker_park',
  DE: 'ehrenfeld pasing kreuzberg neukoelln neukolln prenzlauer_berg schwabing altona sachsenhausen mitte?',
  FR: 'gare_de_lyon gare_du_nord gare_de_l_est la_defense ternes bastille republique montparnasse chatelet opera? roissy orly',
  JP: `東京 大阪 京都 横浜 名古屋 札幌 福岡 神戸 仙台 広島 新宿 渋谷 池袋 銀座 品川 上野 秋葉原 浅草 六本木 梅田 難波 心斎橋 天神 博多
    トウキヨウ オオサカ キヨウト ヨコハマ ナゴヤ サツポロ フクオカ コウベ センダイ ヒロシマ シンジユク シブヤ イケブクロ ギンザ シナガワ ウエノ
    アキハバラ アサクサ ロツポンギ ウメダ ナンバ シンサイバシ テンジン ハカタ`,
  CN: '北京 上海 广州 深圳 成都 重庆 天津 武汉 西安 杭州 南京 苏州 青岛 厦门 长沙 大连 沈阳 宁波 郑州 济南 昆明 合肥 福州 北京市 上海市 广州市 深圳市',
  TW: '台北 高雄 台中 台南 新竹 桃園 台北市 高雄市',
  HK: '香港 九龍 九龙 旺角 尖沙咀 銅鑼灣 中環',
  KR: '서울 부산 인천 대구 대전 광주 울산 수원 성남 강남 홍대 명동 잠실 판교 분당 제주 서울시 부산시',
  RU: 'москва петербург спб новосибирск екатеринбург казань самара омск челябинск ростов уфа красноярск пермь воронеж волгоград краснодар сочи',
  UA: 'київ киев харків одеса дніпро львів',
  GR: 'αθηνα αθηναι θεσσαλονικη πατρα ηρακλειο λαρισα πειραιας',
  AE: 'دبي أبوظبي الشارقة عجمان',
  SA: 'الرياض جدة مكة الدمام المدينة الخبر',
  EG: 'القاهرة الجيزة الإسكندرية',
  IL: 'תל_אביב ירושלים חיפה רמת_גן באר_שבע פתח_תקווה ראשון_לציון הרצליה נתניה אשדוד חולון',
}
