// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrowserRouter, Link, useLocation } from './index.ts'

beforeEach(() => window.history.replaceState(null, '', '/home'))
afterEach(cleanup)

function Where() {
  return <output>{useLocation().pathname}</output>
}

function show(link: React.ReactNode) {
  render(
    <BrowserRouter useTransitions={false}>
      {link}
      <Where />
    </BrowserRouter>,
  )
  return {
    press: (how = {}) => fireEvent.click(screen.getByRole('link'), how),
    where: () => screen.getByRole('status').textContent,
    entries: window.history.length,
  }
}

test('goes there without loading the page, and adds an entry to the history', () => {
  const page = show(<Link to="/sell">Sell</Link>)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/sell')
  expect(page.press()).toBe(false)
  expect(page.where()).toBe('/sell')
  expect(window.history.length).toBe(page.entries + 1)
})

test('replaces on request, and if the address is already open', () => {
  const page = show(
    <Link to="/sell" replace>
      Sell
    </Link>,
  )
  page.press()
  page.press()
  expect(page.where()).toBe('/sell')
  expect(window.history.length).toBe(page.entries)
})

test('leaves a new tab to the browser, and stays where the handler said no', () => {
  const page = show(
    <Link to="/sell" onClick={event => event.shiftKey && event.preventDefault()}>
      Sell
    </Link>,
  )
  expect(page.press({ ctrlKey: true })).toBe(true)
  expect(page.press({ shiftKey: true })).toBe(false)
  expect(page.where()).toBe('/home')
})
