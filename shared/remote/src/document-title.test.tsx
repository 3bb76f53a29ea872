// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDocumentTitle, useShownTitle } from './document-title.ts'

function Named({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}

function Shell() {
  return <output>{useShownTitle() ?? 'of the path'}</output>
}

it('is that of the newest screen which has its own, and else that of the path', () => {
  const draw = (...titles: string[]) => (
    <>
      <Shell />
      {titles.map(title => (
        <Named key={title} title={title} />
      ))}
    </>
  )
  const { rerender } = render(draw())
  const shown = () => screen.getByRole('status').textContent
  expect(shown()).toBe('of the path')
  rerender(draw('Withdrawal'))
  expect(shown()).toBe('Withdrawal')
  rerender(draw('Withdrawal', 'Page not found'))
  expect(shown()).toBe('Page not found')
  rerender(draw('Withdrawal'))
  expect(shown()).toBe('Withdrawal')
  rerender(draw())
  expect(shown()).toBe('of the path')
})
