import type { openApiDocument } from '../../../src/http/openapi/document.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { namedPythonEnums, type SchemaEnumValue } from './annotations.ts'
import { pythonLiteral } from './text.ts'
import { pythonEventClasses, pythonTypedDicts } from './typed-dicts.ts'

export type OpenApiDocument = ReturnType<typeof openApiDocument>

const head = `# Generated from src/contract by tools/generate.ts. Do not edit.
"""What the API takes and answers: dictionaries whose keys are spelt as in JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired
`

/** Generates a type for each schema of the document, and one for each kind of event. */
export function pythonTypesFile({ components, webhooks }: OpenApiDocument): GeneratedFile {
  const words = Object.entries(namedPythonEnums).map(([name, list]) => `${name} = ${wordList(list)}\n`)
  const kept = Object.entries(components.schemas).filter(([name]) => !isBody(name))
  const classes = [...pythonTypedDicts(Object.fromEntries(kept)), ...pythonEventClasses(webhooks)]
  const text = `${head}\n${words.join('\n')}\n\n${classes.join('\n\n')}\n`
  return { path: 'clients/python/src/purser_client/types.py', text }
}

/** Whether a schema gets no Python type: bodies of requests become arguments of methods, and errors become exceptions. */
const isBody = (name: string): boolean => name.endsWith('Body') || name === 'Error'

const wordList = (words: readonly SchemaEnumValue[]): string =>
  `Literal[\n${words.map((word) => `    ${pythonLiteral(word)},\n`).join('')}]`
