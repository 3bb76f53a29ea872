import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

/** The twelve texts of specification.md 8, each with its key and a file that shows it. Source: rulings.md R6. */
const shown: readonly (readonly [text: string, folder: string, key: string, shownBy: string, by: string])[] = [
  [
    'Network error, please try again later',
    'shared/remote',
    'failure.network',
    'shell/src/boot.tsx',
    'failure.network',
  ],
  ['Something went wrong, please try again later', 'shell', 'area.text', 'shell/src/frame/area-card.tsx', 'area.text'],
  [
    'Download link is empty',
    'remote-tasks',
    'detail.downloadEmpty',
    'remote-tasks/src/task/materials.tsx',
    'detail.downloadEmpty',
  ],
  [
    'Download failed',
    'remote-tasks',
    'detail.downloadFailed',
    'remote-tasks/src/task/materials.tsx',
    'detail.downloadFailed',
  ],
  [
    'Download failed',
    'remote-team',
    'invite.imageFailed',
    'remote-team/src/invitation/use-share.ts',
    'invite.imageFailed',
  ],
  ['Copy failed', 'shared/remote', 'copy.failed', 'shared/remote/src/pages/use-copy.ts', 'copy.failed'],
  ['Binding Failed', 'remote-tasks', 'bind.status.3', 'remote-tasks/src/binding/bound-card.tsx', 'bind.status.'],
  ['Binding Failed', 'remote-team', 'inviter.failed', 'remote-team/src/inviter/bind-form.tsx', 'inviter.failed'],
  [
    'Passwords do not match',
    'shared/remote',
    'field.pwd_mismatch',
    'remote-auth/src/account/new-password.ts',
    'pwd_mismatch',
  ],
  [
    'Password must be at least 6 characters',
    'shared/remote',
    'field.pwd_short',
    'shared/contract/src/fields.ts',
    'pwd_short',
  ],
  [
    'Please enter a valid email',
    'shared/remote',
    'field.email_invalid',
    'shared/contract/src/fields.ts',
    'email_invalid',
  ],
  [
    'Please fill in at least one piece of information',
    'remote-auth',
    'welcome.atLeastOne',
    'remote-auth/src/welcome/welcome-page.tsx',
    'welcome.atLeastOne',
  ],
  ['Trading password not set', 'remote-wallet', 'sell.notSet', 'remote-wallet/src/sell/obstacles.tsx', 'sell.notSet'],
  [
    'Review failed',
    'remote-tasks',
    'detail.failedTitle',
    'remote-tasks/src/task/task-details.tsx',
    'detail.failedTitle',
  ],
]

type Tree = { [key: string]: string | Tree }
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

test.each(shown)('“%s” is verbatim in %s as %s, and %s shows it', (text, folder, key, shownBy, by) => {
  const texts = JSON.parse(read(`${folder}/locales/en_US.json`)) as Tree
  const found = key
    .split('.')
    .reduce<Tree | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), texts)
  expect(found).toBe(text)
  expect(read(shownBy)).toContain(by)
})

test('the twelve are all there', () => expect(new Set(shown.map(([text]) => text)).size).toBe(12))
