// @vitest-environment jsdom
import { addPayway, bankList, paywayCurrency, type ErrorKey } from '@adcoin/contract'
import { bruno, offline, openRemote, refusal, spei, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const field = { max: 40, check: 'none', inputmode: 'text' } as const
const iban = {
  ...field,
  key: 'account',
  label: 'IBAN',
  regex: '^[A-Z]{2}[0-9A-Z]+$',
  check: 'iban',
  example: 'ES91',
} as const
const bizum = { ...field, key: 'account', label: 'Mobile number', regex: '^[0-9]{9}$', example: '600000000' } as const
const owner = { ...field, key: 'tax_id', label: 'Tax number', regex: '^[0-9]{8}[A-Z]$', example: '12345678Z' } as const
const sepa = { ...spei, payway_id: 'w_sepa', code: 'sepa', name: 'SEPA', need_bank: false, fields: [iban] }
const instant = { ...sepa, payway_id: 'w_instant', name: 'SEPA Instant', fields: [iban, owner] }
const phone = { ...sepa, payway_id: 'w_bizum', code: 'bizum', name: 'Bizum', kind: 'payment' as const, fields: [bizum] }

async function open(list: object[], overrides = {}) {
  const ways = when(paywayCurrency, { list: list as (typeof spei)[] })
  const page = await openRemote(remote, '/cardAdd', { overrides: { ...ways, ...overrides }, person: bruno })
  await screen.findByRole('button', { name: 'Save account' })
  return { ...page, save: () => page.user.click(screen.getByRole('button', { name: 'Save account' })) }
}

describe('the form of an account', () => {
  it('asks for no bank and no trading password where neither is needed', async () => {
    const { api, user, save } = await open([sepa])
    expect(screen.queryByLabelText('Bank')).toBeNull()
    expect(screen.queryByLabelText('Trading password')).toBeNull()
    await user.type(screen.getByLabelText('Account holder'), 'Bruno Díaz')
    await user.type(screen.getByLabelText('IBAN'), 'es91 2100 0418 4502 0005 1332')
    await save()
    await expect
      .poll(() => api.requests(addPayway).map(({ input }) => input))
      .toEqual([{ payway_id: 'w_sepa', holder_name: 'Bruno Díaz', account: 'ES9121000418450200051332' }])
  })

  it('shows a wrong check digit at the number, explains letters in it, and sends nothing', async () => {
    const { api, user, save } = await open([sepa])
    await user.type(screen.getByLabelText('Account holder'), 'Bruno Díaz')
    await user.type(screen.getByLabelText('IBAN'), 'ES9121000418450200051333')
    await save()
    expect(screen.getByLabelText('IBAN')).toBeInvalid()
    expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription(/check/i)
    expect(screen.getByLabelText('IBAN')).toHaveFocus()
    expect(api.requests(addPayway)).toEqual([])
  })

  it('changes with the kind of account, and keeps the name of its holder', async () => {
    const { api, user, save } = await open([sepa, phone])
    await user.type(screen.getByLabelText('Account holder'), 'Bruno Díaz')
    expect(screen.queryByLabelText('Mobile number')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Payment account' }))
    expect(screen.queryByLabelText('IBAN')).toBeNull()
    expect(screen.getByLabelText('Account holder')).toHaveValue('Bruno Díaz')
    await user.type(screen.getByLabelText('Mobile number'), '600 123 456')
    await save()
    await expect
      .poll(() => api.requests(addPayway)[0]?.input)
      .toMatchObject({
        payway_id: 'w_bizum',
        account: '600123456',
      })
  })

  it('asks for what the chosen payment method asks for, by its own rules', async () => {
    const { api, user, save } = await open([sepa, instant])
    await user.selectOptions(screen.getByLabelText('Payment method'), 'SEPA Instant')
    expect(screen.getByLabelText('Tax number')).toHaveAccessibleDescription('Example: 12345678Z')
    await user.type(screen.getByLabelText('Account holder'), 'Bruno Díaz')
    await user.type(screen.getByLabelText('IBAN'), 'ES9121000418450200051332')
    await user.type(screen.getByLabelText('Tax number'), '1234')
    await save()
    expect(screen.getByLabelText('Tax number')).toBeInvalid()
    await user.clear(screen.getByLabelText('Tax number'))
    await user.type(screen.getByLabelText('Tax number'), '12345678Z')
    await save()
    await expect.poll(() => api.requests(addPayway)[0]?.input).toMatchObject({ fields: { tax_id: '12345678Z' } })
  })

  it('shows where no payment method exists yet, and why nothing can be saved', async () => {
    const { api, save } = await open([])
    expect(screen.getByRole('button', { name: 'Save account' })).toHaveAccessibleDescription(
      'No payment method is available in your region yet.',
    )
    await save()
    expect(api.requests(addPayway)).toEqual([])
  })

  it.each(['payway_taken', 'payway_invalid'] as const)('shows the refusal %s at the number', async key => {
    const refused = refusal(key as ErrorKey, undefined, { msg: 'Not this number' })
    const { user, save, hostCalls, where } = await open([sepa], when(addPayway, refused))
    await user.type(screen.getByLabelText('Account holder'), 'Bruno Díaz')
    await user.type(screen.getByLabelText('IBAN'), 'ES9121000418450200051332')
    await save()
    await screen.findByText('Not this number')
    expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription(/Not this number/)
    expect(hostCalls).toEqual([])
    expect(where()).toBe('/cardAdd')
  })

  it('is not half a form: where the banks do not load, all of it is loaded again', async () => {
    const { api, user } = await openRemote(remote, '/cardAdd', { overrides: when(bankList, offline()) })
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 4000 })
    expect(screen.queryByLabelText('Account holder')).toBeNull()
    api.answer({ [`GET ${bankList.path}`]: undefined })
    await user.click(retry)
    expect(await screen.findByLabelText('CLABE')).toBeTruthy()
  })
})
