// @vitest-environment jsdom
import { bindInvite, saveSetting } from '@adcoin/contract'
import { ana, bruno, chitra, openRemote, refusal, when, type AnswerChanges, type TestPerson } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(person: TestPerson = bruno, overrides: AnswerChanges = {}, path = '/welcome') {
  const page = await openRemote(remote, path, { overrides, person })
  const finish = () => page.user.click(screen.getByRole('button', { name: 'Finish' }))
  await screen.findByLabelText('Nickname')
  return { ...page, finish }
}

describe('the welcome screen', () => {
  it('wants at least one of the two, or Skip', async () => {
    const { api, user, finish, where } = await open()
    await finish()
    expect(await screen.findByText('Please fill in at least one piece of information')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Nickname'))
    await user.click(screen.getByText('Skip'))
    expect(where()).toBe('/home')
    expect([...api.requests(saveSetting), ...api.requests(bindInvite)]).toEqual([])
  })

  it('saves a nickname alone', async () => {
    const { api, user, finish, where } = await open()
    await user.type(screen.getByLabelText('Nickname'), ' Bruno ')
    await finish()
    await expect.poll(where).toBe('/home')
    expect(api.requests(saveSetting)[0]?.input).toEqual({ nick_name: 'Bruno' })
    expect(api.requests(bindInvite)).toEqual([])
  })

  it.each([
    ['/task/t_lamp?step=proof', '/task/t_lamp?step=proof'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
  ])('goes on to what was asked for before the registration: %s ends at %s', async (after, end) => {
    const { user, where } = await open(bruno, {}, `/welcome?${new URLSearchParams({ after })}`)
    await user.click(screen.getByText('Skip'))
    expect(where()).toBe(end)
  })

  it('binds a code alone, digits of any script', async () => {
    const { api, user, finish, where } = await open()
    await user.type(screen.getByLabelText('Invitation code'), ' ८८८८८८ ')
    await finish()
    await expect.poll(where).toBe('/home')
    expect(api.requests(bindInvite)[0]?.input).toEqual({ user_id: 'u_bruno', invite_code: '888888' })
  })

  it('keeps the nickname and does not save it twice when the code is refused', async () => {
    const { api, user, finish, where } = await open(
      bruno,
      when(bindInvite, refusal('invite_self', undefined, { msg: 'You cannot use your own code' })),
    )
    await user.type(screen.getByLabelText('Nickname'), 'Bruno')
    await user.type(screen.getByLabelText('Invitation code'), 'BRUNO77')
    await finish()
    expect(await screen.findByText('You cannot use your own code')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Bruno')
    await user.clear(screen.getByLabelText('Invitation code'))
    await finish()
    await expect.poll(where).toBe('/home')
    expect(api.requests(saveSetting)).toHaveLength(1)
  })

  it('counts a nickname as people do', async () => {
    const { api, user, finish } = await open()
    await user.click(screen.getByLabelText('Nickname'))
    await user.paste('x'.repeat(21))
    await finish()
    expect(await screen.findByText('This is too long')).toBeTruthy()
    await user.clear(screen.getByLabelText('Nickname'))
    await user.click(screen.getByLabelText('Nickname'))
    await user.paste('👨‍👩‍👧‍👦'.repeat(20))
    await finish()
    await expect.poll(() => api.requests(saveSetting)).toHaveLength(1)
  })

  it('asks who came by Google for the country, which decides the currency', async () => {
    const { api, user, finish, where } = await open({
      ...chitra,
      setting: { ...chitra.setting, country_code: 'ES', mobile: null },
    })
    const country = await screen.findByLabelText<HTMLSelectElement>('Country or region')
    await user.selectOptions(country, 'IN')
    await finish()
    await expect.poll(where).toBe('/home')
    expect(api.requests(saveSetting)[0]?.input).toEqual({ country_code: 'IN' })
  })

  it('asks for no country that is known', async () => {
    await open()
    expect(screen.queryByLabelText('Country or region')).toBeNull()
  })

  it('asks for no code where the person has an inviter', async () => {
    await open(ana)
    expect(screen.queryByLabelText('Invitation code')).toBeNull()
    expect(screen.getByText('An inviter is already linked to your account.')).toBeTruthy()
  })
})
