import { randomInt } from 'node:crypto'
import { generateMobile } from './test.ts'

/** A person who uses the app in a test. */
export type NewPerson = {
  readonly sag: string
  readonly mobile: string
  readonly password: string
  readonly tradingPassword: string
  readonly nickname: string
}

export function createPerson(nickname: string): NewPerson {
  return {
    sag: '+52',
    mobile: generateMobile(),
    password: 'correct horse',
    tradingPassword: 'battery staple',
    nickname,
  }
}

export function toDestination({ sag, mobile }: NewPerson): string {
  return `${sag}${mobile}`
}

/** A CLABE of Banorte that no other test uses: 17 digits, most of them random, and their check digit. */
export function generateClabe(): string {
  const digits = `072180${String(randomInt(1e11)).padStart(11, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + ((Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}
