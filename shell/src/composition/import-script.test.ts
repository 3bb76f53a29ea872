// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { canCompareScripts } from './import-script.ts'

test('scripts are checked otherwise in a browser that does not compare them with import maps', () => {
  expect(canCompareScripts()).toBe(true)
  const kept: unknown = Reflect.get(Promise, 'try')
  Reflect.deleteProperty(Promise, 'try')
  expect(canCompareScripts()).toBe(false)
  Object.assign(Promise, { try: kept })
})
