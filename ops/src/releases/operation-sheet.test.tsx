// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createApp, createPlan, createRelease, createReleases, former, live } from '../testing/live-releases.ts'
import { noServer, openPage, refuse, silence, type OpenedPage } from '../testing/page-server.tsx'

const plan = '/api/releases/plan'
const apply = '/api/releases/apply'
const done = { generation: 42, tookMs: 310, seenFiles: 57, problems: [] }
const staged = { ...createRelease('1.5.0-a'), status: 'staged' as const }

/** Presses the button of an operation of the wallet. */
async function open(button: string, answers = {}): Promise<OpenedPage> {
  const releases = { '/api/releases': createReleases(createApp({ others: [staged] })) }
  const page = await openPage('/releases', { ...releases, [plan]: createPlan(), [apply]: done, ...answers })
  await page.user.click(await screen.findByRole('button', { name: button, hidden: true }))
  return page
}

const rollBack = (answers = {}) => open('Roll back remote-wallet', answers)
const dialog = () => within(screen.getByRole('dialog'))
const findSubmit = (name = 'Roll back') => dialog().findByRole('button', { name })

describe('the plan of an operation', () => {
  it('is shown before a reason can be given', async () => {
    await rollBack({ [plan]: silence })
    expect(dialog().getByRole('heading', { name: 'Roll back: remote-wallet' })).toBeTruthy()
    expect(dialog().getByRole('status', { name: /loading/i })).toBeTruthy()
    expect(dialog().queryByLabelText('Why')).toBeNull()
  })

  it('names the generation, what changes to which release, and the fallbacks that are left', async () => {
    await rollBack({ [plan]: createPlan({ fallbacks: ['1.2.0-b', '1.1.0-c'] }) })
    expect(await dialog().findByText(/Generation 42 would replace generation 41/)).toBeTruthy()
    expect(dialog().getByRole('listitem')).toHaveTextContent(`remote-wallet${live} → ${former}`)
    expect(dialog().getByText('remote-wallet then falls back to 1.2.0-b, 1.1.0-c.')).toBeTruthy()
  })

  it('warns where nothing is left to fall back to, and where nothing changes', async () => {
    await rollBack({ [plan]: createPlan({ changes: [] }) })
    expect(await dialog().findByText('remote-wallet then has no fallback.')).toBeTruthy()
    expect(dialog().getByText('No live release changes.')).toBeTruthy()
  })

  it('that is refused shows why, offers no form, and is asked for again on request', async () => {
    const { user, answer } = await rollBack({ [plan]: refuse('the store is locked by pavel', { place: 'store' }) })
    expect(await dialog().findByRole('alert')).toHaveTextContent('store: the store is locked by pavel.')
    expect(dialog().queryByLabelText('Why')).toBeNull()
    answer({ [plan]: createPlan() })
    await user.click(dialog().getByRole('button', { name: 'Look again' }))
    expect(await dialog().findByLabelText('Why')).toBeTruthy()
    expect(dialog().queryByRole('alert')).toBeNull()
  })

  it('goes back over stored data only where the operator accepts its loss', async () => {
    const loss = refuse('it cannot read drafts of 1.4.0', { rule: 'stored-data' })
    const { user, requests } = await rollBack({
      [plan]: ({ operation }: { operation: object }) => ('evenIfUnsafe' in operation ? createPlan() : loss),
    })
    await user.click(await dialog().findByLabelText(/^Roll back anyway/))
    await user.type(await dialog().findByLabelText('Why'), 'worse without{Enter}')
    await dialog().findByText(/Read back/)
    const operation = { action: 'rollback', app: 'remote-wallet', evenIfUnsafe: true }
    expect(requests(apply)).toEqual([{ operation, why: 'worse without', from: 41 }])
  })

  it('does not offer that for a promotion: only a new release mends it', async () => {
    await open('Publish remote-wallet 1.5.0-a', { [plan]: refuse('drafts are unreadable', { rule: 'stored-data' }) })
    expect(await dialog().findByRole('alert')).toHaveTextContent('drafts are unreadable')
    expect(dialog().queryByRole('checkbox')).toBeNull()
  })

  it('of a revocation warns that it cannot be taken back', async () => {
    await open(`Revoke remote-wallet ${live}`)
    expect(await dialog().findByText(/You cannot undo this/)).toBeTruthy()
  })
})

describe('the reason', () => {
  it.each(['', '   '])('"%s" is none: it is asked for, and nothing is done', async why => {
    const { user, requests } = await rollBack()
    if (why !== '') await user.type(await dialog().findByLabelText('Why'), why)
    await user.click(await findSubmit())
    expect(dialog().getByRole('alert')).toHaveTextContent('Enter a reason.')
    expect(requests(apply)).toEqual([])
  })

  it('has the focus, and Enter does exactly what was shown, once', async () => {
    const { user, requests } = await rollBack()
    expect(await dialog().findByLabelText('Why')).toHaveFocus()
    await user.keyboard('payouts fail{Enter}')
    await dialog().findByText(/Read back/)
    const operation = { action: 'rollback', app: 'remote-wallet' }
    expect(requests(apply)).toEqual([{ operation, why: 'payouts fail', from: 41 }])
  })

  it('cannot be sent twice while it is under way', async () => {
    const { user, requests } = await rollBack({ [apply]: silence })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail')
    await user.click(await findSubmit())
    await user.click(await findSubmit())
    expect(await findSubmit()).toHaveAttribute('aria-busy', 'true')
    expect(requests(apply)).toHaveLength(1)
  })

  it('is kept beside a refusal, and may be sent again', async () => {
    const no = refuse('olga may not change what is live', { place: 'role', remedy: 'Ask for the role release.' })
    const { user, answer } = await rollBack({ [apply]: no })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail{Enter}')
    expect(await dialog().findByRole('alert')).toHaveTextContent(/may not change what is live.*Ask for the role/)
    expect(dialog().getByLabelText('Why')).toHaveValue('payouts fail')
    answer({ [apply]: done })
    await user.click(await findSubmit())
    expect(await dialog().findByText(/Read back/)).toBeTruthy()
  })
})

describe('two operators at once', () => {
  const moved = refuse('generation 42 is live, not 41', { rule: 'compare-and-swap' })

  it('the second does nothing to what they have not seen: they look again first', async () => {
    const { user, answer } = await rollBack({ [apply]: moved })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail{Enter}')
    expect(await dialog().findByRole('alert')).toHaveTextContent('generation 42 is live, not 41')
    expect(dialog().queryByRole('button', { name: 'Roll back' })).toBeNull()
    answer({ [plan]: createPlan({ from: 42, generation: 43 }), [apply]: { ...done, generation: 43 } })
    await user.click(dialog().getByRole('button', { name: 'Look again' }))
    expect(await dialog().findByText(/Generation 43 would replace generation 42/)).toBeTruthy()
  })

  it('a list that changes behind an open plan neither closes nor changes it', async () => {
    const { user, answer, sendEvent } = await rollBack()
    await user.type(await dialog().findByLabelText('Why'), 'payouts')
    answer({ '/api/releases': { ...createReleases(), generation: 42 } })
    await sendEvent('changed')
    expect(await screen.findByText('Generation 42 is live')).toBeTruthy()
    expect(dialog().getByLabelText('Why')).toHaveValue('payouts')
    expect(dialog().getByText(/would replace generation 41/)).toBeTruthy()
  })
})

describe('a canary', () => {
  type Asked = { operation: { share: number; manual?: boolean } }
  const canaryPlan = ({ operation: { share, manual = false } }: Asked) =>
    createPlan({ changes: [], canary: { release: staged.id, share, manual } })
  const tryIt = (answers = {}) => open('Start a canary of remote-wallet 1.5.0-a', { [plan]: canaryPlan, ...answers })

  it('begins with a tenth; another share is planned again before it can be sent', async () => {
    const { user, requests, answer } = await tryIt()
    expect(await dialog().findByRole('radio', { name: '10 %' })).toBeChecked()
    answer({ [plan]: silence })
    await user.click(dialog().getByRole('radio', { name: '25 %' }))
    expect(dialog().queryByLabelText('Why')).toBeNull()
    expect(requests(plan).at(-1)).toMatchObject({ operation: { action: 'canary', release: staged.id, share: 25 } })
  })

  it('is left to a person where the operator chooses so', async () => {
    const { user, requests } = await tryIt()
    await user.click(await dialog().findByLabelText(/^A person decides/))
    await user.type(await dialog().findByLabelText('Why'), 'look first{Enter}')
    await dialog().findByText(/Read back/)
    expect(requests(apply)).toMatchObject([{ operation: { share: 10, manual: true } }])
  })
})

describe('afterwards', () => {
  it('shows what was read back, and the list as it is now', async () => {
    const { user, answer } = await rollBack()
    answer({ '/api/releases': { ...createReleases(), generation: 42 } })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail{Enter}')
    expect(await dialog().findByRole('heading', { name: 'It is rolled back' })).toBeTruthy()
    expect(dialog().getByText(/Generation 42 is live; it took 310 ms.*57 files, all as signed/)).toBeTruthy()
    expect(screen.getByText('Generation 42 is live')).toBeTruthy()
  })

  it('does not call good what was read back wrong', async () => {
    const problem = { rule: 'signature', place: 'index.html', says: 'it is not as signed', remedy: 'Publish it again.' }
    const { user } = await rollBack({ [apply]: { ...done, problems: [problem] } })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail{Enter}')
    expect(await dialog().findByRole('alert')).toHaveTextContent(/index\.html: it is not as signed.*Publish it again/)
    expect(dialog().queryByText(/all as signed/)).toBeNull()
  })

  it('a lost answer is shown as such, not as done', async () => {
    const { user } = await rollBack({ [apply]: noServer })
    await user.type(await dialog().findByLabelText('Why'), 'payouts fail{Enter}')
    expect(await dialog().findByRole('alert')).toHaveTextContent('its server does not answer')
    expect(dialog().queryByRole('heading', { name: 'It is rolled back' })).toBeNull()
  })

  it('Escape leaves it, does nothing, and returns to the button that began it', async () => {
    const { user, requests } = await rollBack()
    await dialog().findByLabelText('Why')
    await user.keyboard('payouts{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Roll back remote-wallet' })).toHaveFocus()
    expect(requests(apply)).toEqual([])
  })
})
