import { Activity, Fragment, memo, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { ApiCode } from '@adcoin/contract'
import { ScreenAt } from './screen-at.tsx'
import type { Screens } from './screens.ts'

/** The shown screen and the hidden tabs, always in the same order: none is moved. */
export function DrawnScreens({ screens, language }: { screens: Screens; language: ApiCode }) {
  return [screens.shown, ...screens.hidden]
    .sort((one, other) => one.id - other.id)
    .map(screen => {
      const content = <ScreenAt location={screen.location} language={language} />
      if (!screen.isTab) return <Fragment key={screen.id}>{content}</Fragment>
      return (
        <TabScreen key={screen.id} isShown={screen === screens.shown}>
          {content}
        </TabScreen>
      )
    })
}

type TabScreenProps = { isShown: boolean; children: ReactNode }

/**
 * The screen of a tab. While it is hidden, React keeps its state and has ended its effects, and its elements are out of
 * the document: no style sheet, query, id or screen reader finds them. It is drawn again only when it is shown.
 */
const TabScreen = memo(
  function TabScreen({ isShown, children }: TabScreenProps) {
    const [element] = useState(() => document.createElement('div'))
    return (
      <>
        <Place element={element} isShown={isShown} />
        {createPortal(<Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>, element)}
      </>
    )
  },
  (before, next) => !before.isShown && !next.isShown,
)

/** In the document while it is shown. Before the screen: effects of the screen find it there. */
function Place({ element, isShown }: { element: HTMLElement; isShown: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isShown) return
    place.current?.append(element)
    return () => element.remove()
  }, [element, isShown])
  return <div ref={place} />
}
