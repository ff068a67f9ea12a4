import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSettled } from '../../lib/use-settled.ts'
import { fieldsOfSearch, type PurchaseField, type PurchaseFields, searchOfFields } from './purchase.ts'

/**
 * The fields of the form. They are kept here, so that no key press is lost, and written to the URL when the person pauses, so that a link
 * shows the same purchase.
 */
export function usePurchaseFields() {
  const [search, setSearch] = useSearchParams()
  const [fields, setFields] = useState<PurchaseFields>(() => fieldsOfSearch(search))
  const set = (name: PurchaseField, value: string) =>
    setFields((current) => fieldsOfSearch(new URLSearchParams({ ...current, [name]: value })))
  const link = searchOfFields(fieldsOfSearch(search))
  const settled = useSettled(searchOfFields(fields))
  // The last state that the URL and the form had in common: the one that differs from it is newer.
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
    // `setSearch` is left out: it changes with every URL, and is no reason to set the URL.
  }, [settled])
  return { fields, set }
}
