import { Link, useNavigate } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { appPaths, useBack, withQuery, type RoutesOf } from './index.ts'

/** Never run: `tsc` proves that each marked line does not compile, and that the others do. */
export function CheckAddressTypes() {
  const navigate = useNavigate()
  void navigate(-1)
  void navigate({ search: '' })
  void navigate(withQuery(appPaths.withdraw, { id: '1' }))
  void navigate('/task/1?from=home')
  // @ts-expect-error  no such screen
  void navigate('/teem')
  // @ts-expect-error  no such screen
  useBack('/task')
  // @ts-expect-error  no such screen
  void navigate(withQuery('/withdrawal', { id: '1' }))
  const screens = [{ path: '/team', title: 'titles.team', page }] as const satisfies RoutesOf<Texts>
  // @ts-expect-error  no such text
  const misspelt = [{ path: '/team', title: 'titels.team', page }] as const satisfies RoutesOf<Texts>
  return (
    <>
      <Button to={appPaths.task({ taskId: '1' })}>{screens.length}</Button>
      {/* @ts-expect-error  no such screen */}
      <Button to="/teem">{misspelt.length}</Button>
      {/* @ts-expect-error  no such screen */}
      <Link to="/moneys" />
    </>
  )
}

type Texts = { readonly titles: { readonly team: string } }
const page = () => Promise.resolve({})
