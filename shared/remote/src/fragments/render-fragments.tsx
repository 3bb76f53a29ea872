import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { apiCodes, type ApiCode } from '@adcoin/contract'
import { setLanguage } from '@adcoin/i18n'
import { Link } from '@adcoin/router'
import { MemoryRouter } from '@adcoin/router/memory'
import { UiProvider } from '@adcoin/ui'
import { HostProvider } from '../host.tsx'
import type { Host } from '../remote-module.ts'
import { sharedTexts } from '../texts.ts'

/**
 * Draws the first state of screens: without a session, calls or answers. The build calls it in a separate process.
 *
 * @param fragments  path to screen
 * @param texts      of the app
 * @returns HTML by `<path>|<api_code>`
 * @throws where a screen cannot be drawn, or lacks the texts of a language
 */
export async function renderFragments(
  fragments: Readonly<Record<string, ComponentType>>,
  texts: { load(code: ApiCode): Promise<string | undefined> },
): Promise<Record<string, string>> {
  const html: Record<string, string> = {}
  for (const code of apiCodes) {
    for (const source of [texts, sharedTexts]) {
      const missing = await source.load(code)
      if (missing !== undefined) throw new Error(missing)
    }
    await setLanguage(code)
    for (const [path, Screen] of Object.entries(fragments))
      html[`${path}|${code}`] = removeCode(
        renderToStaticMarkup(
          <MemoryRouter initialEntries={[path]}>
            <UiProvider link={Link}>
              <HostProvider host={{} as Host}>
                <Screen />
              </HostProvider>
            </UiProvider>
          </MemoryRouter>,
        ),
      )
  }
  return html
}

/** Removes what needs code: forms that send, loading states, scripts that set the focus. */
function removeCode(html: string): string {
  return (
    html
      .replace(/<(\/?)form\b/g, '<$1div')
      .replaceAll('<button type="submit"', '<button type="button"')
      .replace(/ role="status" aria-label="[^"]*"/g, ' aria-hidden="true"')
      .replace(/ tabindex="[^"]*"/g, '')
      // A row of a list is there as often as its slots have values: it has no id, and refers to none.
      .replace(/ aria-describedby="[^"]*"/g, '')
      .replace(/ id="[^"]*-(note|state|end)"/g, '')
  )
}
