// @vitest-environment jsdom
import {
  changeContactEmail,
  changeContactMobile,
  proveOwner,
  sendContactCodeEmail,
  sendOwnCode,
} from '@adcoin/contract'
import { ana, chitra, openRemote, refusal, when, type AnswerChanges, type TestPerson } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(path: string, overrides: AnswerChanges = {}, person: TestPerson = ana) {
  const opened = await openRemote(remote, path, { overrides, person })
  const press = async (name: string) => opened.user.click(await screen.findByRole('button', { name }))
  const fill = async (label: string, text: string) => opened.user.type(await screen.findByLabelText(label), text)
  return { ...opened, press, fill }
}

const ticket = 'ticket-0123456789abcdef'

it('adds an e-mail: the password, the address, the code; back at the profile', async () => {
  const { api, user, press, fill, where, hostCalls } = await open('/personalData')
  await user.click(await screen.findByRole('link', { name: 'E-mail' }))
  await fill('Password', 'correct horse')
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Add an e-mail' })).toBeVisible()
  await fill('E-mail', 'ana@mail.mx')
  await press('Send code')
  await fill('4-digit code', '1234')
  await expect.poll(where).toBe('/personalData')
  expect(api.requests(proveOwner)[0]?.input).toEqual({ passwd: 'correct horse' })
  expect(api.requests(sendContactCodeEmail)[0]?.input).toEqual({ email: 'ana@mail.mx', verify_ticket: ticket })
  expect(api.requests(changeContactEmail)[0]?.input).toEqual({
    email: 'ana@mail.mx',
    verify_ticket: ticket,
    verify_code: '1234',
  })
  expect(hostCalls).toEqual([['showToast', 'Saved. Withdrawals pause for 24 hours', 'good']])
})

it('a wrong password and a wrong code are shown at their fields', async () => {
  const { press, fill } = await open('/personalData?contact=mobile', {
    ...when(
      changeContactMobile,
      refusal('code_wrong', { verify_code: 'code_wrong' }, { msg: 'Incorrect or expired code' }),
    ),
  })
  await fill('Password', 'correct horse')
  await press('Continue')
  expect(await screen.findByText('Current: +52 ••••• 4321')).toBeVisible()
  await fill('Mobile number', '5512345678')
  await press('Send code')
  await fill('4-digit code', '1234')
  expect(await screen.findByText('Incorrect or expired code')).toBeVisible()
})

it('without a password a code to the own address proves the owner', async () => {
  const { api, press, fill } = await open('/personalData?contact=mobile', {}, chitra)
  expect(await screen.findByText('We send a code to c•••@mail.in.')).toBeVisible()
  await press('Send code')
  await fill('4-digit code', '4321')
  expect(await screen.findByRole('heading', { name: 'Add a mobile number' })).toBeVisible()
  expect(api.requests(sendOwnCode)[0]?.input).toEqual({ scene: 'prove' })
  expect(api.requests(proveOwner)[0]?.input).toEqual({ verify_code: '4321' })
})

it('an expired proof restarts the steps, with a message', async () => {
  const { press, fill, hostCalls } = await open('/personalData?contact=email', {
    ...when(sendContactCodeEmail, refusal('ticket_invalid', undefined, { msg: 'Verification expired' })),
  })
  await fill('Password', 'correct horse')
  await press('Continue')
  await fill('E-mail', 'ana@mail.mx')
  await press('Send code')
  expect(await screen.findByRole('heading', { name: 'First, confirm that it is you' })).toBeVisible()
  expect(hostCalls).toEqual([['showToast', 'Verification expired', 'bad']])
})

it('an address that names a later step begins at the first', async () => {
  await open('/personalData?contact=mobile&step=code')
  expect(await screen.findByRole('heading', { name: 'First, confirm that it is you' })).toBeVisible()
})
