import { decimalOf } from '@adcoin/i18n/formats'
import { describeTransaction } from '../history/describe-transaction.ts'
import { formatTransactionReference } from '../receipt/share-receipt.tsx'
import type { useT } from '../texts.ts'
import type { CompleteStatement } from './use-statement.ts'

/**
 * The movements as RFC 4180, for spreadsheets: a byte order mark so that they read UTF-8, instants of ISO 8601 with the
 * zone of the statement, amounts as plain decimals.
 */
export function createStatementCsv({ list, time_zone }: CompleteStatement, t: ReturnType<typeof useT>): string {
  const head = ['when', 'kindLabel', 'title', 'reference', 'amount', 'after'] as const
  const rows = list.map(movement => [
    formatInstant(movement.created_at, time_zone),
    toPlainCell(t(`history.kind.${movement.kind}`)),
    toPlainCell(describeTransaction(movement, t)),
    toPlainCell(formatTransactionReference(movement)),
    decimalOf(movement.amount, movement.scale),
    decimalOf(movement.balance_after, movement.scale),
  ])
  const lines = [
    [...head.map(key => t(`history.${key}`)), t('statement.currency')],
    ...rows.map(row => [...row, 'Ad Coin']),
  ]
  return `\ufeff${lines.map(line => `${line.map(quote).join(',')}\r\n`).join('')}`
}

/** A spreadsheet runs what begins with one of these signs as a formula: an apostrophe makes it text. */
function toPlainCell(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** `2026-11-28T10:22:31-06:00`. */
function formatInstant(iso: string, timeZone: string): string {
  const date = new Date(iso)
  const [local = '', offset = ''] = [
    date.toLocaleString('sv-SE', { timeZone }),
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
      .formatToParts(date)
      .find(({ type }) => type === 'timeZoneName')?.value,
  ]
  return `${local.replace(' ', 'T')}${offset.replace('GMT', '') || '+00:00'}`
}
