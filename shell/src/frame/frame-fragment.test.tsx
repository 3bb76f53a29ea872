// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { fragmentPart } from '@adcoin/preset/fragment-parts'
import { Icon, iconNamed, Logo, Skeleton } from '@adcoin/ui'
import { Amount } from '@adcoin/ui/pages'

const parsed = (html: string) => Object.assign(document.createElement('div'), { innerHTML: html })
const part = (written: string) => parsed(fragmentPart(written) ?? '').firstElementChild
const inReact = (drawn: ReactElement) => render(drawn).container.firstElementChild
const frame = parsed(
  readFileSync(join(import.meta.dirname, '../../fragments/frame.html'), 'utf8').replace(/>\s+</g, '><'),
)
const drawing = (svg: Element | null | undefined) =>
  [...(svg?.querySelectorAll('path, circle') ?? [])].map(each => [each.getAttribute('class'), each.getAttribute('d')])

test.each(['home', 'tasks', 'money', 'team'])('the prerendered frame draws the icon %s as @adcoin/ui does', name => {
  const drawn = inReact(<Icon name={iconNamed(name)} />)
  expect(drawing(frame.querySelector(`a[href="#${name}"] svg`))).toEqual(drawing(drawn))
  expect(drawing(drawn)).not.toEqual([])
})

const shapes = ['amount', 'card', 'circle', 'rows', 'text'] as const
test.each([
  ...shapes.map(shape => [`skeleton ${shape} 3`, () => <Skeleton shape={shape} lines={3} />] as const),
  ['logo', () => <Logo />] as const,
])('the part "%s" of fragments is what @adcoin/ui draws', (written: string, drawn: () => ReactElement) => {
  expect(part(written)?.className).toBe(inReact(drawn())?.className)
  expect(part(written)?.innerHTML).toBe(inReact(drawn())?.innerHTML)
  expect(part(written)?.children.length).toBeGreaterThan(0)
})

test('an amount in a fragment has classes, glyph and word of @adcoin/ui, and a slot for its digits', () => {
  const inPage = part('coin reward signedCoin big')
  const drawn = inReact(<Amount minor="100" size="big" />)
  expect(inPage?.className).toBe(drawn?.className)
  expect(inPage?.querySelector('svg')?.outerHTML).toBe(drawn?.querySelector('svg')?.outerHTML)
  expect(inPage?.querySelector('.ac-sr')?.textContent).toBe(drawn?.querySelector('.ac-sr')?.textContent)
  expect(inPage?.querySelector('[data-slot="reward"]')?.getAttribute('data-as')).toBe('signedCoin')
})

test('the place of an icon has its class, and there are no other parts', () => {
  expect(part('icon')?.getAttribute('class')).toBe(inReact(<Icon name="home" />)?.getAttribute('class'))
  for (const written of ['skeleton', 'skeleton rowz 3', 'toString', 'home.balance'])
    expect(fragmentPart(written)).toBeUndefined()
})
