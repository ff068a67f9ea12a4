import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useNavigate } from 'react-router'
import { useSay } from '../../ui/toast.tsx'

/** Makes a resource and goes to its page. `errorAt`: what the service says of that field; `error`: of none that the form has. */
export function useCreation<Body>(
  resource: 'customers' | 'agents' | 'cards',
  create: (body: Body) => Promise<{ id: string }>,
  fields: readonly string[],
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: create,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [resource] })
      say.done(`The ${resource.slice(0, -1)} is made.`)
      await navigate(`/${resource}/${id}`)
    },
  })
  const param = error instanceof PurserError ? error.param : undefined
  const isPlaced = param !== undefined && fields.includes(param)
  return {
    create: mutate,
    isPending,
    errorAt: (field: string) => (param === field && error instanceof PurserError ? error.message : undefined),
    error: isPlaced ? null : error,
  }
}
