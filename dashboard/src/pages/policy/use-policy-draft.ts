import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useEffect, useState } from 'react'
import { patchCustomerAgentOrCard } from '../../api/level-query.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import {
  policyAsJson,
  type PolicyDraftChange,
  policyChangesBetween,
  inversePolicyDraftChanges,
  mergePatch,
  readJson,
  shadowPolicyPatch,
  withPolicyField,
} from '../../lib/policy-draft.ts'
import { policyFieldAtPath, type PolicyAndCaps } from '../../lib/policy-fields.ts'
import { useToast } from '../../ui/toast.tsx'

interface Stored {
  readonly saved: PolicyAndCaps
  readonly shadow: PolicyAndCaps['policy'] | undefined
  /** The rules with which the policy's draft begins. */
  readonly begin: PolicyAndCaps
}

/**
 * The draft of a policy, as the form and the JSON pane show it: a change in one changes the other. JSON that cannot be parsed yet is kept
 * beside the last rules that could.
 */
export function usePolicyDraft(level: PolicyLevel, id: string, { saved, shadow, begin }: Stored) {
  const [base, setBase] = useState(saved)
  const [rules, setRules] = useState(begin)
  const [json, setJson] = useState(() => ({ text: policyAsJson(begin), problem: null as string | null }))
  const [refusal, setRefusal] = useState<unknown>(null)
  const show = (next: PolicyAndCaps) => {
    setRules(next)
    setJson({ text: policyAsJson(next), problem: null })
    setRefusal(null)
  }
  const save = useSavedRules(level, id)
  const shadowed = useSavedShadow(level, id)
  const changes = policyChangesBetween(base, rules)
  const takeSaved = () => {
    setBase(saved)
    show(saved)
  }
  const isOutdated = !save.isPending && policyChangesBetween(base, saved).length > 0
  const isFollowing = isOutdated && changes.length === 0
  useEffect(() => {
    if (isFollowing) takeSaved()
  })
  const finish = async (saving: Promise<unknown>, rest: PolicyAndCaps) => {
    try {
      await saving
      setBase(rest)
      show(rest)
      return null
    } catch (error) {
      setRefusal(error)
      return error
    }
  }
  return {
    rules,
    changes,
    json,
    refusal,
    /** True if somebody has saved other rules since this draft was opened. */
    isOutdated,
    takeSaved,
    setRules: show,
    setField: (name: string, value: unknown) => show(withPolicyField(rules, name, value)),
    setText: (text: string) => {
      const read = readJson(text)
      setJson({ text, problem: typeof read === 'string' ? read : null })
      setRefusal(null)
      if (typeof read !== 'string') setRules(read)
    },
    discard: () => show(base),
    isSaving: save.isPending,
    save: () => finish(save.mutateAsync(changes), rules),
    isTrying: shadowed.isPending,
    /** Saves the draft as the shadow policy, which is decided beside the unchanged policy. */
    tryAsShadow: () => finish(shadowed.mutateAsync(shadowPolicyPatch(shadow, rules.policy)), base),
  }
}

/** Returns a function that makes all queries stale which depend on the rules of this level. */
function useRenewed(level: PolicyLevel) {
  const client = useQueryClient()
  return () =>
    Promise.all([`${level}s`, 'policy', 'shadows', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

function useSavedShadow(level: PolicyLevel, id: string) {
  const renewed = useRenewed(level)
  const say = useToast()
  return useMutation({
    mutationFn: (patch: object) => patchCustomerAgentOrCard(level, id, patch).then(renewed),
    onSuccess: () => say.done('The shadow policy is set. Each purchase shows how it would have been decided.'),
  })
}

/** Saves changes of rules, reports it, and offers Undo. */
function useSavedRules(level: PolicyLevel, id: string) {
  const renewed = useRenewed(level)
  const say = useToast()
  const send = (changes: readonly PolicyDraftChange[]) =>
    patchCustomerAgentOrCard(level, id, mergePatch(changes)).then(renewed)
  const undo = (changes: readonly PolicyDraftChange[]) =>
    send(inversePolicyDraftChanges(changes)).then(
      () => say.done('The policy is restored.'),
      (error: unknown) => say.failed(error),
    )
  return useMutation({
    mutationFn: send,
    onSuccess: (_, changes) =>
      say.done(changes.length === 1 ? 'Saved 1 change.' : `Saved ${changes.length} changes.`, () => void undo(changes)),
  })
}

/** Splits an API error into the message for the field in `param` and the rest, which is shown above the form. */
export function policyErrorByField(refusal: unknown): { field: string | null; message: string | null; rest: unknown } {
  const field =
    refusal instanceof PurserError && refusal.param !== undefined
      ? policyFieldAtPath(policyPath(refusal.param))
      : undefined
  if (field === undefined || !(refusal instanceof PurserError)) return { field: null, message: null, rest: refusal }
  return { field: field.name, message: refusal.message, rest: null }
}

/** The path of a shadow policy's field, written as the policy's own, because both have the same fields. */
const policyPath = (param: string): string => param.replace(/^shadowPolicy\b/, 'policy')
