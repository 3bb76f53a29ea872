import type { GalleryPart } from '../gallery/gallery-part.ts'
import { ButtonRow, Stack } from '../layout/groups.tsx'
import { Button, TextLink, IconButton } from './button.tsx'

export const buttonGallery: GalleryPart = {
  id: 'button',
  title: 'Button, IconButton, TextLink',
  samples: {
    kinds: t => (
      <Stack gap={3}>
        <Button block>{t('continue')}</Button>
        <Button block kind="secondary">
          {t('save')}
        </Button>
        <Button block kind="tonal">
          {t('claim')}
        </Button>
        <Button block kind="quiet">
          {t('keep')}
        </Button>
        <Button block kind="danger">
          {t('unbind')}
        </Button>
      </Stack>
    ),
    'busy, disabledReason': t => (
      <Stack gap={3}>
        <Button block busy>
          {t('sending')}
        </Button>
        <Button block disabledReason={t('reason')}>
          {t('continue')}
        </Button>
        <Button block kind="secondary" busy>
          {t('sending')}
        </Button>
      </Stack>
    ),
    'small, icon, in a row': t => (
      <Stack gap={3}>
        <Stack row>
          <Button size="small" kind="tonal">
            {t('claim')}
          </Button>
          <Button size="small" kind="secondary" icon="refresh">
            {t('save')}
          </Button>
        </Stack>
        <ButtonRow>
          <Button kind="secondary" icon="download">
            {t('image')}
          </Button>
          <Button kind="secondary" icon="copy">
            {t('video')}
          </Button>
        </ButtonRow>
      </Stack>
    ),
    'a long label wraps': t => (
      <div className="g-narrow">
        <Button block icon="share">
          {t('longLabel')}
        </Button>
      </div>
    ),
    'links, IconButton': t => (
      <Stack gap={2}>
        <div className="g-wrap">
          <TextLink to="/help">{t('seeAll')}</TextLink>
          <IconButton label={t('support')} icon="help" />
          <IconButton label={t('open')} icon="close" size={20} />
        </div>
        <p>
          {t('needPassword')}{' '}
          <TextLink inline to="/help">
            {t('setNow')}
          </TextLink>
        </p>
      </Stack>
    ),
  },
}
