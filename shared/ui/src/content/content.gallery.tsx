import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Button } from '../controls/button.tsx'
import { Stack } from '../layout/groups.tsx'
import { Amount } from './amount.tsx'
import { DayLabel, List, Row } from './list.tsx'
import { Receipt } from './receipt.tsx'
import { Pill, Track } from './status.tsx'

export const contentGallery: GalleryPart = {
  id: 'content',
  title: 'Amount, List, Pill, Track, Receipt',
  samples: {
    Amount: () => (
      <Stack gap={2}>
        <Amount minor="128450" size="big" />
        <Amount minor="190600" size="middle" />
        <div className="g-wrap">
          <Amount minor="1200" />
          <Amount minor="600" sign="always" />
          <Amount minor="-40000" />
          <Amount minor="32112" currency="BRL" />
        </div>
      </Stack>
    ),
    'List, Row': t => (
      <Stack gap={2}>
        <DayLabel end={<Amount minor="-39400" />}>{t('today')}</DayLabel>
        <List label={t('transactions')}>
          <Row
            icon="out"
            title={t('withdrawal')}
            note={t('withdrawalNote')}
            end={
              <>
                <Amount minor="-40000" />
                <Pill tone="warn">{t('pending')}</Pill>
              </>
            }
            onClick={() => {}}
          />
          <Row
            icon="in"
            title={t('privateMessage')}
            note={t('adIncome')}
            end={<Amount minor="600" sign="always" />}
            to="/tradingList"
          />
          <Row
            icon={{ node: 'R' }}
            title="ID 1048377"
            note={t('teamOf')}
            end={
              <>
                <Amount minor="8640" sign="always" />
                <span className="ac-caption ac-2">{t('activeToday')}</span>
              </>
            }
          />
          <Row
            icon="video"
            title={t('postVideo')}
            note={<Amount minor="1200" />}
            end={
              <Button size="small" kind="tonal">
                {t('claim')}
              </Button>
            }
            to="/task/1"
          />
          <Row icon="link" tone="accent" title={t('account')} note={t('bindFailed')} to="/bindAccount" />
        </List>
      </Stack>
    ),
    'List, plain': t => (
      <List plain>
        <Row title={t('language')} value="English" to="/language" />
        <Row title={t('settings')} to="/personalSetting" />
        <Row title={t('nickname')} value="Ana" />
      </List>
    ),
    Pill: t => (
      <div className="g-wrap">
        <Pill tone="idle">{t('unprocessed')}</Pill>
        <Pill tone="warn">{t('pending')}</Pill>
        <Pill tone="good">{t('passed')}</Pill>
        <Pill tone="bad">{t('failed')}</Pill>
        <Pill tone="info">{t('executing')}</Pill>
        <Pill tone="idle" shape="stop">
          {t('stopped')}
        </Pill>
        <Pill tone="info" shape="now">
          {t('yourTurn')}
        </Pill>
      </div>
    ),
    Track: t => (
      <Stack gap={5}>
        <Track
          steps={[
            { state: 'done', title: t('submitted'), note: '11:32' },
            { state: 'waiting', title: t('waiting'), note: t('nothingNeeded') },
            { state: 'todo', title: t('paidTo'), note: t('within') },
          ]}
        />
        <Track
          steps={[
            { state: 'done', title: t('claim'), note: '14:05' },
            { state: 'current', title: t('yourTurn') },
            { state: 'failed', title: t('failed'), note: t('failedWhy') },
          ]}
        />
      </Stack>
    ),
    Receipt: t => (
      <Receipt
        label={t('withdrawal')}
        rows={[
          { label: t('youSell'), value: <Amount minor="40000" /> },
          { label: t('fee'), value: <Amount minor="-800" /> },
          { label: t('paid'), value: t('within') },
          { label: t('receive'), value: <Amount minor="9800" currency="BRL" />, strong: true },
        ]}
      />
    ),
  },
}
