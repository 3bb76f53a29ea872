import { Button } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import type { ReactNode, SubmitEvent } from 'react'

type FormProps = {
  submit: (event: SubmitEvent) => unknown
  /** Label of the submit button. */
  action: string
  isRunning?: boolean
  /** Why nothing can be sent now. */
  wait?: string | undefined
  /** Space between the fields is larger where a step has a heading of its own. */
  isStep?: boolean
  /** Below the submit button. */
  below?: ReactNode
  children: ReactNode
}

/**
 * Password managers may fill fields without an event: the form hears of these values before it checks them. React drops
 * the event of a field that it knows.
 */
export function takeFilled(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input, textarea'))
    field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A form with its submit button in the dock. */
export function Form({ submit, action, isRunning = false, wait, isStep = false, below, children }: FormProps) {
  return (
    <form
      className={isStep ? 'ac-stack ac-stack--5' : 'ac-stack'}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        takeFilled(event.currentTarget)
        void submit(event)
      }}
    >
      {children}
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {action}
        </Button>
        {below}
      </Dock>
    </form>
  )
}
