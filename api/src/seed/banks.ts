import type { RegionCode } from './regions.ts'

/** `id` is stable and public; `code` is the country's own clearing code where people know it, else a short name. */
export type BankRow = {
  readonly id: string
  readonly country: RegionCode
  readonly code: string
  readonly name: string
}

export const banks: readonly BankRow[] = [
  ...of(
    'US',
    ['chase', 'Chase'],
    ['bofa', 'Bank of America'],
    ['wells', 'Wells Fargo'],
    ['citi', 'Citi'],
    ['capone', 'Capital One'],
  ),
  ...of(
    'TW',
    ['004', '臺灣銀行'],
    ['013', '國泰世華銀行'],
    ['808', '玉山銀行'],
    ['822', '中國信託銀行'],
    ['700', '中華郵政'],
  ),
  ...of(
    'PT',
    ['0035', 'Caixa Geral de Depósitos'],
    ['0033', 'Millennium bcp'],
    ['0018', 'Santander Totta'],
    ['0007', 'novobanco'],
    ['0010', 'BPI'],
  ),
  ...of(
    'IN',
    ['sbin', 'State Bank of India'],
    ['hdfc', 'HDFC Bank'],
    ['icic', 'ICICI Bank'],
    ['utib', 'Axis Bank'],
    ['kkbk', 'Kotak Mahindra Bank'],
  ),
  ...of(
    'MX',
    ['012', 'BBVA México'],
    ['072', 'Banorte'],
    ['014', 'Santander México'],
    ['021', 'HSBC México'],
    ['044', 'Scotiabank'],
  ),
  ...of(
    'ES',
    ['0049', 'Santander'],
    ['0182', 'BBVA'],
    ['2100', 'CaixaBank'],
    ['0081', 'Sabadell'],
    ['0128', 'Bankinter'],
  ),
  ...of('BR', ['260', 'Nubank'], ['341', 'Itaú'], ['237', 'Bradesco'], ['001', 'Banco do Brasil'], ['104', 'Caixa']),
]

function of(country: RegionCode, ...rows: readonly (readonly [code: string, name: string])[]): BankRow[] {
  return rows.map(([code, name]) => ({ id: `${country.toLowerCase()}-${code}`, country, code, name }))
}
