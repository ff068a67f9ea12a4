import { validate } from '@scalar/openapi-validator'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { recordedExamples } from './recorded.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import { accessTokenErrors } from '../../contract/token-errors.ts'
import { eventTypes } from '../../contract/events.ts'
import type { Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { openApiDocument } from './document.ts'

const names = Object.keys(operations) as OperationName[]
const document = () => openApiDocument({ version: '1.2.3', names })
const text = JSON.stringify(document())

describe('the API document', () => {
  it('is the same text each time', () => {
    expect(JSON.stringify(document())).toBe(text)
  })

  it('is what the OpenAPI initiative calls OpenAPI 3.1', () => {
    expect(validate(text)).toMatchObject({ valid: true })
    expect(validate(text.replace('"in":"path"', '"in":"nowhere"'))).toMatchObject({ valid: false })
  })

  it('has every operation once, and every event', () => {
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(names))
    expect(Object.keys(document().webhooks)).toEqual(eventTypes)
  })

  it('has no dangling reference and no component that nothing uses', () => {
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path]) => path))
    const { schemas, headers, responses, examples, parameters } = document().components
    const there = Object.entries({ schemas, headers, responses, examples, parameters }).flatMap(([kind, list]) =>
      Object.keys(list).map((name) => `${kind}/${name}`),
    )
    expect(used).toEqual(new Set(there))
  })

  it('shows every error that an operation can answer', () => {
    const shown = Object.keys(document().components.examples)
    const notOfAnOperation = new Set(['not_found', 'method_not_allowed', ...Object.keys(accessTokenErrors)])
    expect(shown.toSorted()).toEqual(
      Object.keys(errorCatalogue)
        .filter((code) => !notOfAnOperation.has(code))
        .toSorted(),
    )
  })
})

/**
 * Operations without recorded examples. What a device signs and what a provider answers cannot be sent again, and a stream has events,
 * which have examples of their own.
 */
const notPlayed = new Set<OperationName>([
  'createApprovalOptions',
  'createResumeOptions',
  'createDetailsOptions',
  'getApprovalProof',
  'createPasskeyOptions',
  'createPasskey',
  'renamePasskey',
  'confirmPasskey',
  'createInvitationPasskeyOptions',
  'createResetPasskeyOptions',
  'deletePasskey',
  'createSignInOptions',
  'createPasskeySession',
  'createProviderSignIn',
  'createProviderSession',
  'createProviderConfirmation',
  'connectProvider',
  'endProviderSignIn',
  'streamEvents',
])

describe.each(names.filter((name) => !notPlayed.has(name)))('the examples of %s', (name) => {
  const { body, response, status, otherStatus }: Operation = operations[name]
  const played = recordedExamples.exchanges.filter(({ operation }) => operation === name)

  it('are there for each of its answers, under names of their own', () => {
    const answered = new Set(played.map((each) => each.status))
    expect([status, otherStatus ?? status].filter((each) => !answered.has(each))).toEqual([])
    expect(new Set(played.map((each) => each.name)).size).toBe(played.length)
  })

  it('are what its schemas accept', () => {
    for (const { request, reply } of played.filter((each) => each.status < 400)) {
      expect(Compile(response).Errors(reply)).toEqual([])
      if (body !== undefined && request?.body !== undefined) expect(Compile(body).Errors(request.body)).toEqual([])
    }
  })
})

it.each(eventTypes)('%s has an example', (type) => {
  expect(recordedExamples.events[type]).toMatchObject({ event: { type } })
})
