import { anyWordPattern, splitBarSeparatedWords } from './plain-text.ts'

/*
 * How shops name the fields of a card, in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Japanese, Chinese,
 * Korean and Arabic. The same list is for the labels and names in pages and for the names in what they send.
 */

const card = anyWordPattern(
  splitBarSeparatedWords(
    `credit card | debit card | card | karte | karten | carte | carta | cartao | tarjeta | kaart | kort | karty | karta | カード | 卡 | 카드 | بطاقة`,
  ),
)
const number = anyWordPattern(
  splitBarSeparatedWords(
    `number | numbers | nummer | nummern | numero | numeros | numer | numéro | 番号 | 番號 | 号码 | 號碼 | 号 | 號 | 번호 | رقم | =num | =no | =nr`,
  ),
)
/** Words that may stand between "number" and "card", as in `número de la tarjeta` or `number of your card`. */
const between =
  '(?: |de|di|do|da|del|della|van|of|on|auf|la|the|your|tu|su|votre|sua|tua|jouw|uw|deiner|ihrer|twojej|ditt|credit|の|的|의|ال)*'

export const cardWords = {
  cardNumber: `(?:${card}|(?<!\\p{L})cc)${between}(?:${number}|(?:num|no|nr)(?!\\p{L}))|(?:${number})${between}(?:${card}|cc(?!\\p{L}))|卡号|卡號`,
  /** The names of a field that mean a card number by themselves, in a page. */
  bareNumber: '^(?:number|pan|card ?num|cc ?num)(?: |$)',
  code: anyWordPattern(
    splitBarSeparatedWords(
      `cvv | cvc | cvn | ccv | =csc | cv2 | cvd | =cid | security code | card code | verification code | verification number | verification value | card verification
      | prüfnummer | prüfziffer | pruefnummer | pruefziffer | sicherheitscode | sicherheitsnummer | cryptogramme | cryptogram | code de sécurité | code de vérification
      | código de seguridad | código de verificación | codice di sicurezza | codice di verifica | codice sicurezza | código de segurança | código de verificação
      | beveiligingscode | veiligheidscode | controlecode | kod bezpieczeństwa | kod zabezpieczający | säkerhetskod | kontrollkod | cvc kod
      | セキュリティコード | セキュリティ コード | カード確認番号 | 安全码 | 安全碼 | 校验码 | 校驗碼 | 安全代码 | 보안코드 | 보안 코드 | رمز الأمان | رمز الحماية | رمز التحقق من البطاقة`,
    ),
  ),
  /** Further names of the CVV in the requests of pages: as labels they would be too vague. */
  codeSent: 'security|verification|^code$|^card code$',
  expiry: anyWordPattern(
    splitBarSeparatedWords(
      `expir | =exp | exp date | exp month | exp year | exp mm | exp yy | exp mon | exp yr | cc exp | card exp | valid thru | valid through | valid until | valid to | good thru
      | ablauf | gültig | gueltig | verfall | date d'expiration | validité | caducidad | vencimiento | válida hasta | scadenza | scade | validade | vencimento
      | vervaldatum | vervalt | geldig | wygaśnięcia | wygasa | ważności | ważna do | utgång | giltig | 有効期限 | 有效期 | 到期 | 유효기간 | 유효 기간 | 만료 | انتهاء | الصلاحية`,
    ),
  ),
  expirySent: 'exp|valid|^ex ?\\p{N}*$',
  /** Dates and numbers of older cards, such as a start date, that are no expiry. */
  notExpiry: anyWordPattern(
    splitBarSeparatedWords('valid from | start date | start month | start year | issue | from date'),
  ),
  month: anyWordPattern(
    splitBarSeparatedWords(
      'month | =mon | =mm | =mo | monat | mois | =mes | =mês | mese | maand | miesiąc | månad | 月 | 월 | شهر',
    ),
  ),
  year: anyWordPattern(
    splitBarSeparatedWords(
      'year | =yy | =yyyy | =yr | jahr | =jj | =jjjj | année | =aa | =aaaa | =año | =ano | anno | jaar | =rok | =rr | =rrrr | =år | 年 | 년 | سنة | عام',
    ),
  ),
  /** The hints of shops' pages for the form of an expiry: month first, or year first. */
  monthFirst: '(?:mm|月) ?(?:/|-|／|\\.)? ?(?:yy|jj|aa|rr|åå|年)',
  yearFirst: '(?:yyyy|yy|jjjj|jj|aaaa|aa|rrrr|rr|年) ?(?:/|-|／|\\.)? ?(?:mm|月)',
  /** Names of form fields for numbers that are no card number. */
  notCard: anyWordPattern(
    splitBarSeparatedWords(
      'gift | coupon | voucher | promo | loyalty | member | phone | iban | holder | =name | inhaber | gutschein | titulaire | titular | titolare | naam | imię | namn | 名義 | 持卡人 | 소유자 | 이름 | اسم | حامل',
    ),
  ),
}

/** A field's whole name that means a card number in a page's request. Digits are removed from the name before it is compared. */
export const sentCardNumberFieldPattern = `^(?:.*(?:${cardWords.cardNumber})|${number}|num|no|nr|pan|card pan|cc ?pan|card ?num\\p{L}*|acct|card|cc|credit ?card)(?: ?(?:field|input|value|part|box))?$`
