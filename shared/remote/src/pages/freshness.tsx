import { useEffect, useRef, type RefObject, useState } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import { Icon, IconButton, uiTexts } from '@adcoin/ui'
import { sharedTexts } from '../texts.ts'

/** A finger that has pulled the top of the page down by this much asks. */
const enoughPx = 80

/**
 * The age of a list, and two ways to ask for it again: pulling the page down, and a button for keyboards and screen
 * readers.
 *
 * @param updatedAt  when it was last answered, epoch milliseconds; 0 before the first answer
 * @param refresh    settles when the answer is there
 */
export function Freshness({ updatedAt, refresh }: { updatedAt: number; refresh: () => Promise<unknown> }) {
  const t = sharedTexts.useT()
  const [refreshState, setAsked] = useState<'no' | 'offline' | 'running' | 'done'>('no')
  const updated = updatedAt
    ? t('list.updated', { time: formatDate(new Date(updatedAt).toISOString(), 'time') })
    : noBreak

  async function refreshList() {
    if (refreshState === 'running') return
    // The notice above every screen shows it already.
    if (!navigator.onLine) return setAsked('offline')
    setAsked('running')
    try {
      await refresh()
    } finally {
      setAsked('done')
    }
  }
  const statusText = {
    no: '',
    offline: uiTexts.t('offline'),
    running: t('list.refreshing'),
    done: t('list.refreshed'),
  }[refreshState]
  const pull = usePull(() => void refreshList())
  return (
    <div className="ac-fresh" data-running={refreshState === 'running' || undefined}>
      <div className="ac-pull" ref={pull} aria-hidden="true">
        <Icon name="refresh" size={20} />
      </div>
      <span>{updated}</span>
      {/* Only a refresh by the person is announced: lists also refresh themselves. */}
      <span className="ac-sr" role="status">
        {statusText}
      </span>
      <IconButton icon="refresh" size={20} label={t('list.refresh')} onClick={() => void refreshList()} />
    </div>
  )
}

/**
 * Calls `onPull` when a finger pulls the page down from its top and lifts. The element of the ref follows the finger by
 * `--pull` (px), has `data-enough` once lifting will refresh, and `data-asked` after that. A pull sideways or back up
 * ends.
 */
function usePull(onPull: () => void): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onPull)
  useEffect(() => {
    latest.current = onPull
  })
  useEffect(() => {
    let from: Touch | undefined
    let pulled = 0
    const draw = (by: number) => {
      pulled = by
      mark.current?.style.setProperty('--pull', String(Math.min(by, enoughPx * 1.5)))
      mark.current?.toggleAttribute('data-enough', by >= enoughPx)
    }
    const drop = () => {
      from = undefined
      draw(0)
    }
    const start = ({ touches }: TouchEvent) => {
      const isFree = scrollY <= 0 && touches.length === 1 && !document.querySelector('dialog[open]')
      from = isFree ? touches[0] : undefined
    }
    const move = ({ touches: [finger] }: TouchEvent) => {
      if (!from || !finger) return
      const down = finger.clientY - from.clientY
      const isSideways = pulled === 0 && Math.abs(finger.clientX - from.clientX) > down
      if (isSideways || down < 0 || scrollY > 0) drop()
      else draw(down)
    }
    const end = () => {
      const isPulledEnough = from !== undefined && pulled >= enoughPx
      drop()
      mark.current?.toggleAttribute('data-asked', isPulledEnough)
      if (isPulledEnough) latest.current()
    }
    const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: drop } as const
    const names = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const name of names) document.addEventListener(name, listeners[name] as EventListener, { passive: true })
    return () => {
      for (const name of names) document.removeEventListener(name, listeners[name] as EventListener)
    }
  }, [])
  return mark
}

/** Keeps the line's place until there is an answer. */
const noBreak = '\u00a0'
