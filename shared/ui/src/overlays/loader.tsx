import { useEffect } from 'react'
import { Button } from '../controls/button.tsx'
import { Mark } from '../icons/logo.tsx'
import { useUiText } from '../texts.ts'
import { TopLayer } from './top-layer.tsx'

type LoaderProps = {
  /** Names what runs. */
  text?: string | undefined
  /** Long work, such as an upload, can be cancelled. */
  onCancel?: (() => void) | undefined
}

/**
 * The full-screen loader. It takes every press, key and scroll at once and becomes visible after 120 ms, so that a
 * fast answer does not flash (rulings.md R6). Mount it while something runs.
 */
export function LoaderView({ text, onCancel }: LoaderProps) {
  const t = useUiText()
  useEffect(blockInput, [])
  return (
    <TopLayer className="ac-blocker">
      <div className="ac-loader">
        <Mark size={56} className="ac-loader__m" />
        <p className="ac-2" role="status">
          {text ?? t('loading')}
        </p>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </TopLayer>
  )
}

function blockInput(): () => void {
  const stop = (event: Event) => {
    // The browser's own keys (reload, new tab) stay the person's.
    if (event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)))
      return
    // The loader's own content can be pressed.
    if (event.target instanceof Element && event.target.closest('.ac-blocker')) return
    event.preventDefault()
    event.stopPropagation()
  }
  const names = ['keydown', 'beforeinput', 'paste', 'wheel', 'touchmove'] as const
  for (const name of names) window.addEventListener(name, stop, { capture: true, passive: false })
  return () => {
    for (const name of names) window.removeEventListener(name, stop, { capture: true })
  }
}

/** The thin bar on top while a route change takes longer than 150 ms. */
export function ProgressBar({ active }: { active: boolean }) {
  const t = useUiText()
  return active ? (
    <div className="ac-progress" role="progressbar" aria-label={t('loading')}>
      <i />
    </div>
  ) : null
}
