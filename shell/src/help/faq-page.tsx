import { useState } from 'react'
import { balance, feeBps, calculateFee, calculatePayout, officialInviteCode, referralBps } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatPercent } from '@adcoin/i18n/formats'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { Button, Empty, Main, NavBar, Screen } from '@adcoin/ui'
import { Amount, Disclosure, Receipt, SearchField, Section } from '@adcoin/ui/pages'
import { wholeBalance } from '../calls/reloads.ts'
import { texts } from '../texts.ts'
import { articles, hasEveryWord, sections, type SectionId } from './articles.ts'
import styles from './faq-page.module.css'

/** Hours until a withdrawal is paid, and until it may follow a reset. Source: specification.md 9, rulings.md R5. */
const hours = 24
const example = 40_000n

/** `/faq`: answers, to be searched. */
export function Page() {
  const t = texts.useT()
  const host = useHost()
  const back = useBack(appPaths.home)
  const [search, setWords] = useState('')
  const values = {
    hours,
    fee: formatPercent(Number(feeBps) / 10_000),
    bonus: formatPercent(Number(referralBps) / 10_000),
    code: officialInviteCode,
  }
  const found = articles
    .map(article => ({
      ...article,
      question: t(`help.articles.${article.id}.question`, values),
      answer: t(`help.articles.${article.id}.answer`, values),
    }))
    .filter(article => search.trim() === '' || hasEveryWord(`${article.question} ${article.answer}`, search))
  const filterSection = (section: SectionId) => found.filter(article => article.section === section)

  return (
    <Screen>
      <NavBar title={t('titles.faq')} onBack={back} />
      <Main>
        <SearchField label={t('help.search')} value={search} onChange={setWords} />
        <p className="ac-sr" role="status">
          {search.trim() === '' ? '' : t('help.found', { count: found.length })}
        </p>
        {found.length === 0 && (
          <Empty
            text={t('help.nothing', { words: search.trim() })}
            action={
              <Button kind="secondary" onClick={() => setWords('')}>
                {t('help.clear')}
              </Button>
            }
          />
        )}
        {sections
          .filter(section => filterSection(section).length > 0)
          .map(section => (
            <Section key={section} title={t(`help.sections.${section}`)}>
              <div className="ac-list">
                {filterSection(section).map(article => (
                  <ArticleAnswer key={article.id} article={article} fee={values.fee} />
                ))}
              </div>
            </Section>
          ))}
        <Button kind="secondary" block icon="help" onClick={host.openHelp}>
          {t('support.title')}
        </Button>
      </Main>
    </Screen>
  )
}

type TranslatedArticle = (typeof articles)[number] & { question: string; answer: string }

function ArticleAnswer({ article, fee }: { article: TranslatedArticle; fee: string }) {
  const t = texts.useT()
  return (
    <Disclosure title={article.question} open={article.hasReceipt}>
      <p>{article.answer}</p>
      {article.hasReceipt && <ExampleReceipt fee={fee} />}
      {article.to !== undefined && (
        <p className={styles.more}>
          <Button kind="quiet" size="small" to={article.to}>
            {t(`help.open.${article.id}`)}
          </Button>
        </p>
      )}
    </Disclosure>
  )
}

function ExampleReceipt({ fee }: { fee: string }) {
  const t = texts.useT()
  const taken = calculateFee(example)
  return (
    <Receipt
      rows={[
        { label: t('help.receipt.withdraw'), value: <Amount minor={String(example)} /> },
        { label: t('help.receipt.fee', { fee }), value: <Amount minor={String(-taken)} sign="always" /> },
        { label: t('help.receipt.exchanged'), value: <Exchanged minor={example - taken} />, strong: true },
      ]}
    />
  )
}

/** In the person's currency at the present price; in Ad Coin until the price is known. */
function Exchanged({ minor }: { minor: bigint }) {
  const config = useCall(balance, wholeBalance, { errors: 'page' }).data?.config
  if (!config) return <Amount minor={String(minor)} />
  const payout = calculatePayout(minor, BigInt(config.rate_num), BigInt(config.rate_den))
  return <Amount minor={String(payout)} currency={config.payout_currency} scale={config.payout_scale} />
}
