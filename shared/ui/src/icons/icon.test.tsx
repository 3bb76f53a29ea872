// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { frameIcons } from './frame-icons.ts'
import { addIcons, iconNamed } from './icon-paths.ts'
import { Icon } from './icon.tsx'
import { pageIcons } from './page-icons.ts'

function draw(name: string) {
  const { container } = render(<Icon name={iconNamed(name)} />)
  return () => container.querySelector('path')?.getAttribute('d')
}

test('one of the frame is there at once, one of the pages is a dot until it has arrived', () => {
  const [close, search] = [draw('close'), draw('search')]
  expect([close(), search()]).toEqual([frameIcons.close, frameIcons.dot])
  act(() => addIcons(pageIcons))
  expect([close(), search()]).toEqual([frameIcons.close, pageIcons.search])
})

test.each(['of-a-later-release', 'constructor'])('a name that @adcoin/ui does not have is a dot: %s', name => {
  expect(draw(name)()).toBe(frameIcons.dot)
})
