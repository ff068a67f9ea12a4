import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'

/** The list is loaded where a code is shown, not with the first page. */
const namesQuery = queryOptions({
  queryKey: ['category-names'],
  queryFn: () => import('../../../../src/domain/merchant-categories/category-name.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** What the merchant category of a code is called; undefined until the list is here, and where it has no such code. */
export function useCategoryName(): (code: string) => string | undefined {
  const { data } = useQuery(namesQuery)
  return (code) => data?.categoryName(code)
}

/** `Computer software stores (5734)`; the code alone where it has no name. */
export function Category({ code }: { code: string }) {
  const name = useCategoryName()(code)
  return name === undefined ? (
    <>{code}</>
  ) : (
    <>
      {name} <span className="whitespace-nowrap text-quiet">({code})</span>
    </>
  )
}

export const Categories = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <Category code={code} />
    </Fragment>
  ))
