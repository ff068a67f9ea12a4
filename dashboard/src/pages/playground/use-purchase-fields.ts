import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSettled } from '../../lib/use-settled.ts'
import { fieldsOfSearch, type PurchaseField, type PurchaseFields, searchOfFields } from './purchase.ts'

/** What somebody types into the form, kept here so that no key is lost; in the URL when they pause, so that a link shows the same purchase. */
export function usePurchaseFields() {
  const [search, setSearch] = useSearchParams()
  const [fields, setFields] = useState<PurchaseFields>(() => fieldsOfSearch(search))
  const set = (name: PurchaseField, value: string) =>
    setFields((current) => fieldsOfSearch(new URLSearchParams({ ...current, [name]: value })))
  const link = searchOfFields(fieldsOfSearch(search))
  const settled = useSettled(searchOfFields(fields))
  // What the URL and the form last agreed upon: the one that differs from it is newer.
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
    // What sets the URL changes with every URL, and is no reason to set it.
  }, [settled])
  return { fields, set }
}
