import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellPaths } from '@adcoin/contract'
import { expect, test } from 'vitest'
import { appPaths, createPaths, ownUrl, withQuery } from './paths.ts'

test('a path without parameters is the path itself', () =>
  expect(createPaths({ money: '/money' }).money).toBe('/money'))

test('a path with parameters is filled in, encoded', () => {
  const { task } = createPaths({ task: '/task/:taskId' })
  expect(task({ taskId: 't/1 ü' })).toBe('/task/t%2F1%20%C3%BC')
})

const root = join(import.meta.dirname, '../../..')

test('every path of the platform is a screen of the shell or of a manifest', () => {
  const manifests = globSync('remote-*/remote.json', { cwd: root }).map(
    file => JSON.parse(readFileSync(join(root, file), 'utf8')) as { routes: { path: string }[] },
  )
  const screens = new Set([...shellPaths, ...manifests.flatMap(({ routes }) => routes.map(({ path }) => path))])
  const params = { taskId: ':taskId', findType: ':findType' }
  const paths = Object.values(appPaths).map(path =>
    typeof path === 'string' ? path : path(params).replace('%3A', ':'),
  )
  expect(paths.filter(path => !screens.has(path))).toEqual([])
})

test('a missing parameter does not compile', () => {
  // @ts-expect-error taskId is missing
  expect(() => appPaths.task({})).toThrow()
  // @ts-expect-error /money takes no parameters
  expect(() => appPaths.money({})).toThrow()
})

test('a query leaves out what is undefined and encodes the rest', () => {
  expect(withQuery('/withdraw', { step: 'confirm', id: undefined })).toBe('/withdraw?step=confirm')
  expect(withQuery('/withdraw', { note: 'a&b=c' })).toBe('/withdraw?note=a%26b%3Dc')
  expect(withQuery('/withdraw', {})).toBe('/withdraw')
})

test.each(['//host', '/\\host', '/\t/host', '/\n\\host', 'javascript:alert(1)', 'https://host/', 'money', ''])(
  '%j leads out of this app',
  address => expect(ownUrl(address)).toBeUndefined(),
)

test('an address of this app is read as a browser reads it', () =>
  expect(ownUrl('/money/../sell?a=1#b')?.href).toBe('https://own.invalid/sell?a=1#b'))

test('the landing page keeps the spelling of the specification', () => expect(appPaths.launch).toBe('/lanuch'))
