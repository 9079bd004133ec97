import * as v from 'valibot'
import { ErrorBody } from '../../wire/protocol/error.ts'
import { parseJson } from '../../wire/scalar.ts'

/** The texts of longer error bodies are cut. */
const maxLength = 4096
const maxTextLength = 1000

const GivenBody = v.looseObject({ ...ErrorBody.entries, code: v.number() })

const cut = (text = ''): string => (text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`)

export function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The error body of another node as JSON text of at most about 4 KB; undefined for other text. */
export function errorBodyOf(text: string): string | undefined {
  const body = v.safeParse(GivenBody, jsonOf(text))
  if (!body.success) return undefined
  if (text.length <= maxLength) return text
  const { code, message, details } = body.output
  return JSON.stringify({
    code,
    message: cut(message),
    details: details.slice(0, 1).map((detail) => ({
      '@type': cut(detail['@type']),
      code: detail.code,
      message: cut(detail.message),
      inner: cut(detail.inner),
    })),
  })
}
