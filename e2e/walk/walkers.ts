import { randomInt } from 'node:crypto'
import { newClabe } from '../product/person.ts'

/** Somebody of a language: where they live, and what an account of that country asks for besides the holder. */
export type Walker = {
  readonly region: string
  readonly sag: string
  readonly zone: string
  readonly name: string
  readonly mobile: () => string
  /** Fields of /cardAdd by their name; the service's seed says which a country has (api/src/seed/pay-ways.ts). */
  readonly account: () => Readonly<Record<string, string>>
}

const digits = (first: string, count: number) =>
  first + Array.from({ length: count - first.length }, () => randomInt(10)).join('')

export const walkers: Readonly<Record<string, Walker>> = {
  en_US: {
    region: 'US',
    sag: '+1',
    zone: 'America/New_York',
    name: 'Ana Miller',
    mobile: () => digits('212555', 10),
    account: () => ({ account: digits('0001', 12), 'fields.routing': '021000021' }),
  },
  zh_TW: {
    region: 'TW',
    sag: '+886',
    zone: 'Asia/Taipei',
    name: '林雅婷',
    mobile: () => digits('912', 9),
    account: () => ({ account: digits('0123', 12) }),
  },
  hi_IN: {
    region: 'IN',
    sag: '+91',
    zone: 'Asia/Kolkata',
    name: 'अनन्या शर्मा',
    mobile: () => digits('98765', 10),
    account: () => ({ account: digits('0012', 12), 'fields.ifsc': 'HDFC0001234' }),
  },
  es_MX: {
    region: 'MX',
    sag: '+52',
    zone: 'America/Mexico_City',
    name: 'Ana Hernández',
    mobile: () => digits('55', 10),
    account: () => ({ account: newClabe() }),
  },
}
