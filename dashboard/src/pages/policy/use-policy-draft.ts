import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useEffect, useState } from 'react'
import type { Level } from '../../api/resources.ts'
import {
  asJson,
  type Change,
  changesBetween,
  inverse,
  mergePatch,
  readJson,
  withField,
} from '../../lib/policy-draft.ts'
import { fieldAt, type Rules } from '../../lib/policy-fields.ts'
import { useSay } from '../../ui/toast.tsx'
import { changeRules } from './levels.ts'

/** What the form and the JSON both show. Either changes the other; JSON that is not whole yet waits beside the last that was. */
export function usePolicyDraft(level: Level, id: string, saved: Rules) {
  const [base, setBase] = useState(saved)
  const [rules, setRules] = useState(saved)
  const [json, setJson] = useState(() => ({ text: asJson(saved), problem: null as string | null }))
  const [refusal, setRefusal] = useState<unknown>(null)
  const show = (next: Rules) => {
    setRules(next)
    setJson({ text: asJson(next), problem: null })
    setRefusal(null)
  }
  const save = useSavedRules(level, id)
  const changes = changesBetween(base, rules)
  const takeSaved = () => {
    setBase(saved)
    show(saved)
  }
  const isOutdated = !save.isPending && changesBetween(base, saved).length > 0
  const isFollowing = isOutdated && changes.length === 0
  useEffect(() => {
    if (isFollowing) takeSaved()
  })
  return {
    rules,
    changes,
    json,
    refusal,
    /** Somebody saved other rules since this was opened. */
    isOutdated,
    takeSaved,
    setField: (name: string, value: unknown) => show(withField(rules, name, value)),
    setText: (text: string) => {
      const read = readJson(text)
      setJson({ text, problem: typeof read === 'string' ? read : null })
      setRefusal(null)
      if (typeof read !== 'string') setRules(read)
    },
    discard: () => show(base),
    isSaving: save.isPending,
    save: async () => {
      try {
        await save.mutateAsync(changes)
        setBase(rules)
        return null
      } catch (error) {
        setRefusal(error)
        return error
      }
    },
  }
}

/** Saves changes, says so, and offers to take them back. */
function useSavedRules(level: Level, id: string) {
  const client = useQueryClient()
  const say = useSay()
  const send = async (changes: readonly Change[]) => {
    await changeRules[level](id, mergePatch(changes))
    await Promise.all([`${level}s`, 'policy', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
  const undo = (changes: readonly Change[]) =>
    send(inverse(changes)).then(
      () => say.done('The policy is as it was before.'),
      (error: unknown) => say.failed(error),
    )
  return useMutation({
    mutationFn: send,
    onSuccess: (_, changes) =>
      say.done(changes.length === 1 ? 'Saved 1 change.' : `Saved ${changes.length} changes.`, () => void undo(changes)),
  })
}

/** Of a refusal: what stands at the field that it names, and what stands nowhere. */
export function placed(refusal: unknown): { field: string | null; message: string | null; rest: unknown } {
  const field = refusal instanceof PurserError && refusal.param !== undefined ? fieldAt(refusal.param) : undefined
  if (field === undefined || !(refusal instanceof PurserError)) return { field: null, message: null, rest: refusal }
  return { field: field.name, message: refusal.message, rest: null }
}
