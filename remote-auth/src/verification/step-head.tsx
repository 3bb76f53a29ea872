import { Stack } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'

export function StepHead({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <Stack gap={2}>
      <h1 className="ac-h1" tabIndex={-1}>
        {title}
      </h1>
      {note && <p className="ac-2">{note}</p>}
    </Stack>
  )
}
