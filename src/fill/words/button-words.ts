import { anyWordPattern, splitBarSeparatedWords, plainText } from './plain-text.ts'

/* Labels of buttons of checkouts, in the languages of card-words.ts. */

/** Complete texts of buttons that pay, by language. */
const pays: Readonly<Record<string, string>> = {
  en: `pay | pay now | pay and place order | place order | place your order | place my order | place order and pay | order now | order and pay | buy | buy now | buy it now
    | complete order | complete your order | complete my order | complete the order | complete purchase | complete your purchase | complete my purchase | complete payment | complete checkout | complete booking | complete reservation
    | submit order | submit your order | submit payment | submit my order | submit purchase | confirm order | confirm your order | confirm purchase | confirm payment | confirm and pay | confirm and buy
    | confirm your purchase | confirm booking | book and pay | agree and pay | finish and pay | finish order | make payment | make a payment | send payment | authorize payment | purchase | purchase now
    | subscribe | subscribe now | subscribe and pay | start subscription | donate | donate now | give now | checkout and pay | pay invoice | pay bill | pay order | pay for order | pay your order`,
  de: `bezahlen | zahlen | jetzt bezahlen | jetzt zahlen | kaufen | jetzt kaufen | bestellen | jetzt bestellen | zahlungspflichtig bestellen | jetzt zahlungspflichtig bestellen | kostenpflichtig bestellen
    | jetzt kostenpflichtig bestellen | zahlungspflichtig buchen | kostenpflichtig buchen | jetzt buchen | kostenpflichtig abonnieren | kostenpflichtig kaufen | bestellen und bezahlen | bestellen und zahlen | kaufen und bezahlen
    | bestellung abschließen | bestellung aufgeben | bestellung absenden | bestellung bestätigen | bestellung abschicken | kauf abschließen | kauf bestätigen | zahlung abschließen | zahlung bestätigen | zahlung ausführen
    | bestätigen und bezahlen | bestätigen und zahlen | abonnieren | jetzt abonnieren | spenden | jetzt spenden`,
  fr: `payer | payer maintenant | payer ma commande | payer la commande | je paie | je paye | régler | régler ma commande | régler la commande | commander | commander et payer | commande avec obligation de paiement
    | passer commande | passer la commande | passer ma commande | valider et payer | valider la commande | valider ma commande | valider le paiement | valider mon paiement | valider mon achat | confirmer et payer
    | confirmer la commande | confirmer ma commande | confirmer le paiement | confirmer l'achat | confirmer mon achat | acheter | acheter maintenant | finaliser la commande | finaliser ma commande | finaliser l'achat
    | finaliser le paiement | effectuer le paiement | s'abonner | je m'abonne | faire un don | je donne`,
  es: `pagar | pagar ahora | pagar pedido | pagar y finalizar | realizar pedido | realizar el pedido | realizar pago | realizar el pago | realizar compra | realizar la compra | hacer pedido | hacer el pedido
    | efectuar pago | efectuar el pago | confirmar pedido | confirmar el pedido | confirmar compra | confirmar la compra | confirmar pago | confirmar el pago | confirmar y pagar | finalizar compra | finalizar la compra
    | finalizar pedido | finalizar el pedido | finalizar pago | completar compra | completar la compra | completar pedido | completar el pedido | completar pago | comprar | comprar ahora | comprar y pagar
    | suscribirse | suscribirme | donar | donar ahora`,
  it: `paga | paga ora | paga adesso | paga subito | pagare | acquista | acquista ora | acquista e paga | compra | compra ora | ordina | ordina ora | ordina e paga | ordina con obbligo di pagamento
    | effettua ordine | effettua l'ordine | effettua pagamento | effettua il pagamento | invia ordine | invia l'ordine | conferma ordine | conferma l'ordine | conferma e paga | conferma acquisto | conferma l'acquisto
    | conferma pagamento | conferma il pagamento | completa ordine | completa l'ordine | completa acquisto | completa l'acquisto | completa pagamento | completa il pagamento | concludi ordine | concludi l'ordine
    | concludi acquisto | concludi l'acquisto | abbonati | abbonati ora | dona | dona ora`,
  pt: `pagar | pagar agora | pagar pedido | comprar | comprar agora | finalizar compra | finalizar a compra | finalizar pedido | finalizar o pedido | finalizar pagamento | finalizar encomenda | concluir compra | concluir a compra
    | concluir pedido | concluir pagamento | concluir encomenda | confirmar pedido | confirmar compra | confirmar pagamento | confirmar encomenda | confirmar e pagar | fazer pedido | fazer encomenda | efetuar pagamento
    | efetuar o pagamento | efetuar compra | realizar pagamento | realizar o pagamento | encomendar | encomendar agora | assinar | assinar agora | doar | doar agora`,
  nl: `betalen | nu betalen | betaal | betaal nu | bestelling betalen | bestellen | nu bestellen | bestel | bestel nu | bestelling plaatsen | plaats bestelling | plaats de bestelling | bestelling afronden | bestelling bevestigen
    | bevestigen en betalen | bestellen en betalen | bestelling met betaalverplichting | bestelling met betalingsverplichting | betaling bevestigen | betaling voltooien | betaling afronden | kopen | nu kopen | koop nu
    | aankoop voltooien | aankoop bevestigen | abonneren | nu abonneren | doneren | doneer | doneer nu`,
  pl: `zapłać | zapłać teraz | płacę | zapłacić | kupuję i płacę | kup teraz | kup | kup i zapłać | kupuję | kupuję teraz | zamawiam | zamawiam i płacę | zamawiam z obowiązkiem zapłaty
    | zamówienie z obowiązkiem zapłaty | zamów | zamów teraz | zamów i zapłać | złóż zamówienie | złóż zamówienie i zapłać | potwierdź i zapłać | potwierdź zamówienie | potwierdź płatność | potwierdź zakup
    | potwierdzam zakup | potwierdzam zamówienie | dokonaj płatności | dokonaj zakupu | sfinalizuj zakup | sfinalizuj zamówienie | subskrybuj | wpłać | wesprzyj`,
  sv: `betala | betala nu | betala order | köp | köp nu | beställ | beställ nu | beställ och betala | slutför köp | slutför köpet | slutför beställning | slutför beställningen | slutför betalning | slutför betalningen
    | bekräfta köp | bekräfta köpet | bekräfta beställning | bekräfta betalning | bekräfta och betala | genomför köp | genomför köpet | genomför betalning | lägg beställning | lägg order | skicka beställning
    | prenumerera | skänk | ge en gåva`,
  ja: `支払う | 今すぐ支払う | 支払い | お支払い | お支払いする | 支払いをする | 支払いを確定 | 支払いを確定する | お支払いを確定する | お支払いを確定 | 支払いを完了する | お支払いを完了する | 注文する | 今すぐ注文する | 注文を確定
    | 注文を確定する | ご注文を確定する | ご注文を確定 | 注文確定 | 注文を完了する | 購入 | 購入する | 今すぐ購入 | 今すぐ購入する | 今すぐ買う | 購入を確定 | 購入を確定する | 購入を完了する | 決済 | 決済する | 決済を確定する
    | 予約を確定する | カードで支払う | カードで決済する | 定期購入する | 寄付する`,
  zh: `支付 | 立即支付 | 确认支付 | 付款 | 立即付款 | 确认付款 | 完成付款 | 完成支付 | 提交订单 | 确认订单 | 下单 | 立即下单 | 确认下单 | 购买 | 立即购买 | 确认购买 | 确认并支付 | 确认并付款 | 提交订单并支付 | 银行卡支付
    | 確認支付 | 確認付款 | 提交訂單 | 送出訂單 | 確認訂單 | 下單 | 立即下單 | 購買 | 立即購買 | 確認購買 | 確認並付款 | 信用卡付款 | 订阅 | 立即订阅 | 訂閱 | 捐款 | 立即捐款`,
  ko: `결제 | 결제하기 | 지금 결제 | 지금 결제하기 | 바로 결제 | 바로 결제하기 | 카드 결제 | 카드 결제하기 | 카드로 결제 | 카드로 결제하기 | 주문하기 | 지금 주문하기 | 주문 완료 | 주문 완료하기 | 주문 확정 | 주문 및 결제 | 구매
    | 구매하기 | 지금 구매 | 지금 구매하기 | 바로 구매 | 바로 구매하기 | 구매 완료 | 구매 확정 | 결제 완료하기 | 결제 확인 | 동의하고 결제하기 | 구독하기 | 기부하기 | 후원하기`,
  ar: `ادفع | ادفع الآن | الدفع الآن | الدفع | دفع | دفع الآن | سدد الآن | إتمام الدفع | إتمام الطلب | إتمام الشراء | إتمام عملية الدفع | إتمام عملية الشراء | تأكيد الطلب | تأكيد الدفع | تأكيد الشراء
    | تأكيد ودفع | تأكيد والدفع | اشتر الآن | اشتري الآن | شراء | شراء الآن | اطلب الآن | أكمل الدفع | أكمل الطلب | أكمل الشراء | تقديم الطلب | إرسال الطلب | تنفيذ الطلب | اشترك | اشترك الآن | تبرع | تبرع الآن`,
}

/** Words that may follow the text of a button that pays, such as "now" or "securely". */
const how = `now | today | securely | safely | secure | here | with card | by card | with credit card | by credit card | credit card | with debit card | card | sicher | mit karte | mit kreditkarte | per karte | per kreditkarte
  | maintenant | par carte | par carte bancaire | en toute sécurité | ahora | con tarjeta | de forma segura | agora | com cartão | com segurança | ora | adesso | con carta | in sicurezza | nu | met kaart | met creditcard | veilig
  | teraz | kartą | bezpiecznie | med kort | säkert | total | gesamt | de | of | für`

/** The beginnings of the texts of buttons that lead to a checkout's next step. */
const continues = `continue | next | proceed | go to | go on | review | save and continue | check out | checkout | to payment | weiter | fortfahren | nächster | zur kasse | zur zahlung | bestellung prüfen | zur übersicht
  | continuer | suivant | étape suivante | poursuivre | procéder | vérifier | récapitulatif | continuar | siguiente | revisar | tramitar | continua | avanti | prosegui | procedi | rivedi | próximo | avançar | seguinte | prosseguir | rever
  | doorgaan | verder | volgende | ga verder | naar betalen | afrekenen | controleren | bestelling controleren | dalej | kontynuuj | przejdź | następny | podsumowanie | fortsätt | nästa | gå vidare | granska | till kassan
  | 次へ | 次に | 確認画面 | 確認する | 内容を確認 | 注文内容 | 入力内容 | 続ける | 続行 | 進む | 下一步 | 继续 | 繼續 | 核对 | 核對 | 去结算 | 去結帳 | 다음 | 계속 | 주문 확인 | متابعة | المتابعة | التالي | استمرار | مراجعة`

/** Payment methods other than cards, as their options and buttons name them. */
const otherWays = `pay pal | apple pay | google pay | gpay | g pay | amazon pay | shop pay | klarna | affirm | afterpay | clearpay | zip pay | venmo | cash app | =link | =ideal | bancontact | =sofort | giropay | =sepa
  | =blik | przelewy | =swish | =pix | boleto | multibanco | mb way | alipay | wechat | 微信 | 支付宝 | 支付寶 | 银联 | pay pay | line pay | 楽天ペイ | コンビニ | 代金引換 | 銀行振込 | kakao | naver | =toss | 카카오 | 네이버 | 무통장 | 계좌이체
  | pay later | later | invoice | rechnung | facture | factura | fattura | fatura | factuur | faktura | =rate | =raten | ratenzahlung | installment | instalment | bank transfer | überweisung | virement | transferencia | bonifico
  | przelew | overboeking | lastschrift | vorkasse | nachnahme | contrareembolso | cash on delivery | gift card | store credit | bitcoin | crypto | الدفع عند الاستلام | تحويل بنكي | مدى`

const card = `card | credit | debit | karte | carte | tarjeta | carta | cartao | kaart | karta | karty | kort | カード | 卡 | 카드 | بطاقة`

/** The beginnings of texts of buttons that pay, but perhaps by another method than a card. */
const payVerbs = `pay | bezahlen | jetzt bezahlen | jetzt zahlen | payer | pagar | paga | betaal | betalen | zapłać | betala | 支払 | 支付 | 결제 | ادفع`

const plain = (text: string): string => splitBarSeparatedWords(text).map(plainText).join('|')

/** The words for "and" in several languages, which many buttons replace by `&`. */
const AND = / (and|und|et|y|e|en|i|och) /g

export const buttonWords = {
  pays: `^を?(?:${Object.values(pays).map(plain).join('|').replaceAll(AND, '(?: $1)? ')})(?: (?:${plain(how)}))*$`,
  continues: `^(?:${plain(continues)})`,
  mayPay: `^(?:${plain(payVerbs)})(?!\\p{L})`,
  otherWays: anyWordPattern(splitBarSeparatedWords(otherWays)),
  card: plain(card),
}
export const checkoutButtonLanguages: readonly string[] = Object.keys(pays)
