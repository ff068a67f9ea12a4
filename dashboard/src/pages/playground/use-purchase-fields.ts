import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSettled } from '../../lib/use-settled.ts'
import { fieldsOfSearch, type PurchaseField, type PurchaseFields, searchOfFields } from './purchase.ts'

/**
 * The fields of the playground's form. React state keeps them, so that no key press is lost; they are written to the URL when the person
 * pauses, so that the link opens the same purchase.
 */
export function usePurchaseFields() {
  const [search, setSearch] = useSearchParams()
  const [fields, setFields] = useState<PurchaseFields>(() => fieldsOfSearch(search))
  const set = (name: PurchaseField, value: string) =>
    setFields((current) => fieldsOfSearch(new URLSearchParams({ ...current, [name]: value })))
  const link = searchOfFields(fieldsOfSearch(search))
  const settled = useSettled(searchOfFields(fields))
  // The last state on which URL and form agreed: whichever of the two differs from it is newer.
  const agreed = useRef(link)
  useEffect(() => {
    if (link === agreed.current) return
    agreed.current = link
    setFields(fieldsOfSearch(new URLSearchParams(link)))
  }, [link])
  useEffect(() => {
    if (settled === agreed.current) return
    agreed.current = settled
    setSearch(settled, { replace: true })
    // `setSearch` is no dependency: it changes with every URL, which is no reason to set the URL.
  }, [settled])
  return { fields, set }
}
