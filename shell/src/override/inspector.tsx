import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PublishedList } from '@adcoin/contract'
import { busTrace } from '@adcoin/events'
import { useLanguage } from '@adcoin/i18n'
import { useLocation } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { Disclosure, SelectField, Sheet, Stack } from '@adcoin/ui/pages'
import { listPublished } from '../composition/overrides.ts'
import { useShell } from '../state/shell.ts'
import { formatInspection, buildSections } from './inspection.ts'
import { isInspectorOpen } from './search-at-start.ts'
import styles from './override.module.css'

const labels = {
  use: 'Use it here',
  copy: 'Copy as text',
  copied: 'Copied. It holds no names, no amounts and no tokens.',
  notCopied: 'The browser did not let it be copied.',
}

/**
 * The parts of this page and the reasons for them, and the releases that can be put in place. In English in every
 * language: it is for developers, as logs and the names of files are.
 *
 * @param applyOverride  puts a release in place, without a question: no link asked for it
 */
export function Inspector({ applyOverride }: { applyOverride: (app: string, id: string) => void }) {
  const { composition, toasts } = useShell()
  const language = useLanguage()
  const { pathname } = useLocation()
  const [published, setPublished] = useState<PublishedList>({})
  const [chosen, setChosen] = useState('')
  useEffect(() => void listPublished().then(setPublished), [])
  useSyncExternalStore(composition.onChange, composition.insight.log)
  const route = composition.routeAt(pathname)?.path ?? 'a screen of the shell'
  const head = `Ad Coin, live number ${composition.insight.live()?.number ?? 0}, ${route}, ${language}`
  const sections = buildSections(composition.insight, performance.getEntries(), busTrace())
  const releases = Object.entries(published).flatMap(([app, those]) =>
    those.map(({ id, created }) => ({
      value: `${app} ${id}`,
      label: `${app} ${id}, ${created.slice(0, 16).replace('T', ' ')}`,
    })),
  )
  const [app = '', id] = chosen.split(' ')
  const copy = () =>
    navigator.clipboard.writeText(formatInspection(head, sections)).then(
      () => toasts.show(labels.copied),
      () => toasts.show(labels.notCopied, 'bad'),
    )
  return (
    <Sheet open title="Inspector" note={head} onClose={() => isInspectorOpen.set(false)}>
      <Stack gap={4}>
        {sections.map(({ title, lines }, index) => (
          <Disclosure key={title} title={`${title} (${lines.length})`} open={index < 2 && lines.length > 0}>
            <pre lang="en" className={`ac-caption ${styles.lines}`}>
              {lines.join('\n')}
            </pre>
          </Disclosure>
        ))}
        <SelectField
          label="Release"
          placeholder="Choose a release"
          value={chosen}
          onChange={event => setChosen(event.target.value)}
          options={releases}
        />
        <Button kind="secondary" onClick={() => id !== undefined && applyOverride(app, id)}>
          {labels.use}
        </Button>
        <Button onClick={() => void copy()}>{labels.copy}</Button>
      </Stack>
    </Sheet>
  )
}
