import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Amount, CountingAmount } from '../content/amount.tsx'
import { Actions } from '../content/list.tsx'
import { Avatar } from '../content/pictures.tsx'
import { Skeleton } from '../content/states.tsx'
import { Pill, Steps } from '../content/status.tsx'
import { TextLink, IconButton } from '../controls/button.tsx'
import { NavBar, TopLine } from './bars.tsx'
import { Block, Card, Section, Stack, Stats } from './groups.tsx'

export const groupsGallery: GalleryPart = {
  id: 'layout',
  title: 'Bars, Block, Card, Stats, Section',
  samples: {
    NavBar: t => (
      <Stack gap={3}>
        <NavBar title={t('transactions')} onBack={() => {}} end={<IconButton label={t('support')} icon="help" />} />
        <NavBar onBack={() => {}} close end={<Steps count={3} current={1} />} />
        <NavBar title={t('unbindText')} onBack={() => {}} />
      </Stack>
    ),
    'TopLine, Actions': t => (
      <Stack>
        <TopLine title={t('hello')} note={t('date')} end={<Avatar name="Ana Souza" />} />
        <Actions
          items={[
            { label: t('sell'), icon: 'sell', to: '/sell' },
            { label: t('withdraw'), icon: 'out', to: '/withdraw' },
            { label: t('cards'), icon: 'card', to: '/cardList' },
          ]}
        />
      </Stack>
    ),
    Block: t => (
      <Stack gap={3}>
        <Block
          label={t('balance')}
          note="≈ R$ 321.12"
          end={<IconButton label={t('hideAmounts')} icon="eye" size={20} />}
        >
          <CountingAmount minor="128450" size="big" />
        </Block>
        <Block label={t('balance')} note={t('hidden')}>
          <span className="ac-amt ac-amt--big">••••••</span>
        </Block>
      </Stack>
    ),
    'Block: loading, income': t => (
      <Stack gap={3}>
        <Block label={t('balance')}>
          <Skeleton shape="amount" />
        </Block>
        <Block label={t('postVideo')} note={t('within')} to="/task/1">
          <Amount minor="999999999999999" size="big" sign="always" />
        </Block>
      </Stack>
    ),
    'Section, Card, Stats, Avatar': t => (
      <Section title={t('account')} action={<TextLink to="/cardList">{t('seeAll')}</TextLink>}>
        <Card>
          <Stack row>
            <Avatar name="ana.cria" />
            <div className="ac-grow">
              <p className="ac-med">ana.cria</p>
              <p className="ac-small ac-2">Instagram</p>
            </div>
            <Pill tone="good">{t('passed')}</Pill>
          </Stack>
          <Stats
            items={[
              { label: t('followers'), value: '4,310' },
              { label: t('age'), value: t('days') },
            ]}
          />
        </Card>
        <Stats
          items={[
            { label: t('adIncome'), value: <Amount minor="190600" /> },
            { label: t('shareIncome'), value: <Amount minor="21450" /> },
          ]}
        />
      </Section>
    ),
  },
}
