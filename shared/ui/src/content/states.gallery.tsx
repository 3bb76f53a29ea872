import type { GalleryPart } from '../gallery/gallery-part.ts'
import { AreaChart } from '../charts/area-chart.tsx'
import { BarChart } from '../charts/bar-chart.tsx'
import { ProgressRing } from '../charts/progress-ring.tsx'
import { Button, TextLink } from '../controls/button.tsx'
import { Card, Stack } from '../layout/groups.tsx'
import { Disclosure } from './disclosure.tsx'
import { Hint } from './hint.tsx'
import { QrFrame } from './pictures.tsx'
import { Empty, Failed, Skeleton } from './states.tsx'

export const statesGallery: GalleryPart = {
  id: 'states',
  title: 'Hints, states, charts',
  samples: {
    Hint: t => (
      <Stack gap={3}>
        <Hint icon="clock">{t('approval')}</Hint>
        <Hint tone="hint">
          {t('needPassword')}{' '}
          <TextLink inline to="/tradingSetting">
            {t('setNow')}
          </TextLink>
        </Hint>
        <Hint tone="warn">{t('neverAsks')}</Hint>
        <Hint tone="bad">{t('bindFailed')}</Hint>
      </Stack>
    ),
    Disclosure: t => (
      <Stack gap={3}>
        <Disclosure title={t('question')} open>
          {t('answer')}
        </Disclosure>
        <Disclosure title={t('question')}>{t('answer')}</Disclosure>
      </Stack>
    ),
    Skeleton: () => (
      <Stack>
        <Skeleton shape="rows" />
        <Skeleton shape="card" lines={2} />
        <Skeleton lines={2} />
      </Stack>
    ),
    Failed: t => (
      <Stack gap={3}>
        <Failed title={t('teamDown')} onRetry={() => {}} />
        <Failed isRetrying reference="7f3a" onRetry={() => {}} />
      </Stack>
    ),
    Empty: t => (
      <Empty title={t('noTeam')} text={t('noTeamText')} action={<Button to="/invite">{t('invite')}</Button>} />
    ),
    'Failed, area': () => <Failed area reference="wallet-504, 14:22" onRetry={() => {}} />,
    BarChart: t => {
      const points = [
        [44, 0],
        [74, 6],
        [59, 5],
        [0, 0],
        [49, 9],
        [69, 6],
        [15, 5],
      ].map(([value = 0, second = 0], index) => ({
        label: String(index + 8),
        value,
        second,
        current: index === 6,
        text: `${index + 8}: ${value}.00 + ${second}.00`,
      }))
      return (
        <Card>
          <BarChart
            label={t('earnings')}
            textValue={t('earningsValue')}
            series={[t('adIncome'), t('shareIncome')]}
            points={points}
          />
        </Card>
      )
    },
    'AreaChart, ProgressRing, QrFrame': t => (
      <Stack>
        <Card>
          <AreaChart
            label={t('growth')}
            textValue={t('growthValue')}
            points={[6, 9, 13, 16, 21, 24].map((value, index) => ({ label: String(index + 1), value }))}
          />
        </Card>
        <Card>
          <Stack row>
            <ProgressRing label={t('sent')} parts={['good', 'warn', 'info', 'idle', 'idle']} />
            <div className="ac-grow">
              <p className="ac-title">{t('tasksToday')}</p>
              <p className="ac-small ac-2">{t('sent')}</p>
            </div>
          </Stack>
        </Card>
        <QrFrame label={t('qr')}>
          <svg width="64" height="64" viewBox="0 0 4 4" aria-hidden="true">
            <path d="M0 0h2v2H0zM3 0h1v1H3zM2 2h2v1H2zM0 3h1v1H0z" />
          </svg>
        </QrFrame>
      </Stack>
    ),
  },
}
