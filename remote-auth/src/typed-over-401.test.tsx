// @vitest-environment jsdom
import { bruno, chitra, openRemote, type TestPerson } from '@adcoin/testing'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from './remote.tsx'

type Opened = Awaited<ReturnType<typeof openRemote>>

/** Every field with text: its address, its label, a value, and the way to it. */
const fields: readonly [path: string, label: string, value: string, reach?: (page: Opened) => Promise<void>][] = [
  ['/welcome', 'Nickname', 'Bruno'],
  ['/welcome', 'Invitation code', 'ANA2026'],
  ['/personalData', 'Nickname', 'Bruno B', page => press(page, /^Nickname/)],
  ['/personalData', 'Birthday', '1999-12-31', page => press(page, /^Birthday/)],
  ['/personalData?contact=mobile', 'Mobile number', '5512345678', proveOwner],
  ['/personalData?contact=email', 'E-mail', 'bruno@mail.mx', proveOwner],
]

describe.each(fields)('on %s, the %s', (path, label, value, reach) => {
  const openAt = async (person: TestPerson, isAfter401: boolean) => {
    const page = await openRemote(remote, path, { person, isAfter401 })
    await reach?.(page)
    return await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
  }

  it.each([
    ['same person', bruno, true],
    ['another person', chitra, false],
  ] as const)('typed before a 401 is there after the login of the %s: %#', async (_, next, isKept) => {
    fireEvent.change(await openAt(bruno, false), { target: { value } })
    const field = await openAt(next, true)
    if (isKept) expect(field.value.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''))
    else expect(field.value.replaceAll(' ', '')).not.toBe(value.replaceAll(' ', ''))
  })
})

async function press({ user }: Opened, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
}

/** By the password, or by a code where the person has none. */
async function proveOwner(page: Opened): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: /^(Continue|Send code)$/ })
  const isByPassword = first?.textContent === 'Continue'
  if (isByPassword) await page.user.type(screen.getByLabelText('Password'), 'correct horse')
  await press(page, isByPassword ? 'Continue' : 'Send code')
  if (!isByPassword) await page.user.type(await screen.findByLabelText('4-digit code'), '1234')
}
