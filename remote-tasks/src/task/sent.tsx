import type { TaskDetail } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { Receipt, Section, Stack } from '@adcoin/ui/pages'
import { FileThumb } from '../picture/file-thumb.tsx'
import { useT } from '../texts.ts'

/** What the person sent as proof, so that they can see what is being judged. */
export function Sent({ submission: sent }: { submission: NonNullable<TaskDetail['submission']> }) {
  const t = useT()
  const rows = [
    { label: t('submit.username'), value: sent.username },
    { label: t('submit.homepage'), value: sent.homepage_link },
    { label: t('submit.video'), value: sent.video_link },
    { label: t('submit.files'), value: sent.files.length ? t('detail.sentFiles', { count: sent.files.length }) : null },
    { label: t('detail.sentTime'), value: formatDate(sent.submitted_at, 'dateTime') },
  ]
  return (
    <Section title={t('detail.sent')}>
      <Receipt label={t('detail.sent')} rows={rows.filter(({ value }) => value)}>
        {sent.files.length > 0 ? (
          <Stack row gap={2}>
            {sent.files.map((file, index) => (
              <FileThumb key={file.file_id} file={file} alt={t('submit.fileName', { count: index + 1 })} />
            ))}
          </Stack>
        ) : null}
      </Receipt>
    </Section>
  )
}
