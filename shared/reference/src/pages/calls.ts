import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@adcoin/contract'
import type { Call } from '@adcoin/contract'
import { root } from '../apps.ts'
import { commentText, head, page, table } from '../markdown.ts'
import { shapeOf } from '../shape.ts'

const folder = 'shared/contract/src/calls'

/** `reference/calls.md`: every call of the contract, by the file that it stands in. */
export function callsPage(): string {
  const files = readdirSync(join(root, folder)).filter(file => /^[^.]+\.ts$/.test(file))
  return page([
    ...head(
      'Calls',
      `From \`${folder}\`. A POST sends JSON, a GET its query; every answer stands in \`data\` of the envelope.`,
      'Access: public, or private (a session). Key: whether an idempotency key is taken.',
      'Name: what `useCall`, `usePages` and `useSubmit` of `@adcoin/http` take.',
    ),
    ...files.sort().flatMap(sectionOf),
  ])
}

function sectionOf(file: string): readonly string[] {
  const source = readFileSync(join(root, folder, file), 'utf8')
  const rows = [...source.matchAll(/(?:^(\/\*\*(?:(?!\*\/)[^])*\*\/)\n)?^export const (\w+) = /gm)].flatMap(
    ([, comment = '', name = '']) => {
      const found = (contract as Record<string, unknown>)[name]
      return isCall(found) ? [rowOf(name, found, commentText(comment))] : []
    },
  )
  if (rows.length === 0) return []
  const columns = ['name', 'call', 'access', 'key', 'says', 'request', 'response']
  return ['', `## ${file.replace('.ts', '')}`, '', ...table(columns, rows)]
}

function rowOf(name: string, { method, path, access, idempotency, request, response }: Call, says: string) {
  const shapes = [request, response].map(schema => `\`${shapeOf(schema)}\``)
  return [`\`${name}\``, `\`${method} ${path}\``, access, idempotency, says, ...shapes]
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
}
