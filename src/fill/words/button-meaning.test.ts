import { describe, expect, it } from 'vitest'
import { buttonMeaning } from './button-meaning.ts'
import { buttonWords } from './button-words.ts'
import { plainText } from './plain-text.ts'

const meaningOf = (text: string) => buttonMeaning(text, buttonWords, plainText)
const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [language = '', texts = ''] = line.trim().split(/: (.*)/)
      return texts.split(' | ').map((text) => [language, text] as const)
    })

describe('a button that pays says so', () => {
  it.each(
    rows(`
      en: Pay | Pay now | PAY $42.00 | Pay US$1,299.00 securely | 🔒 Pay now → | Pay with card | Pay by credit card | Place order | Place your order | Complete purchase | Confirm & pay | Buy now – $9.99 | Subscribe | Donate $20 | Submit payment
      de: Jetzt bezahlen | 12,00 € bezahlen | Jetzt 1.299,00 € zahlen | Zahlungspflichtig bestellen | Kostenpflichtig bestellen | Jetzt kaufen | Bestellung abschließen | Kauf abschließen | Bestätigen und bezahlen
      fr: Payer | Payer 12,00 € | Payer maintenant | Payer par carte | Régler ma commande | Passer la commande | Valider et payer | Confirmer l'achat | Commander et payer
      es: Pagar | Pagar 12,00 € | Pagar ahora | Realizar pedido | Confirmar y pagar | Finalizar compra | Realizar el pago | Comprar ahora
      it: Paga | Paga ora | Paga 12,00 € | Acquista ora | Conferma e paga | Completa l'acquisto | Effettua il pagamento | Ordina e paga
      pt: Pagar agora | Pagar R$ 42,00 | Finalizar compra | Concluir pedido | Confirmar e pagar | Efetuar pagamento | Comprar agora
      nl: Betalen | Nu betalen | € 12,00 betalen | Bestelling plaatsen | Bestellen en betalen | Betaling bevestigen | Bestelling met betaalverplichting
      pl: Zapłać | Zapłać 42,00 zł | Płacę | Kupuję i płacę | Zamawiam z obowiązkiem zapłaty | Złóż zamówienie | Potwierdź płatność
      sv: Betala | Betala 120 kr | Betala nu | Slutför köp | Slutför köpet | Bekräfta och betala | Genomför köp | Lägg beställning
      ja: 支払う | お支払い | 1,200円を支払う | ¥1,200 支払う | 注文を確定する | ご注文を確定する | 購入する | 今すぐ購入 | 決済する
      zh: 支付 | 立即支付 | 立即付款 ¥42.00 | 确认支付 | 提交订单 | 确认付款 | 立即購買 | 確認付款 | 送出訂單
      ko: 결제하기 | 12,000원 결제하기 | 지금 결제 | 주문하기 | 카드로 결제 | 구매하기
      ar: ادفع | ادفع الآن | إتمام الدفع | تأكيد الطلب | إتمام عملية الشراء | ادفع 42.00 ريال | اشترِ الآن
    `),
  )('%s: %s', (_language, text) => {
    expect(meaningOf(text)).toBe('pays')
  })
})

describe('a button that does anything else does not', () => {
  it.each(
    rows(`
      en: Apply | Apply coupon | Delete saved cards | Remove card | Back to cart | Cancel | Save card | Add card | Update | Submit | OK | Log in | Search | Edit payment method | Payment methods | Pay with PayPal | Pay later with Klarna | Pay in 3 installments | Apple Pay | Google Pay | Subscribe to our newsletter | Buy again | Order history | Purchase history | Add to cart | Pay with Link | Cancel order | Cancel payment
      de: Gutschein einlösen | Anwenden | Gespeicherte Karten löschen | Zurück zum Warenkorb | Abbrechen | In den Warenkorb | Mit PayPal bezahlen | Auf Rechnung kaufen | Bestellung stornieren | Anmelden | Zahlungsart ändern
      fr: Appliquer | Supprimer la carte | Retour au panier | Annuler | Ajouter au panier | Annuler la commande | Payer en plusieurs fois avec Klarna | S'abonner à la newsletter
      es: Aplicar cupón | Eliminar tarjeta | Volver al carrito | Cancelar | Añadir al carrito | Cancelar pedido
      it: Applica | Elimina carta | Torna al carrello | Annulla | Aggiungi al carrello | Annulla ordine
      pt: Aplicar cupom | Excluir cartão | Voltar ao carrinho | Cancelar | Cancelar pedido
      nl: Toepassen | Kaart verwijderen | Terug naar winkelwagen | Annuleren | In winkelwagen
      pl: Zastosuj | Usuń kartę | Wróć do koszyka | Anuluj | Dodaj do koszyka
      sv: Använd rabattkod | Ta bort kort | Tillbaka till varukorgen | Avbryt | Lägg i varukorgen
      ja: クーポンを適用 | カードを削除 | カートに戻る | キャンセル | お支払い方法を変更 | カートに入れる | 注文をキャンセルする
      zh: 使用优惠券 | 删除银行卡 | 返回购物车 | 取消 | 加入购物车 | 取消订单 | 支付方式
      ko: 쿠폰 적용 | 카드 삭제 | 장바구니로 | 취소 | 주문 취소 | 결제 수단 변경
      ar: تطبيق القسيمة | حذف البطاقة | العودة إلى السلة | إلغاء | إلغاء الطلب | طرق الدفع
    `),
  )('%s: %s', (_language, text) => {
    expect(meaningOf(text)).not.toBe('pays')
    expect(meaningOf(text)).not.toBe('continues')
  })
})

describe('a button that leads on is known', () => {
  it.each(
    rows(`
      en: Continue | Continue to review | Next | Review order | Proceed to checkout
      de: Weiter | Weiter zur Prüfung | Zur Kasse
      fr: Continuer | Suivant
      es: Continuar | Siguiente
      it: Continua | Avanti
      pt: Continuar | Próximo
      nl: Doorgaan | Volgende
      pl: Dalej | Kontynuuj
      sv: Fortsätt | Nästa
      ja: 次へ | 確認画面へ進む | 注文内容を確認する
      zh: 下一步 | 继续 | 繼續
      ko: 다음 | 계속
      ar: متابعة | التالي
    `),
  )('%s: %s', (_language, text) => {
    expect(meaningOf(text)).toBe('continues')
  })
})
