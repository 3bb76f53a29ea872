// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeTyped } from './take-over.ts'

const root = document.createElement('div')
const field = (name: string) => root.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const messages: string[] = []
root.addEventListener('input', event => messages.push((event.target as HTMLInputElement).name))

beforeEach(() => {
  messages.length = 0
  document.body.append(root)
  root.innerHTML = '<label><input name="mobile"></label><label><input type="password" name="password"></label>'
})
afterEach(() => root.remove())

/** What React does as it commits for the first time. */
async function draw(html: string): Promise<void> {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html })
  root.replaceChildren(content)
  await Promise.resolve()
}

test('fields of the same name get what was typed until they came, and the cursor', async () => {
  field('mobile').value = '55'
  takeTyped(root)
  field('mobile').value = '5512'
  field('mobile').focus()
  field('mobile').setSelectionRange(1, 2)
  await draw('<form><input name="mobile"><input type="password" name="password"></form>')
  expect(field('mobile').value).toBe('5512')
  expect(document.activeElement).toBe(field('mobile'))
  expect([field('mobile').selectionStart, field('mobile').selectionEnd]).toEqual([1, 2])
  expect(messages).toEqual(['mobile'])
})

test('a button that was pressed is pressed again, after the typed values', async () => {
  root.innerHTML = '<div><input name="mobile"><button aria-busy="true">Log in</button><button>Other</button></div>'
  field('mobile').value = '55'
  takeTyped(root)
  const seen: string[] = []
  root.addEventListener('click', event =>
    seen.push(`${(event.target as Element).textContent} ${field('mobile').value}`),
  )
  await draw('<input name="mobile"><button>Other</button><button>Log in</button>')
  await new Promise(done => setTimeout(done))
  expect(seen).toEqual(['Log in 55'])
})

test('what no field asks for any more is dropped', async () => {
  field('password').value = 'secret'
  takeTyped(root)
  await draw('<input name="mobile">')
  expect(field('mobile').value).toBe('')
  expect(messages).toEqual([])
})

test('only the first drawing counts: a later screen has its own fields', async () => {
  takeTyped(root)
  await draw('<input name="mobile">')
  field('mobile').value = '7'
  await draw('<input name="mobile">')
  expect(field('mobile').value).toBe('')
})

test.each([
  ['a link', '<a href="/taskList">Tasks</a>', '<a href="/taskList"><i></i>Tasks</a>'],
  ['a button with a label', '<button aria-label="Help">?</button>', '<button aria-label="Help"></button>'],
  ['a button with words', '<button>Show</button>', '<button>Show</button>'],
])('the focus on %s goes to its like', async (_, prerendered, drawn) => {
  root.innerHTML = `<a href="/home">Home</a><button>Other</button>${prerendered}`
  takeTyped(root)
  ;(root.lastElementChild as HTMLElement).focus()
  await draw(`<a href="/home">Home</a><button>Other</button>${drawn}`)
  expect(document.activeElement).toBe(root.lastElementChild)
})

test('a focus that has no like in what was drawn goes nowhere', async () => {
  root.innerHTML = '<a href="/login">Log in</a>'
  takeTyped(root)
  root.querySelector('a')!.focus()
  await draw('<a href="/home">Home</a>')
  expect(document.activeElement).toBe(document.body)
})
