import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PublishedList } from '@adcoin/contract'
import { busTrace } from '@adcoin/events'
import { useLanguage } from '@adcoin/i18n'
import { useLocation } from '@adcoin/router'
import { Button, Hint } from '@adcoin/ui'
import { ButtonRow, Disclosure, List, Row, SelectField, Sheet, Stack } from '@adcoin/ui/pages'
import { listOfPublished } from '../composition/releases/find-override.ts'
import { dropChoice, keepChoice } from '../composition/releases/override-choice.ts'
import { useShell } from '../state/shell.ts'
import { isInspectorOpen } from './search-at-start.ts'
import { asText, remoteLines, stepsOf, type Inspection, type InspectionStep } from './inspection.ts'
import styles from './inspector.module.css'

/** As many as one looks through. */
const mostEvents = 20

/** In English in every language: it is for developers, as logs and the names of files are. */
const says = {
  use: 'Use it here',
  leave: 'Back to live',
  chooseFirst: 'Choose a release first.',
  notKept: 'This browser keeps nothing.',
  none: 'None.',
  copy: 'Copy as text',
  copied: 'Copied. It holds no names, no amounts and no tokens.',
  notCopied: 'The browser did not let it be copied.',
}

/** The parts of this page and the reasons for them, for developers. */
export function Page() {
  const inspection = useInspection()
  const { remotes, wrongs, events, steps, generation, route } = inspection
  return (
    <Sheet
      open
      title="Inspector"
      note={`Generation ${generation}, ${route}`}
      onClose={() => isInspectorOpen.set(false)}
    >
      <div lang="en" className={styles.body}>
        <Stack gap={4}>
          <List plain label="Releases">
            {remotes.map(({ app, release, why }) => (
              <Row key={app} title={app} note={`${release}, ${why}`} />
            ))}
          </List>
          <Chooser apps={remotes.map(({ app }) => app).filter(app => app !== 'shell')} />
          <Disclosure title={`Load steps (${steps.length})`}>
            <Waterfall steps={steps} />
          </Disclosure>
          <Disclosure title={`Last events (${events.length})`}>
            <Lines lines={events.map(({ name, owner, outcome }) => `${name}, said by ${owner}: ${outcome}`)} />
          </Disclosure>
          <Disclosure title={`What went wrong here (${wrongs.length})`} open={wrongs.length > 0}>
            <Lines lines={wrongs.map(({ app, release, what }) => `${app} ${release}: ${what}`)} />
          </Disclosure>
          <Copy inspection={inspection} />
        </Stack>
      </div>
    </Sheet>
  )
}

/** Drawn anew whenever what is live changes, or something goes wrong; the rest is as of that moment. */
function useInspection(): Inspection {
  const { composition } = useShell()
  const language = useLanguage()
  const { pathname } = useLocation()
  const wrongs = useSyncExternalStore(composition.onChange, composition.insight.log)
  const entries = ['navigation', 'paint', 'resource', 'mark', 'measure'].flatMap(type =>
    performance.getEntriesByType(type),
  )
  return {
    generation: composition.generation(),
    route: composition.appOfPath(pathname)?.path ?? 'a screen of the shell',
    language,
    remotes: remoteLines(composition.insight),
    steps: stepsOf(entries),
    events: busTrace().slice(-mostEvents).reverse(),
    wrongs,
  }
}

/** Overrides the live release with a published one. A choice made here needs no confirmation. */
function Chooser({ apps }: { apps: readonly string[] }) {
  const list = usePublished()
  const change = useChange()
  const { live, overrides } = useShell().composition.insight
  const [app, setApp] = useState(apps[0] ?? '')
  const [id, setId] = useState('')
  const releases = (list?.[app] ?? []).map(each => ({
    value: each.id,
    label: `${each.id}, ${each.created.slice(0, 16).replace('T', ' ')}${each.id === live()?.apps[app]?.active.id ? ', live' : ''}`,
  }))
  return (
    <Stack gap={2}>
      <SelectField
        label="Remote"
        placeholder={null}
        value={app}
        onChange={event => {
          setApp(event.target.value)
          setId('')
        }}
        options={apps.map(value => ({ value, label: value }))}
      />
      <SelectField label="Release" value={id} onChange={event => setId(event.target.value)} options={releases} />
      <ButtonRow>
        <Button
          size="small"
          kind="secondary"
          {...(id === '' ? { disabledReason: says.chooseFirst } : {})}
          onClick={() => change(app, () => keepChoice(() => window.localStorage, { app, word: id }))}
        >
          {says.use}
        </Button>
        {overrides().some(each => each.app === app) && (
          <Button
            size="small"
            kind="secondary"
            onClick={() => change(app, () => dropChoice(() => window.localStorage, app))}
          >
            {says.leave}
          </Button>
        )}
      </ButtonRow>
    </Stack>
  )
}

/** The releases that can be tried; undefined until they are known. */
function usePublished(): PublishedList | undefined {
  const [list, setList] = useState<PublishedList>()
  useEffect(() => {
    let isOver = false
    void listOfPublished().then(found => isOver || setList(found ?? {}))
    return () => {
      isOver = true
    }
  }, [])
  return list
}

/** Changes what this browser uses of an app, and begins anew with it. */
function useChange(): (app: string, work: () => void) => void {
  const { composition, toasts } = useShell()
  return (app, work) => {
    try {
      work()
    } catch {
      return toasts.show(says.notKept, 'bad')
    }
    composition.insight.reset(app)
    window.location.reload()
  }
}

/** When each file began to come, and how long it took. */
function Waterfall({ steps }: { steps: readonly InspectionStep[] }) {
  const end = Math.max(1, ...steps.map(({ startMs, tookMs }) => startMs + tookMs))
  const percent = (ms: number) => `${(100 * ms) / end}%`
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, startMs, tookMs }, index) => (
        // Steps only ever join at the end, and two can be alike.
        <li key={index}>
          <span className={styles.name}>{name}</span>
          <span className={styles.figures}>{tookMs > 0 ? `${startMs} ms + ${tookMs} ms` : `${startMs} ms`}</span>
          <svg className={styles.bar} width="100%" height="4" aria-hidden="true">
            <rect x={percent(startMs)} width={percent(Math.max(tookMs, end / 200))} height="4" rx="2" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p className="ac-small ac-2">{says.none}</p>
  return (
    <ol className={styles.lines}>
      {lines.map((line, index) => (
        // Lines are in the order of the reports; the same line may occur twice.
        <li key={index}>{line}</li>
      ))}
    </ol>
  )
}

function Copy({ inspection }: { inspection: Inspection }) {
  const [said, setSaid] = useState<'copied' | 'refused'>()
  const copy = () =>
    navigator.clipboard.writeText(asText(inspection)).then(
      () => setSaid('copied'),
      () => setSaid('refused'),
    )
  return (
    <Stack gap={2}>
      <Button kind="primary" onClick={() => void copy()}>
        {says.copy}
      </Button>
      {said === 'copied' && <Hint announce>{says.copied}</Hint>}
      {said === 'refused' && (
        <Hint tone="bad" announce>
          {says.notCopied}
        </Hint>
      )}
    </Stack>
  )
}
