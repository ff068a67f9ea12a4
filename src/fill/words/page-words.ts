import { anyWordPattern, splitBarSeparatedWords } from './plain-text.ts'

/* Texts of checkouts beside their fields and buttons, in the languages of card-words.ts. */

export const checkoutPageWords = {
  terms: anyWordPattern(
    splitBarSeparatedWords(
      `terms | conditions | =agb | geschäftsbedingungen | =cgv | conditions générales | condiciones | términos | condizioni | termini | condições | termos | voorwaarden | regulamin | warunki | villkor
      | 利用規約 | 規約 | 条款 | 條款 | 약관 | الشروط`,
    ),
  ),
  /** The words beside a box that keeps the card at the shop. */
  saves: anyWordPattern(
    splitBarSeparatedWords(
      `save card | save this card | save my card | save your card | save card details | save payment | save my payment | save my information | remember card | remember this card | remember my card | store card | store this card | keep card
      | save for future | save for later | save for next | karte speichern | karte für | zahlungsdaten speichern | kreditkarte speichern | enregistrer ma carte | enregistrer cette carte | enregistrer la carte | mémoriser
      | sauvegarder ma carte | guardar tarjeta | guardar esta tarjeta | guardar mi tarjeta | guardar los datos | recordar tarjeta | salva carta | salva la carta | salva questa carta | memorizza | salvar cartão | salvar este cartão
      | guardar cartão | guardar este cartão | kaart opslaan | kaart bewaren | kaartgegevens opslaan | kaartgegevens bewaren | zapisz kartę | zapamiętaj kartę | zapisz tę kartę | spara kort | spara kortet | spara mitt kort
      | カードを保存 | カード情報を保存 | カード情報を登録 | このカードを登録 | 保存此卡 | 保存卡 | 儲存此卡 | 保存银行卡 | 保存信用卡 | 儲存信用卡 | 카드 저장 | 카드정보 저장 | 카드 정보 저장 | حفظ البطاقة | حفظ بطاقتي | حفظ بيانات البطاقة`,
    ),
  ),
  /** The words beside a checkbox by which the buyer would pay more, now or later. */
  costs: anyWordPattern(
    splitBarSeparatedWords(
      `trial | a month | per month | monthly | a year | per year | yearly | membership | subscription | auto renew | insurance | protection plan | warranty | donate | donation | tip | gift wrap | probeabo | probemonat | monatlich
      | mitgliedschaft | versicherung | jährlich | essai | par mois | mensuel | adhésion | assurance | abonnement | prueba | al mes | mensual | suscripción | seguro | prova | al mese | mensile | abbonamento | assicurazione | por mês | teste grátis
      | assinatura | proefperiode | per maand | lidmaatschap | verzekering | okres próbny | miesięcznie | subskrypcja | ubezpieczenie | provperiod | per månad | medlemskap | försäkring | お試し | 月額 | 定期 | 保険 | 试用 | 試用 | 每月 | 会员
      | 會員 | 保险 | 保險 | 체험 | 매월 | 월간 | 구독 | 보험 | تجريبية | شهري | اشتراك | تأمين`,
    ),
  ),
  /** The label of the total that the buyer has to pay. */
  total: `^(?:your |order |grand |final |basket |cart )?(?:total|amount due|total due|amount to pay|balance due)(?: (?:amount|due|today|to pay|due today|price|cost|incl.*|including.*))?$|^(?:gesamt(?:summe|betrag|preis)?|endbetrag|zu zahlen|zu zahlender betrag|rechnungsbetrag|summe)(?: (?:inkl.*))?$|^(?:total a payer|total ttc|montant total|montant a payer|total de la commande)(?: ttc)?$|^(?:total a pagar|importe total|total del pedido|monto total|valor total|total do pedido|total da compra|total geral)$|^(?:totale|totale ordine|totale da pagare|importo totale)$|^(?:totaal|totaalbedrag|te betalen|totaal te betalen)$|^(?:razem|suma|lacznie|do zaplaty|razem do zaplaty|kwota do zaplaty)$|^(?:totalt|summa|att betala|totalsumma|totalbelopp)$|^(?:合計|合計金額|お支払い金額|お支払い合計|ご請求額|総額|总计|总额|合计|应付金额|总金额|總計|總額|應付金額|總金額|합계|총액|총 금액|총 결제금액|결제금액|총 결제 금액|결제 금액|최종 결제금액|الاجمالي|المجموع|المجموع الكلي|المبلغ الاجمالي|الاجمالي الكلي|المبلغ المستحق)$`,
  /** The words of a shop's page that confirms an order. */
  thanks: anyWordPattern(
    splitBarSeparatedWords(
      `thank you | thanks for | order confirmed | order placed | payment successful | payment received | vielen dank | danke | bestellung ist eingegangen | merci | gracias | grazie | obrigad | bedankt | dank je | dziękujemy | tack för | ありがとう | 注文完了 | 谢谢 | 感谢 | 支付成功 | 感謝 | 감사 | 결제 완료 | شكرا`,
    ),
  ),
  declined: anyWordPattern(
    splitBarSeparatedWords(
      `declined | card was refused | payment was refused | payment refused | card refused | rejected | payment failed | payment has failed | payment did not go through | payment could not | could not process your payment
      | could not be processed | payment unsuccessful | not approved | not authorized | not authorised | insufficient funds | do not honor | transaction failed | abgelehnt | zahlung fehlgeschlagen | konnte nicht | nicht autorisiert | refusé | refusée | a échoué
      | paiement impossible | rechazado | rechazada | pago fallido | denegada | denegado | no se ha podido | rifiutata | rifiutato | non riuscito | pagamento fallito | negata | recusado | recusada | não autorizado | não autorizada | falhou | geweigerd
      | mislukt | afgewezen | odrzucona | odrzucono | nie powiodła | nie udała | nekades | nekat | avvisades | misslyckades | köpet kunde inte | ご利用いただけません | 決済に失敗 | 承認されません | お支払いできません | エラーが発生
      | 拒绝 | 支付失败 | 付款失败 | 交易失败 | 拒絕 | 付款失敗 | 거절 | 결제 실패 | 결제에 실패 | 승인 거부 | رفض | مرفوضة | فشل الدفع | فشلت | لم تتم`,
    ),
  ),
  challenge: anyWordPattern(
    splitBarSeparatedWords(
      `3 d secure | 3 ds | 3d secure | verified by visa | visa secure | mastercard identity check | identity check | safekey | protectbuy | authentication required | verify your purchase | verify your payment | verify this purchase
      | confirm with your bank | approve in your banking app | authenticate your payment | zahlung freigeben | in ihrer banking app | authentification requise | authentifiez | autenticación requerida | autenticazione richiesta | 本人認証 | 身份验证 | 身份驗證 | 본인 인증 | 본인인증 | التحقق من الهوية`,
    ),
  ),
}
