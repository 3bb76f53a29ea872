// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AmountField } from './amount-field.tsx'
import { Chips, RadioList, Segmented } from './choices.tsx'
import { PhoneField } from './phone-field.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField, PasswordField, TextField } from './text-field.tsx'
import { Checkbox, Switch } from './toggles.tsx'

afterEach(cleanup)
const nothing = () => undefined
const typedPhone = { value: '5'.repeat(4_090), onChange: nothing }
const readDescription = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map(id => document.getElementById(id)?.textContent)

describe('a field', () => {
  it('has its label, and hears error before help', () => {
    render(<TextField label="E-mail" help="We write to it." error="Please enter a valid email" />)
    const input = screen.getByLabelText('E-mail')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(readDescription(input)).toEqual(['Please enter a valid email', 'We write to it.'])
  })

  it('is not invalid without an error', () => {
    render(<TextField label="E-mail" />)
    expect(screen.getByLabelText('E-mail').hasAttribute('aria-invalid')).toBe(false)
    expect(screen.getByLabelText('E-mail').hasAttribute('aria-describedby')).toBe(false)
  })

  it.each([
    ['its own limit', 20, () => <TextField label="Name" maxLength={20} error="Required" />],
    ['none of its own', 4_096, () => <PasswordField label="Name" defaultValue="short" />],
    ['a region', 4_096, () => <PhoneField label="Name" regions={[]} region="" onRegion={nothing} {...typedPhone} />],
  ])('with %s names what it has cut of a paste, until it is corrected', async (_which, most, draw) => {
    render(draw())
    const input = screen.getByLabelText<HTMLInputElement>('Name')
    await userEvent.click(input)
    await userEvent.paste('x'.repeat(40_000))
    expect(readDescription(input)).toEqual(['Too long: the end was cut off'])
    expect(input.value.length).toBeLessThanOrEqual(most)
    await userEvent.clear(input)
    expect(readDescription(input)).not.toContain('Too long: the end was cut off')
  })

  it('hands the input to the form that registers it', () => {
    const ref = vi.fn()
    render(<TextField label="Nickname" name="nick_name" ref={ref} />)
    expect(ref).toHaveBeenCalledWith(screen.getByLabelText('Nickname'))
  })
})

describe('a password', () => {
  it('is shown and hidden again without losing what was typed', async () => {
    render(<PasswordField label="Password" autoComplete="new-password" />)
    const input = screen.getByLabelText<HTMLInputElement>('Password')
    await userEvent.type(input, 'secret')
    expect(input.type).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.type).toBe('text')
    expect(input.value).toBe('secret')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.type).toBe('password')
    expect(input.autocomplete).toBe('new-password')
  })

  it('may be pasted', async () => {
    render(<PasswordField label="Password" />)
    await userEvent.click(screen.getByLabelText('Password'))
    await userEvent.paste('correct horse')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse')
  })
})

describe('a phone number', () => {
  const regions = [
    { region: 'BR', name: 'Brazil', mobile_sag: '+55' },
    { region: 'TW', name: 'Taiwan', mobile_sag: '+886' },
  ]

  it('lists regions by their full names and gives back the letters', async () => {
    const onRegion = vi.fn()
    render(
      <PhoneField
        label="Mobile number"
        regions={regions}
        region="BR"
        onRegion={onRegion}
        value=""
        onChange={() => {}}
      />,
    )
    const select = screen.getByRole('combobox', { name: 'Country code' })
    expect(
      within(select)
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['Brazil (+55)', 'Taiwan (+886)'])
    await userEvent.selectOptions(select, 'TW')
    expect(onRegion).toHaveBeenCalledExactlyOnceWith('TW')
  })

  it('leaves the number as it was typed', async () => {
    function Form() {
      const [value, setValue] = useState('')
      return (
        <PhoneField
          label="Mobile number"
          regions={regions}
          region="BR"
          onRegion={() => {}}
          value={value}
          onChange={setValue}
        />
      )
    }
    render(<Form />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Mobile number' }), '(11) 98765-4321')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' }).value).toBe('(11) 98765-4321')
  })

  it('shows a region that the list does not have yet as not chosen', () => {
    render(
      <PhoneField label="Mobile number" regions={[]} region="BR" onRegion={() => {}} value="" onChange={() => {}} />,
    )
    expect(screen.getByRole('combobox').textContent).toBe('Choose')
  })
})

describe('an amount', () => {
  it('keeps the text as typed, separators and all', async () => {
    const onChange = vi.fn()
    render(<AmountField label="You sell" value="1.234" onChange={onChange} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'You sell' }), ',')
    expect(onChange).toHaveBeenCalledWith('1.234,')
    expect(screen.getByRole<HTMLInputElement>('textbox').inputMode).toBe('decimal')
  })

  it('passes its length to its drawing, so that it is not cut', () => {
    render(<AmountField label="You sell" value="12345678" onChange={() => {}} error="More than you have" />)
    expect(document.querySelector<HTMLElement>('[translate=no]')?.style.getPropertyValue('--len')).toBe('8')
    expect(readDescription(screen.getByRole('textbox'))).toEqual(['More than you have'])
  })
})

describe('choices', () => {
  const options = [
    { value: 'all', label: 'All' },
    { value: 'income', label: 'Income' },
    { value: 'expense', label: 'Expense' },
  ] as const
  function Filter() {
    const [value, setValue] = useState<'all' | 'income' | 'expense'>('all')
    return <Segmented label="Filter" options={options} value={value} onChange={setValue} />
  }

  it.each([
    ['{ArrowRight}', 'Income'],
    ['{ArrowDown}', 'Income'],
    ['{ArrowLeft}', 'Expense'],
    ['{End}', 'Expense'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'All'],
    ['{End}{Home}', 'All'],
  ])('move by %s to %s, focus and choice together', async (keys, name) => {
    render(<Filter />)
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(screen.getByRole('radio', { name }).getAttribute('aria-checked')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name }))
  })

  it('are one stop for Tab', async () => {
    render(
      <>
        <Filter />
        <button>after</button>
      </>,
    )
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'after' }))
  })

  it('can be reached although nothing is chosen', async () => {
    render(<Segmented label="Filter" options={options} value={undefined} onChange={() => {}} />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'All' }))
  })

  it('as chips say which is pressed', async () => {
    const onChange = vi.fn()
    render(<Chips label="Amount" options={options} value="income" onChange={onChange} />)
    expect(screen.getByRole('button', { name: 'Income', pressed: true })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'All' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('all')
  })

  it('as rows are the radio buttons of the platform', async () => {
    const onChange = vi.fn()
    render(<RadioList label="Account" options={options} value="all" onChange={onChange} />)
    expect(screen.getByRole('group', { name: 'Account' })).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Expense' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('expense')
  })
})

describe('the rest', () => {
  it('a switch is switched by its words', async () => {
    const onChange = vi.fn()
    render(<Switch label="Hide amounts" checked={false} onChange={onChange} />)
    await userEvent.click(screen.getByText('Hide amounts'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
    expect(screen.getByRole('switch', { name: 'Hide amounts' })).toBeTruthy()
  })

  it('a checkbox carries its error', () => {
    render(<Checkbox label="I agree" error="Please agree to go on." />)
    expect(readDescription(screen.getByRole('checkbox', { name: 'I agree' }))).toEqual(['Please agree to go on.'])
  })

  it('a select offers "Choose" while nothing is chosen', () => {
    render(<SelectField label="Bank" options={[{ value: 'nu', label: 'Nubank' }]} />)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Bank' }).value).toBe('')
    expect(screen.getByRole('option', { name: 'Choose' })).toBeTruthy()
  })

  it('a search is cleared by its cross and keeps the focus', async () => {
    function Search() {
      const [value, setValue] = useState('104')
      return <SearchField label="User ID" value={value} onChange={setValue} />
    }
    render(<Search />)
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'User ID' })
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})
