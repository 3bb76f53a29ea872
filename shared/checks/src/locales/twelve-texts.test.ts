import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { textAt } from './labels.ts'

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Place = {
  /** The screen, as a card or the shell names it; `everywhere` is drawn above or inside any of them. */
  readonly screen: string
  /** Whose text it is, and its key there. */
  readonly owner: string
  readonly key: string
  /** The source file that draws it. */
  readonly drawnBy: string
}

/** Each text of specification.md 8 with the screens that show it. Source: rulings.md R6. */
const texts: Readonly<Record<string, readonly Place[]>> = {
  'Network error, please try again later': [
    { screen: 'everywhere', owner: 'shared/remote', key: 'failure.network', drawnBy: 'shell/src/boot.tsx' },
  ],
  'Something went wrong, please try again later': [
    { screen: 'everywhere', owner: 'shell', key: 'area.text', drawnBy: 'shell/src/frame/area-card.tsx' },
  ],
  'Download link is empty': [
    {
      screen: '/task/:taskId',
      owner: 'remote-tasks',
      key: 'detail.downloadEmpty',
      drawnBy: 'remote-tasks/src/task/materials.tsx',
    },
    {
      screen: '/invite',
      owner: 'remote-team',
      key: 'invite.linkEmpty',
      drawnBy: 'remote-team/src/invitation/invite-page.tsx',
    },
  ],
  'Download failed': [
    {
      screen: '/task/:taskId',
      owner: 'remote-tasks',
      key: 'detail.downloadFailed',
      drawnBy: 'remote-tasks/src/task/materials.tsx',
    },
    {
      screen: '/invite',
      owner: 'remote-team',
      key: 'invite.imageFailed',
      drawnBy: 'remote-team/src/invitation/invite-page.tsx',
    },
  ],
  'Copy failed': [
    {
      screen: 'everywhere',
      owner: 'shared/remote',
      key: 'copy.failed',
      drawnBy: 'shared/remote/src/pages/copy-and-save.ts',
    },
    {
      screen: '/personalData',
      owner: 'shared/remote',
      key: 'copy.failed',
      drawnBy: 'shared/remote/src/pages/copy-and-save.ts',
    },
  ],
  'Binding Failed': [
    {
      screen: '/bindAccount',
      owner: 'remote-tasks',
      key: 'bind.status.3',
      drawnBy: 'remote-tasks/src/binding/bound-card.tsx',
    },
    {
      screen: '/bindInvite',
      owner: 'remote-team',
      key: 'inviter.failed',
      drawnBy: 'remote-team/src/inviter/bind-invite-page.tsx',
    },
  ],
  'Passwords do not match': [
    {
      screen: '/pwdSetting',
      owner: 'shared/remote',
      key: 'field.pwd_mismatch',
      drawnBy: 'remote-auth/src/account/new-password.ts',
    },
  ],
  'Password must be at least 6 characters': [
    { screen: '/register', owner: 'shared/remote', key: 'field.pwd_short', drawnBy: 'shared/contract/src/fields.ts' },
  ],
  'Please enter a valid email': [
    { screen: '/login', owner: 'shared/remote', key: 'field.email_invalid', drawnBy: 'shared/contract/src/fields.ts' },
  ],
  'Please fill in at least one piece of information': [
    {
      screen: '/welcome',
      owner: 'remote-auth',
      key: 'welcome.atLeastOne',
      drawnBy: 'remote-auth/src/welcome/welcome-page.tsx',
    },
  ],
  'Trading password not set': [
    { screen: '/sell', owner: 'remote-wallet', key: 'sell.notSet', drawnBy: 'remote-wallet/src/sell/obstacles.tsx' },
    {
      screen: '/withdraw',
      owner: 'remote-wallet',
      key: 'sell.notSet',
      drawnBy: 'remote-wallet/src/withdrawal/withdraw-page.tsx',
    },
  ],
  'Review failed': [
    {
      screen: '/task/:taskId',
      owner: 'remote-tasks',
      key: 'detail.failedTitle',
      drawnBy: 'remote-tasks/src/task/task-details.tsx',
    },
  ],
}

/** Every screen that a card names. */
const screens = ['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'].flatMap(remote =>
  (JSON.parse(read(`${remote}/remote.json`)) as { routes: { path: string }[] }).routes.map(({ path }) => path),
)

it('are twelve', () => {
  expect(Object.keys(texts)).toHaveLength(12)
})

it.each(
  Object.entries(texts).flatMap(([text, places]) =>
    places.map((place): [string, string, Place] => [text, place.screen, place]),
  ),
)('"%s" is shown by %s, verbatim', (text, screen, { owner, key, drawnBy }) => {
  expect(textAt(JSON.parse(read(`${owner}/locales/en_US.json`)), key)).toBe(text)
  expect([...screens, 'everywhere']).toContain(screen)
  expect(read(drawnBy)).toContain(key.startsWith('field.') ? key.slice('field.'.length) : key)
})
