import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findText } from './labels.ts'

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type TextUse = {
  /** Whose text it is, and its key there. */
  readonly owner: string
  readonly key: string
  /** The source file that draws it. */
  readonly drawnBy: string
}

/** Each text of specification.md 8 with the places that draw it. Source: rulings.md R6. */
const texts: Readonly<Record<string, readonly TextUse[]>> = {
  'Network error, please try again later': [
    { owner: 'shared/remote', key: 'failure.network', drawnBy: 'shell/src/boot.tsx' },
  ],
  'Something went wrong, please try again later': [
    { owner: 'shell', key: 'area.text', drawnBy: 'shell/src/frame/area-card.tsx' },
  ],
  'Download link is empty': [
    { owner: 'remote-tasks', key: 'detail.downloadEmpty', drawnBy: 'remote-tasks/src/task/materials.tsx' },
    { owner: 'remote-team', key: 'invite.linkEmpty', drawnBy: 'remote-team/src/invitation/invite-page.tsx' },
  ],
  'Download failed': [
    { owner: 'remote-tasks', key: 'detail.downloadFailed', drawnBy: 'remote-tasks/src/task/materials.tsx' },
    { owner: 'remote-team', key: 'invite.imageFailed', drawnBy: 'remote-team/src/invitation/invite-page.tsx' },
  ],
  'Copy failed': [{ owner: 'shared/remote', key: 'copy.failed', drawnBy: 'shared/remote/src/pages/copy-and-save.ts' }],
  'Binding Failed': [
    { owner: 'remote-tasks', key: 'bind.status.3', drawnBy: 'remote-tasks/src/binding/bound-card.tsx' },
    { owner: 'remote-team', key: 'inviter.failed', drawnBy: 'remote-team/src/inviter/bind-invite-page.tsx' },
  ],
  'Passwords do not match': [
    { owner: 'shared/remote', key: 'field.pwd_mismatch', drawnBy: 'remote-auth/src/account/new-password.ts' },
  ],
  'Password must be at least 6 characters': [
    { owner: 'shared/remote', key: 'field.pwd_short', drawnBy: 'shared/contract/src/fields.ts' },
  ],
  'Please enter a valid email': [
    { owner: 'shared/remote', key: 'field.email_invalid', drawnBy: 'shared/contract/src/fields.ts' },
  ],
  'Please fill in at least one piece of information': [
    { owner: 'remote-auth', key: 'welcome.atLeastOne', drawnBy: 'remote-auth/src/welcome/welcome-page.tsx' },
  ],
  'Trading password not set': [
    { owner: 'remote-wallet', key: 'sell.notSet', drawnBy: 'remote-wallet/src/sell/obstacles.tsx' },
  ],
  'Review failed': [
    { owner: 'remote-tasks', key: 'detail.failedTitle', drawnBy: 'remote-tasks/src/refusal-reason.tsx' },
  ],
}

it('are twelve', () => {
  expect(Object.keys(texts)).toHaveLength(12)
})

it.each(Object.entries(texts).flatMap(([text, places]) => places.map(place => ({ text, ...place }))))(
  '"$text" is drawn by $drawnBy, verbatim',
  ({ text, owner, key, drawnBy }) => {
    expect(findText(JSON.parse(read(`${owner}/locales/en_US.json`)), key)).toBe(text)
    expect(read(drawnBy)).toContain(key.startsWith('field.') ? key.slice('field.'.length) : key)
  },
)
