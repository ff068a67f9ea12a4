import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { playgroundFieldsOf, type PlaygroundField, type PlaygroundFields, playgroundQueryString } from './purchase.ts'

/**
 * The fields of the playground's form. React state keeps them, so that no key press is lost; they are written to the URL when the person
 * pauses, so that the link opens the same purchase.
 */
export function usePlaygroundFields() {
  const [search, setSearch] = useSearchParams()
  const [fields, setFields] = useState<PlaygroundFields>(() => playgroundFieldsOf(search))
  const set = (name: PlaygroundField, value: string) =>
    setFields((current) => playgroundFieldsOf(new URLSearchParams({ ...current, [name]: value })))
  const link = playgroundQueryString(playgroundFieldsOf(search))
  const settled = useDebouncedValue(playgroundQueryString(fields))
  // The last state on which URL and form agreed: whichever of the two differs from it is newer.
  const agreed = useRef(link)
  useEffect(() => {
    if (link === agreed.current) return
    agreed.current = link
    setFields(playgroundFieldsOf(new URLSearchParams(link)))
  }, [link])
  useEffect(() => {
    if (settled === agreed.current) return
    agreed.current = settled
    setSearch(settled, { replace: true })
    // `setSearch` is no dependency: it changes with every URL, which is no reason to set the URL.
  }, [settled])
  return { fields, set }
}
