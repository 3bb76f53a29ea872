import type { AccountCheck } from '../checksums/checksums.ts'
import type { RegionCode } from './regions.ts'
import { sameEverywhere, six, type SixTexts } from '../settings/six-languages.ts'

/** `account` is always the first field: the number that money is paid to. The others go into `fields` of the call. */
type PayWayField = {
  readonly key: string
  readonly label: SixTexts
  /**
   * Anchored; applied after spaces and hyphens are dropped, in upper case where the check is `iban` or the key `ifsc`.
   */
  readonly regex: string
  readonly max: number
  readonly check: AccountCheck
  readonly example: string
  readonly inputmode: 'text' | 'numeric' | 'email' | 'tel'
}

/**
 * Rate: payout minor units per Ad Coin minor unit, `rateNum / rateDen`. `min` and `max` in Ad Coin minor units. Demo
 * prices.
 */
export type PayWayRow = {
  readonly id: string
  readonly code: string
  readonly name: SixTexts
  readonly kind: 'bank' | 'payment'
  readonly country: RegionCode
  readonly rateNum: bigint
  readonly rateDen: bigint
  readonly min: bigint
  readonly max: bigint
  readonly needBank: boolean
  readonly fields: readonly PayWayField[]
}

/** About one US cent for one Ad Coin; whole Taiwan dollars (scale 0), else hundredths. */
const prices: Readonly<Record<RegionCode, readonly [num: bigint, den: bigint]>> = {
  US: [1n, 100n],
  TW: [32n, 10_000n],
  PT: [92n, 10_000n],
  IN: [84n, 100n],
  MX: [18n, 100n],
  ES: [92n, 10_000n],
  BR: [5n, 100n],
}
/** 10.00 and 50,000.00 Ad Coin. */
const limits = { min: 1_000n, max: 5_000_000n } as const

const accountNumber = six('Account number', '帳號', 'Número da conta', 'खाता संख्या', 'Número de cuenta')
const mobileNumber = six(
  'Mobile number',
  '手機號碼',
  'Número de telemóvel',
  'मोबाइल नंबर',
  'Número de celular',
  'Número de móvil',
)
const emailRegex = '^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,24}$'

function account(
  label: SixTexts,
  regex: string,
  max: number,
  example: string,
  rest: Partial<Pick<PayWayField, 'check' | 'inputmode'>> = {},
): PayWayField {
  return { key: 'account', label, regex, max, example, check: 'none', inputmode: 'text', ...rest }
}

function payWay(
  country: RegionCode,
  code: string,
  kind: PayWayRow['kind'],
  name: SixTexts,
  fields: readonly PayWayField[],
): PayWayRow {
  const [rateNum, rateDen] = prices[country]
  return {
    id: `${country.toLowerCase()}-${code}`,
    code,
    name,
    kind,
    country,
    rateNum,
    rateDen,
    ...limits,
    needBank: kind === 'bank',
    fields,
  }
}

const iban = (pattern: string, example: string) =>
  account(sameEverywhere('IBAN'), pattern, 42, example, { check: 'iban' })

/** Source: reference-api.md 4; Brazil's is ours, since Brazil is among its regions. */
export const payWays: readonly PayWayRow[] = [
  payWay(
    'US',
    'ach',
    'bank',
    six('Bank account (ACH)', '銀行帳戶 (ACH)', 'Conta bancária (ACH)', 'बैंक खाता (ACH)', 'Cuenta bancaria (ACH)'),
    [
      account(accountNumber, '^[0-9]{4,17}$', 17, '000123456789', { inputmode: 'numeric' }),
      {
        key: 'routing',
        label: six('Routing number', '匯款路徑編號', 'Número de encaminhamento', 'रूटिंग नंबर', 'Número de ruta'),
        regex: '^[0-9]{9}$',
        max: 11,
        check: 'aba',
        example: '021000021',
        inputmode: 'numeric',
      },
    ],
  ),
  payWay('US', 'paypal', 'payment', sameEverywhere('PayPal'), [
    account(
      six('PayPal e-mail', 'PayPal 電子郵件', 'E-mail do PayPal', 'PayPal ईमेल', 'Correo de PayPal'),
      emailRegex,
      100,
      'ana@example.com',
      { inputmode: 'email' },
    ),
  ]),
  payWay(
    'TW',
    'transfer',
    'bank',
    six('Bank transfer', '銀行轉帳', 'Transferência bancária', 'बैंक ट्रांसफ़र', 'Transferencia bancaria'),
    [account(accountNumber, '^[0-9]{10,16}$', 20, '012345678901', { inputmode: 'numeric' })],
  ),
  payWay(
    'PT',
    'sepa',
    'bank',
    six('SEPA transfer', 'SEPA 轉帳', 'Transferência SEPA', 'SEPA ट्रांसफ़र', 'Transferencia SEPA'),
    [iban('^PT[0-9]{23}$', 'PT50 0002 0123 1234 5678 9015 4')],
  ),
  payWay('PT', 'mbway', 'payment', sameEverywhere('MB WAY'), [
    account(mobileNumber, '^(\\+?351)?9[1236][0-9]{7}$', 20, '912 345 678', { inputmode: 'tel' }),
  ]),
  payWay('IN', 'upi', 'payment', sameEverywhere('UPI'), [
    account(
      six('UPI ID', 'UPI 帳號', 'ID UPI', 'UPI आईडी', 'ID de UPI'),
      '^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,30}$',
      96,
      'ana@okbank',
    ),
  ]),
  payWay(
    'IN',
    'imps',
    'bank',
    six(
      'Bank account (IMPS/NEFT)',
      '銀行帳戶 (IMPS/NEFT)',
      'Conta bancária (IMPS/NEFT)',
      'बैंक खाता (IMPS/NEFT)',
      'Cuenta bancaria (IMPS/NEFT)',
    ),
    [
      account(accountNumber, '^[0-9]{9,18}$', 22, '001234567890', { inputmode: 'numeric' }),
      {
        key: 'ifsc',
        label: six('IFSC code', 'IFSC 代碼', 'Código IFSC', 'IFSC कोड', 'Código IFSC'),
        regex: '^[A-Z]{4}0[A-Z0-9]{6}$',
        max: 13,
        check: 'none',
        example: 'HDFC0001234',
        inputmode: 'text',
      },
    ],
  ),
  payWay(
    'MX',
    'spei',
    'bank',
    six('SPEI transfer', 'SPEI 轉帳', 'Transferência SPEI', 'SPEI ट्रांसफ़र', 'Transferencia SPEI'),
    [
      account(sameEverywhere('CLABE'), '^[0-9]{18}$', 24, '032180000118359719', {
        check: 'clabe',
        inputmode: 'numeric',
      }),
    ],
  ),
  payWay(
    'ES',
    'sepa',
    'bank',
    six('SEPA transfer', 'SEPA 轉帳', 'Transferência SEPA', 'SEPA ट्रांसफ़र', 'Transferencia SEPA'),
    [iban('^ES[0-9]{22}$', 'ES91 2100 0418 4502 0005 1332')],
  ),
  payWay('ES', 'bizum', 'payment', sameEverywhere('Bizum'), [
    account(mobileNumber, '^(\\+?34)?[67][0-9]{8}$', 20, '612 345 678', { inputmode: 'tel' }),
  ]),
  payWay('BR', 'transfer', 'bank', six('Bank account', '銀行帳戶', 'Conta bancária', 'बैंक खाता', 'Cuenta bancaria'), [
    account(accountNumber, '^[0-9]{4,13}[0-9X]$', 18, '1234567-8', { inputmode: 'text' }),
    {
      key: 'branch',
      label: six('Branch', '分行代碼', 'Agência', 'शाखा', 'Sucursal'),
      regex: '^[0-9]{4}$',
      max: 6,
      check: 'none',
      example: '0001',
      inputmode: 'numeric',
    },
  ]),
  payWay('BR', 'pix', 'payment', sameEverywhere('Pix'), [
    account(
      six(
        'Pix key: e-mail, phone or CPF',
        'Pix 金鑰：電子郵件、電話或 CPF',
        'Chave Pix: e-mail, telefone ou CPF',
        'Pix कुंजी: ई-मेल, फ़ोन या CPF',
        'Clave Pix: correo, teléfono o CPF',
      ),
      `${emailRegex}|^\\+?[0-9]{10,13}$|^[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{5}$`,
      100,
      'ana@example.com.br',
    ),
  ]),
]
