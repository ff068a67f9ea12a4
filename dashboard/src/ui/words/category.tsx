import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'

/** The query of the merchant categories' names. It is sent when a code is shown, not with the first page. */
const namesQuery = queryOptions({
  queryKey: ['category-names'],
  queryFn: () => import('../../../../src/domain/merchant-categories/category-name.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** Returns a function that names the merchant category of a code. The name is undefined until the list of names has loaded, and for a code that the list lacks. */
export function useMerchantCategoryName(): (code: string) => string | undefined {
  const { data } = useQuery(namesQuery)
  return (code) => data?.merchantCategoryName(code)
}

/** A merchant category: `Computer software stores (5734)`, or the code alone if it has no name. */
export function MerchantCategory({ code }: { code: string }) {
  const name = useMerchantCategoryName()(code)
  return name === undefined ? (
    <>{code}</>
  ) : (
    <>
      {name} <span className="whitespace-nowrap text-quiet">({code})</span>
    </>
  )
}

export const MerchantCategories = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <MerchantCategory code={code} />
    </Fragment>
  ))
