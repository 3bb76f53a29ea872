// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon, iconNamed, Logo } from '@adcoin/ui'

const fragment = document.createElement('div')
fragment.innerHTML = readFileSync(join(import.meta.dirname, '../../fragments/frame.html'), 'utf8').replace(
  />\s+</g,
  '><',
)
const drawing = (svg: Element | null | undefined) =>
  [...(svg?.querySelectorAll('path, circle') ?? [])].map(each => [each.getAttribute('class'), each.getAttribute('d')])

test.each(['home', 'tasks', 'money', 'team'])('the prerendered frame draws the icon %s as @adcoin/ui does', name => {
  const drawn = render(<Icon name={iconNamed(name)} />).container.querySelector('svg')
  expect(drawing(fragment.querySelector(`a[href="#${name}"] svg`))).toEqual(drawing(drawn))
  expect(drawing(drawn)).not.toEqual([])
})

test('and the logo', () => {
  const drawn = render(<Logo />).container.querySelector('svg')
  expect(drawing(fragment.querySelector('.ac-logo svg'))).toEqual(drawing(drawn))
})
