import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { useToast } from '../../ui/toast.tsx'

/**
 * Creates a resource and opens its page, unless `onMade` is given. `errorAt`: the service's error about one field of the form; `error`: an
 * error about no field of the form.
 */
export function useResourceCreation<Body>(
  resource: 'customers' | 'agents' | 'cards',
  create: (body: Body) => Promise<{ id: string }>,
  fields: readonly string[],
  onMade?: (id: string) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const say = useToast()
  const { mutate, error, isPending } = useMutation({
    mutationFn: create,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [resource] })
      say.done(`The ${resource.slice(0, -1)} was created.`)
      if (onMade) onMade(id)
      else await navigate(`/${resource}/${id}`)
    },
  })
  return {
    create: mutate,
    isPending,
    errorAt: (field: string) => apiErrorAtFormField(error, field),
    error: apiErrorAtNoFormField(error, fields),
  }
}
