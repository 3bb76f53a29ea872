import { useState } from 'react'
import { type GalleryPart, useSample, type Words } from '../gallery/gallery-part.ts'
import { List, Row } from '../content/list.tsx'
import { Button } from '../controls/button.tsx'
import { CodeField } from '../controls/code-field.tsx'
import { PasswordField, TextField } from '../controls/text-field.tsx'
import { Logo } from '../icons/logo.tsx'
import { Stack, Dock } from '../layout/groups.tsx'
import { Columns, Main, Screen } from '../layout/screen.tsx'
import { NavBar } from '../layout/bars.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { HelpTab, OfflineBanner, RailItem, TabBar } from './frame-parts.tsx'
import { LoaderView, ProgressBar } from './loader.tsx'
import { Sheet } from './sheet.tsx'
import { ToastHost, ToastView } from './toast.tsx'

export const overlaysGallery: GalleryPart = {
  id: 'overlays',
  title: 'Frame and overlays',
  samples: {
    'ToastView, OfflineBanner': t => (
      <Stack gap={3}>
        <ToastView text={t('copied')} kind="good" />
        <ToastView text={t('network')} kind="bad" />
        <OfflineBanner>{t('offlineSince')}</OfflineBanner>
      </Stack>
    ),
    'TabBar, HelpTab, ProgressBar': t => (
      <div className="g-frame">
        <ProgressBar active />
        <HelpTab onClick={() => {}} />
        <TabBar label={t('main')} tabs={tabsIn(t)} current="/home" />
      </div>
    ),
    'Dock with a reason': t => (
      <div className="g-frame">
        <Dock>
          <Button disabledReason={t('reason')}>{t('continue')}</Button>
        </Dock>
      </div>
    ),
    'Sheet, ConfirmDialog, LoaderView, ToastHost: press to open': () => <Openers />,
  },
}

function tabsIn(t: Words) {
  return (
    [
      ['/home', 'home'],
      ['/taskList', 'tasks'],
      ['/money', 'money'],
      ['/team', 'team'],
    ] as const
  ).map(([to, name]) => ({ to, label: t(name), icon: name }))
}

const openers = ['sheet', 'form', 'confirm', 'loader'] as const
type Opened = (typeof openers)[number]

function Openers() {
  const t = useSample()
  const [opened, setOpened] = useState<Opened>()
  const [code, setCode] = useState('')
  const [toast, setToast] = useState<string | null>(null)
  const close = () => setOpened(undefined)
  function openFor(what: Opened) {
    setOpened(what)
    if (what === 'loader') setTimeout(close, 2500)
  }
  function showToast() {
    setToast(t('copied'))
    setTimeout(() => setToast(null), 2500)
  }
  return (
    <Stack gap={3}>
      {openers.map(what => (
        <Button key={what} kind="secondary" onClick={() => openFor(what)}>
          {what}
        </Button>
      ))}
      <Button kind="secondary" onClick={showToast}>
        toast
      </Button>
      <Sheet open={opened === 'sheet'} title={t('support')} onClose={close}>
        <List>
          <Row icon="wa" tone="field" title="WhatsApp" note={t('newWindow')} href="https://wa.me/1" />
          <Row icon="plane" tone="field" title="Telegram" note={t('newWindow')} href="https://t.me/a" />
        </List>
        <Button kind="secondary" icon="copy" onClick={showToast}>
          toast
        </Button>
      </Sheet>
      <Sheet open={opened === 'form'} title={t('withdraw')} note={t('approval')} onClose={close}>
        <PasswordField label={t('password')} />
        <CodeField label={t('code')} value={code} onChange={setCode} small autoFocus />
        <Button block onClick={close}>
          {t('withdraw')}
        </Button>
      </Sheet>
      <ConfirmDialog
        open={opened === 'confirm'}
        danger
        title={t('unbindTitle')}
        text={t('unbindText')}
        confirm={t('unbind')}
        cancel={t('keep')}
        onConfirm={close}
        onClose={close}
      />
      {opened === 'loader' && <LoaderView text={t('sendingProof')} />}
      <ToastHost toast={toast === null ? null : { id: 1, text: toast, kind: 'good' }} />
    </Stack>
  )
}

/** A whole screen in the frame, to see rail, column and dock at every width: `?part=screen`. */
export function WholeScreen() {
  const t = useSample()
  return (
    <Columns
      rail={
        <TabBar
          label={t('main')}
          tabs={tabsIn(t)}
          current="/money"
          railStart={<Logo />}
          railEnd={
            <>
              <RailItem icon="help" label={t('support')} onClick={() => {}} />
              <RailItem icon="gear" label={t('settings')} to="/personalSetting" />
            </>
          }
        />
      }
      note={<p className="ac-small ac-2">{t('answer')}</p>}
    >
      <HelpTab onClick={() => {}} />
      <Screen>
        <NavBar title={t('money')} onBack={() => {}} />
        <Main tabs>
          <Openers />
        </Main>
      </Screen>
    </Columns>
  )
}

/** A form with its dock inside, shorter and longer than the screen: `?part=form`. */
export function FormScreen() {
  const t = useSample()
  return (
    <Screen>
      <NavBar title={t('withdraw')} onBack={() => {}} />
      <Main>
        <Stack gap={5}>
          <form className="ac-stack">
            <TextField label={t('nickname')} />
            <TextField label={t('email')} />
            <PasswordField label={t('password')} />
            <Dock>
              <Button type="submit" disabledReason={t('reason')}>
                {t('continue')}
              </Button>
            </Dock>
          </form>
        </Stack>
      </Main>
    </Screen>
  )
}
