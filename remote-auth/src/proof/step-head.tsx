import { Stack } from '@adcoin/ui/pages'

/** What a step is about, and one sentence to it. */
export function StepHead({ title, note }: { title: string; note?: string | undefined }) {
  return (
    <Stack gap={2}>
      <h1 className="ac-h1" tabIndex={-1}>
        {title}
      </h1>
      {note && <p className="ac-2">{note}</p>}
    </Stack>
  )
}
